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
  /** Name of the chain. Default: `Local`. */
  readonly chainName?: string;
  /** Two test tokens. */
  readonly tokens: readonly [DemoToken, DemoToken];
  /** The paymaster (ERC-7677). Default: the service itself. */
  readonly paymasterUrl?: string;
  /** ENS domain below which visitors can get a name. */
  readonly ens?: string;
  /** URL of the wallet host. Default: derived from the API key. */
  readonly keysUrl?: string;
}

/** The configuration of `globalThis.__DEMO__`, or otherwise of `/config.json`. */
export async function loadConfig(): Promise<DemoConfig> {
  const given: unknown = Reflect.get(globalThis, "__DEMO__");
  if (given !== undefined) return check(given);
  const response = await fetch("/config.json");
  if (!response.ok) {
    throw new Error(`/config.json returned ${response.status}: is the local stack running?`);
  }
  return check(await response.json());
}

/** Validates the shape, so that a mistake is reported here instead of causing a later failure. */
function check(value: unknown): DemoConfig {
  const config = value as Partial<DemoConfig>;
  for (const name of ["apiKey", "serverUrl", "chainId", "tokens"] as const) {
    if (config?.[name] === undefined) throw new Error(`the demo's configuration lacks ${name}`);
  }
  return config as DemoConfig;
}
