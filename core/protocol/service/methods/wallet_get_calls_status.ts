/** `wallet_getCallsStatus` (EIP-5792): returns the status of a bundle. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { bundleId } from "../../schema/fields.ts";
import { address, optional, positional } from "../../schema/schema.ts";
import type { ServiceDefinition } from "../definition.ts";

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
  /** Why it reverted, if the chain has a reason; the text is the contract's. */
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

/** Definition of the method; with an address, only that account's own ids are searched. */
export const walletGetCallsStatus: ServiceDefinition<
  "wallet_getCallsStatus",
  readonly [id: string, account: Address | undefined]
> = {
  name: "wallet_getCallsStatus",
  params: positional(bundleId, optional(address)),
};
