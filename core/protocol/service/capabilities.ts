/**
 * Tables the capabilities (EIP-5792): where a request may have each, read from the definition of
 * `wallet_sendCalls`, and what `wallet_getCapabilities` lists of it.
 *
 * @module
 */
import { walletSendCalls } from "../methods/calls/wallet_send_calls.ts";
import type { ChainCapabilities } from "../methods/connection/wallet_get_capabilities.ts";
import type { Members, Schema } from "../schema/schema.ts";

/** The capabilities that have a type of their own. */
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
  /** Places of a request that may have it; none if it is only listed. */
  readonly places: readonly ("batch" | "call")[];
  /** True if its support depends on the chain. */
  readonly perChain: boolean;
  /** Computes what is listed. */
  readonly support: (chain: ChainFacts) => unknown;
}

/** Computes what is listed of each capability; those without parameters are the same everywhere. */
const supports: {
  readonly [N in keyof KnownCapabilities]: (chain: ChainFacts) => KnownCapabilities[N];
} = {
  atomic: () => ({ status: "supported" }),
  // `wallet_sendCalls` before atomicity became a capability of its own; some dApps still ask for it.
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

/** All capabilities: each that a request may have is listed. */
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
