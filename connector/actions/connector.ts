/** Finds the connector and the account that an action is about. @module */
import type { Address, Hex, ProviderInterface } from "@sdk/core";
import { numberToHex } from "viem";

import { NotConnectedError } from "../errors.ts";
import type { Config, Connector } from "../host_types.ts";

/** What most actions take. */
export interface ConnectionParameters {
  /** Account; the connected one if absent. */
  readonly address?: Address | undefined;
  /** Chain id; the connected one if absent. */
  readonly chainId?: number | undefined;
  /** Connector; the active one if absent. */
  readonly connector?: Connector | undefined;
}

/** The provider, account and chain of a request. */
export interface Target {
  /** Provider of the connector. */
  readonly provider: ProviderInterface;
  /** The account, if one is given or connected. */
  readonly address: Address | undefined;
  /** The chain, if one is given or connected. */
  readonly chainId: number | undefined;
}

/**
 * Resolves the defaults. Without a connection the SDK's own connector answers what needs none.
 *
 * @throws {NotConnectedError} if no connector can answer
 */
export async function targetOf(config: Config, parameters: ConnectionParameters): Promise<Target> {
  const { connections, current } = config.state;
  const active = parameters.connector === undefined
    ? connections.get(current ?? "")
    : connections.get(parameters.connector.uid);
  const connector = parameters.connector ?? usable(config, active?.connector) ?? ownOf(config);
  if (connector === undefined) throw new NotConnectedError();
  return {
    provider: await connector.getProvider() as ProviderInterface,
    address: parameters.address ?? active?.accounts[0],
    chainId: parameters.chainId ?? active?.chainId,
  };
}

/** The SDK's connector of a configuration. */
export function ownOf(config: Config): Connector | undefined {
  return config.connectors.find(isOwn);
}

/** Whether a connector is the SDK's: by its id, since wrappers for wallet lists set the type. */
export function isOwn({ id }: Pick<Connector, "id">): boolean {
  return id === "acct";
}

/** While wagmi reconnects, connections hold only the data of a connector. */
export function usable(
  config: Config,
  connector: Connector | undefined,
): Connector | undefined {
  if (connector === undefined || typeof connector.getProvider === "function") return connector;
  return config.connectors.find(({ id }) => id === (connector as { id: string }).id);
}

/** Account and chain as the wallet's methods take them. */
export function accountAndChain(
  { address, chainId }: Target,
): { address?: Address; chainId?: Hex } {
  return given({ address, chainId: hexOf(chainId) });
}

/** A chain id in hex, if there is one. */
export function hexOf(chainId: number | undefined): Hex | undefined {
  return chainId === undefined ? undefined : numberToHex(chainId);
}

/** What of this is not undefined. */
export function given<T extends Readonly<Record<string, unknown>>>(
  all: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
