/** Defines the operator's configuration of names. @module */
import type { Address, Hex } from "viem";

/** ENS contracts, and the signer of names below the apps' domains. */
export interface NamesConfig {
  /** Chain of the registry: 1 for ENS itself. */
  readonly chainId: number;
  /** JSON-RPC URL of a node of that chain. It need not be one of the accounts' chains. */
  readonly rpcUrl: string;
  /** Milliseconds until a request to it times out. Defaults to 1800. */
  readonly timeout?: number;
  /** ENS name wrapper, where there is one. */
  readonly wrapper?: Address;
  /** Our `SubnameResolver`. */
  readonly resolver: Address;
  /** Private key for signatures that the resolver accepts. */
  readonly signerKey: Hex;
  /** Seconds between checks of a domain's owner. Defaults to 60; tests check more often. */
  readonly recheck?: number;
  /** Additional reserved labels. */
  readonly reserved?: readonly string[];
}
