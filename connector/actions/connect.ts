/** Connects. @module */
import type { Address } from "@sdk/core";

import { connect as connectWagmi } from "wagmi/actions";
import { given } from "./connector.ts";
import type { AccountWithCapabilities, WalletConnectCapabilities } from "../types.ts";
import type { Config, Connector, CreateConnectorFn } from "../host_types.ts";

/** Parameters of {@linkcode connect}. */
export interface ConnectParameters<
  capabilities extends WalletConnectCapabilities | undefined =
    | WalletConnectCapabilities
    | undefined,
> {
  /** The connector. */
  readonly connector: Connector | CreateConnectorFn;
  /** Chain to be on afterwards. */
  readonly chainId?: number | undefined;
  /** Sign-in and text records; uses `wallet_connect`. */
  readonly capabilities?: capabilities | undefined;
}

/** Result of {@linkcode connect}; accounts carry capabilities where they were asked for. */
export interface ConnectReturnType<
  capabilities extends WalletConnectCapabilities | undefined =
    | WalletConnectCapabilities
    | undefined,
> {
  /** The accounts. */
  readonly accounts: [capabilities] extends [undefined] ? readonly Address[]
    : [capabilities] extends [WalletConnectCapabilities] ? readonly AccountWithCapabilities[]
    : readonly Address[] | readonly AccountWithCapabilities[];
  /** The chain. */
  readonly chainId: number;
}

/**
 * Connects with `eth_requestAccounts`, or with `wallet_connect` where capabilities are given.
 *
 * @throws {AcctError} 4001 if the person says no
 */
export async function connect<
  const capabilities extends WalletConnectCapabilities | undefined = undefined,
>(
  config: Config,
  parameters: ConnectParameters<capabilities>,
): Promise<ConnectReturnType<capabilities>> {
  const { connector, chainId, capabilities } = parameters;
  // wagmi hands on to the connector whatever else it is given.
  const result = await connectWagmi(config, {
    connector,
    ...given({ chainId, capabilities, withCapabilities: capabilities && true }),
  });
  return result as unknown as ConnectReturnType<capabilities>;
}
