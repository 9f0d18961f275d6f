/** Defines the status of a bundle on the wire. @module */
import type { Address, Hex } from "../lib/hex.ts";

/** Status of a bundle (EIP-5792 `wallet_getCallsStatus`). */
export interface CallsStatusJson {
  /** `2.0.0`. */
  readonly version: string;
  /** The requested id. */
  readonly id: string;
  /** Chain id. */
  readonly chainId: Hex;
  /** 100 pending, 200 confirmed, 400 failed offchain, 500 reverted. */
  readonly status: 100 | 200 | 400 | 500;
  /** Always true: one operation. */
  readonly atomic: boolean;
  /** Revert reason from the chain, if any; the contract chooses the text. */
  readonly reason?: string;
  /** Receipt with the operation's own logs only. */
  readonly receipts?: readonly {
    readonly logs: readonly {
      readonly address: Address;
      readonly data: Hex;
      readonly topics: readonly Hex[];
    }[];
    readonly status: "0x0" | "0x1";
    readonly blockHash: Hex;
    readonly blockNumber: Hex;
    readonly gasUsed: Hex;
    readonly transactionHash: Hex;
  }[];
}
