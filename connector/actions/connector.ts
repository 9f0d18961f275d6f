/** Resolves the connector, account and chain of an action. @module */
import type { Address, Hex, ProviderInterface } from "@sdk/core";
import { numberToHex } from "viem";

import { NotConnectedError } from "./errors.ts";
import type { ChainIdOf, Config, Connector } from "../types/peers.ts";

/** Parameters that most actions share. */
export interface ConnectionParameters<config extends Config = Config> {
  /** Account. Default: the connected one. */
  readonly address?: Address | undefined;
  /** Chain id. Default: the connected one. */
  readonly chainId?: ChainIdOf<config> | undefined;
  /** Connector. Default: the active one. */
  readonly connector?: Connector | undefined;
}

/** Resolved target of a request. */
export interface Target {
  /** Provider of the connector. */
  readonly provider: ProviderInterface;
  /** The account, if one is given or connected. */
  readonly address: Address | undefined;
  /** The chain, if one is given or connected. */
  readonly chainId: number | undefined;
}

/**
 * Resolves the target of a request. Without a connection, the SDK's own connector answers methods
 * that need none.
 *
 * @throws {NotConnectedError} if no connector can answer
 */
export async function resolveTarget(
  config: Config,
  parameters: ConnectionParameters,
): Promise<Target> {
  const { connections, current } = config.state;
  const active = connections.get(parameters.connector?.uid ?? current ?? "");
  const connector = parameters.connector ?? resolveConnector(config, active?.connector) ??
    findOwnConnector(config);
  if (connector === undefined) throw new NotConnectedError();
  return {
    provider: await connector.getProvider() as ProviderInterface,
    address: parameters.address ?? active?.accounts[0],
    chainId: parameters.chainId ?? active?.chainId,
  };
}

/** Finds the SDK's connector in a configuration. */
export function findOwnConnector(config: Config): Connector | undefined {
  return config.connectors.find(isOwnConnector);
}

/** Identifies the SDK's connector by its id, because wrappers for wallet lists change the type. */
export function isOwnConnector({ id }: Pick<Connector, "id">): boolean {
  return id === "acct";
}

/**
 * Returns the connector of a connection. While wagmi reconnects, connections contain only plain
 * data: the configured connector with the same id is used instead.
 */
export function resolveConnector(
  config: Config,
  connector: Connector | undefined,
): Connector | undefined {
  if (connector === undefined || typeof connector.getProvider === "function") return connector;
  return config.connectors.find(({ id }) => id === (connector as { id: string }).id);
}

/** Returns account and chain in the format of the wallet's methods, with optional parameters. */
export function accountAndChain<T extends Readonly<Record<string, unknown>>>(
  { address, chainId }: Target,
  optional?: T,
): { address?: Address; chainId?: Hex } & { [K in keyof T]?: Exclude<T[K], undefined> } {
  return omitUndefined({ address, chainId: toHexChainId(chainId), ...optional as T });
}

/** Converts a chain id to hex. */
export function toHexChainId(chainId: number | undefined): Hex | undefined {
  return chainId === undefined ? undefined : numberToHex(chainId);
}

/** Returns the chains to read from: the listed ones, or the given one. */
export function chainsToRead<chain extends string>(
  { chainFilter, chainId }: {
    readonly chainFilter?: readonly chain[] | undefined;
    readonly chainId?: number | undefined;
  },
): readonly (chain | Hex)[] | undefined {
  const chain = toHexChainId(chainId);
  return chainFilter ?? (chain && [chain]);
}

/** Removes properties that are `undefined`. */
export function omitUndefined<T extends Readonly<Record<string, unknown>>>(
  all: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
