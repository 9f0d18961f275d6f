/**
 * Lists the capabilities (EIP-5792): where a request may include each, read from the definition of
 * `wallet_sendCalls`, and their values in `wallet_getCapabilities`.
 *
 * @module
 */
import { walletSendCalls } from "../methods/calls/wallet_send_calls.ts";
import type { ChainCapabilities } from "../methods/connection/wallet_get_capabilities.ts";
import type { Members, Schema } from "../../schema/schema.ts";

/** The capabilities with a dedicated type. */
type KnownCapabilities = {
  readonly [N in keyof ChainCapabilities as string extends N ? never : N]-?: NonNullable<
    ChainCapabilities[N]
  >;
};

/** Facts about a chain that capabilities depend on. */
export interface ChainFacts {
  /** True if the permission contract is deployed. */
  readonly permissions: boolean;
  /** Tokens accepted for fees. */
  readonly feeTokens: KnownCapabilities["feeToken"]["tokens"];
}

/** A capability. */
export interface Capability {
  /** Name. */
  readonly name: string;
  /** Positions in a request; empty if it is only listed. */
  readonly places: readonly ("batch" | "call")[];
  /** True if its support depends on the chain. */
  readonly perChain: boolean;
  /** Computes the listed value. */
  readonly support: (chain: ChainFacts) => unknown;
}

/**
 * Computes the listed value of each capability; capabilities without parameters are equal on all
 * chains.
 */
const supports: {
  readonly [N in keyof KnownCapabilities]: (chain: ChainFacts) => KnownCapabilities[N];
} = {
  atomic: () => ({ status: "supported" }),
  // Part of `wallet_sendCalls` before atomicity became a separate capability; some dApps still
  // request it.
  atomicBatch: () => ({ supported: true }),
  paymasterService: () => ({ supported: true }),
  permissions: ({ permissions }) => ({ supported: permissions }),
  abi: () => ({ supported: true }),
  dataSuffix: () => ({ supported: true }),
  assetDiscovery: () => ({ supported: true }),
  feeToken: ({ feeTokens }) => ({ supported: feeTokens.length > 0, tokens: feeTokens }),
};

const request = (walletSendCalls.params.of as Schema<unknown>).of as Members;
const accepted = {
  batch: Object.keys(request["capabilities"]!.of as Members),
  call: Object.keys((request["calls"]!.of as Schema<unknown>).of as Members),
};

/** All capabilities that a request may include. */
export const capabilities: readonly Capability[] = [
  ...new Set([...Object.keys(supports), ...accepted.batch, ...accepted.call]),
].map((name) => {
  if (!isKnown(name)) throw new Error(`the support of the capability ${name} is not listed`);
  const places = (["batch", "call"] as const).filter((place) => accepted[place].includes(name));
  const support = supports[name];
  return { name, places, perChain: support.length > 0, support };
});

/** Lists the capabilities of a chain. */
export function listCapabilities(chain: ChainFacts): ChainCapabilities {
  return Object.fromEntries(capabilities.map(({ name, support }) => [name, support(chain)]));
}

function isKnown(name: string): name is keyof KnownCapabilities {
  return Object.hasOwn(supports, name);
}
