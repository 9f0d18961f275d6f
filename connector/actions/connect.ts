/** Connects an account. @module */
import type { Address, UnknownCapability } from "@sdk/core";

import { connect as connectWagmi } from "wagmi/actions";
import { isOwnConnector, omitUndefined } from "./connector.ts";
import type {
  AccountWithCapabilities,
  SignInWithEthereum,
  WalletConnectCapabilities,
} from "../types/provider.ts";
import type { ChainIdOf, Config, Connector, CreateConnectorFn } from "../types/peers.ts";

/**
 * Capabilities without unknown names: the compiler infers the type from the value, and would accept
 * a misspelled name next to a known one.
 */
export type KnownCapabilities<capabilities> = capabilities extends object
  ? { readonly [name in keyof capabilities]: KnownMembers<capabilities[name], name> }
  : capabilities;

type KnownMembers<value, name> = name extends "signInWithEthereum"
  ? value extends object
    ? value & { readonly [field in Exclude<keyof value, keyof SignInWithEthereum>]: never }
  : value
  : name extends keyof WalletConnectCapabilities ? value
  : UnknownCapability;

/** Parameters of {@linkcode connect}. */
export interface ConnectParameters<
  config extends Config = Config,
  capabilities extends WalletConnectCapabilities | undefined =
    | WalletConnectCapabilities
    | undefined,
> {
  /** Connector to connect with. */
  readonly connector: Connector | CreateConnectorFn;
  /** Chain to switch to while connecting. */
  readonly chainId?: ChainIdOf<config> | undefined;
  /** Requests sign-in or text records; uses `wallet_connect`. */
  readonly capabilities?: (capabilities & KnownCapabilities<capabilities>) | undefined;
}

/** Result of {@linkcode connect}; accounts include the requested capabilities. */
export interface ConnectReturnType<
  capabilities extends WalletConnectCapabilities | undefined =
    | WalletConnectCapabilities
    | undefined,
> {
  /** Connected accounts. */
  readonly accounts: [capabilities] extends [undefined] ? readonly Address[]
    : [capabilities] extends [WalletConnectCapabilities] ? readonly AccountWithCapabilities[]
    : readonly Address[] | readonly AccountWithCapabilities[];
  /** Chain id of the session. */
  readonly chainId: number;
}

/**
 * Connects with `eth_requestAccounts`, or with `wallet_connect` if capabilities are passed. With
 * capabilities, it also works while connected: the user signs in.
 *
 * @throws {UserRejectedRequestError} viem's, with code 4001, if the user rejects; `cause` is the
 * `AcctError`
 */
export async function connect<
  config extends Config,
  const capabilities extends WalletConnectCapabilities | undefined = undefined,
>(
  config: config,
  parameters: ConnectParameters<config, capabilities>,
): Promise<ConnectReturnType<capabilities>> {
  const { connector, chainId, capabilities } = parameters;
  const wanted = omitUndefined({ chainId, capabilities, withCapabilities: capabilities && true });
  // A function has no uid.
  const known = connector as Connector;
  const again = capabilities && known.uid === config.state.current && isOwnConnector(known);
  const result = again
    // wagmi rejects a second connection, which signs in here. Another account is an event.
    ? await known.connect(wanted)
    // wagmi passes unknown parameters to the connector.
    : await connectWagmi(config, { connector, ...wanted });
  return result as unknown as ConnectReturnType<capabilities>;
}
