/** Configuration of the demo; the local stack serves it as `/config.json`. @module */
import type { Address } from "viem";

/** A token of the demo; anyone may mint it. */
export interface DemoToken {
  /** Contract. */
  readonly address: Address;
  /** Symbol. */
  readonly symbol: string;
  /** Decimals. */
  readonly decimals: number;
}

/** The configuration. */
export interface DemoConfig {
  /** Publishable key of the service. */
  readonly apiKey: string;
  /** The service, as a browser reaches it. */
  readonly serverUrl: string;
  /** Chain id. */
  readonly chainId: number;
  /** Name of the chain. Default `Local`. */
  readonly chainName?: string;
  /** Two test tokens. */
  readonly tokens: readonly [DemoToken, DemoToken];
  /** The paymaster (ERC-7677). Default: the service itself. */
  readonly paymasterUrl?: string;
  /** ENS domain below which visitors can get a name. */
  readonly ens?: string;
  /** The wallet host, if it is not the one that the key names. */
  readonly keysUrl?: string;
}

/** The configuration of `globalThis.__DEMO__`, else of `/config.json`. */
export async function loadConfig(): Promise<DemoConfig> {
  const given: unknown = Reflect.get(globalThis, "__DEMO__");
  if (given !== undefined) return check(given);
  const response = await fetch("/config.json");
  if (!response.ok) {
    throw new Error(`/config.json answers ${response.status}: is the local stack running?`);
  }
  return check(await response.json());
}

/** Checks the shape, so that a mistake is named here and not somewhere later. */
function check(value: unknown): DemoConfig {
  const config = value as Partial<DemoConfig>;
  for (const name of ["apiKey", "serverUrl", "chainId", "tokens"] as const) {
    if (config?.[name] === undefined) throw new Error(`the demo's configuration lacks ${name}`);
  }
  return config as DemoConfig;
}
