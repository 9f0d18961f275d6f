/** Describes a configured chain. @module */
import type { Address } from "viem";
import type { FeeTokenJson } from "../../core/wire/fees.ts";
import type { ChainJson } from "../../core/wire/values.ts";
import type { Bundler } from "./node/bundler.ts";
import type { ChainConfig, SponsorConfig, TokenFeesConfig } from "./config.ts";
import type { Heads } from "./node/heads.ts";
import type { Node } from "./node/node.ts";
import type { Nodes } from "./node/nodes.ts";

/** Result of a probe. */
export interface Probe {
  /** True if the P-256 precompile works. */
  readonly p256: boolean;
  /** True if the node supports `eth_simulateV1`. */
  readonly simulates: boolean;
  /** True if the permission contract is deployed. */
  readonly permissions: boolean;
  /** Tokens accepted for fees, with their own metadata. */
  readonly feeTokens: readonly FeeTokenJson[];
}

/** Configured chain. */
export interface Chain {
  /** Operator's configuration. */
  readonly config: ChainConfig;
  /** Chain id. */
  readonly id: number;
  /** Nodes for the service itself. */
  readonly node: Nodes;
  /**
   * The same nodes without batching, for large or slow answers, which then delay no other request.
   */
  readonly reads: Node;
  /**
   * Also unbatched, for forwarded requests: neither their size nor their failures affect other
   * requests.
   */
  readonly passed: Node;
  /** Highest block that was seen. */
  readonly heads: Heads;
  /** Bundler. */
  readonly bundler: Bundler;
  /** Our sponsor, or null. */
  readonly sponsor: SponsorConfig | null;
  /** Our token paymaster, or null. */
  readonly tokenFees: TokenFeesConfig | null;
  /**
   * Probes the chain and caches the result. It is renewed in the background after minutes, because
   * chains are upgraded, or after seconds if a node gave no clear answer. A failed probe is
   * repeated by the next call, so that a chain recovers without a restart.
   *
   * @throws {AcctError} `chain_down`, or `chain_unsupported` naming the missing feature.
   */
  probe(): Promise<Probe>;
  /**
   * Returns the newest known version of the account's code that is deployed. Repeats the request
   * until the newest version is deployed, so that a deployment needs no restart.
   *
   * @throws {AcctError} `chain_down`
   */
  newest(): Promise<Address>;
  /** Description for clients; `p256` is false until the first probe. */
  json(): ChainJson;
}
