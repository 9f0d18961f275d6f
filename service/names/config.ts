/** What an operator says of names. @module */
import type { Address, Hex } from "viem";

/** Where the apps' ENS domains live, and who signs for the names below them. */
export interface NamesConfig {
  /** Chain of the registry: 1 for ENS itself. */
  readonly chainId: number;
  /** JSON-RPC of a node of it; need not be one of the accounts' chains. */
  readonly rpcUrl: string;
  /** Milliseconds after which its answer counts as none; default 1800. */
  readonly timeout?: number;
  /** ENS's registry; default: its well-known address. */
  readonly registry?: Address;
  /** ENS's name wrapper, where there is one. */
  readonly wrapper?: Address;
  /** Our `SubnameResolver`. */
  readonly resolver: Address;
  /** Private key that the resolver accepts answers of. */
  readonly signerKey: Hex;
  /** Seconds for which an answer counts; default 300. */
  readonly ttl?: number;
  /** Seconds after which a domain's owner is looked at again; default 60. */
  readonly recheck?: number;
  /** Labels that nobody gets, besides the usual ones. */
  readonly reserved?: readonly string[];
}
