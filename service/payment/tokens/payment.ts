/** Defines payments in tokens. @module */
import type { Address, Hex } from "viem";
import type { Call } from "../../../core/account/calls.ts";
import type { FeeOptionJson } from "../../../core/wire/fees.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { gasSum } from "../../entry_point/codec.ts";
import type { Quote } from "../../chain/simulation/gas.ts";
import type { FeeTokenState } from "./state.ts";

/** Reason why a token cannot be used. */
export type Obstacle = NonNullable<FeeOptionJson["obstacle"]>;

/** Operation that pays in a token, signed by the paymaster. */
export interface TokenPayment {
  readonly operation: OperationJson;
  /** The token. */
  readonly state: FeeTokenState;
  /** Maximum cost in the token's smallest unit. */
  readonly maximum: bigint;
  /** Why the calls would revert, or `null`. */
  readonly reason: string | null;
  /** Last Unix second at which the paymaster accepts the operation. */
  readonly validUntil: number;
}

/** Input of a payment. */
export interface PaymentRequest {
  readonly quote: Quote;
  /** Calls; empty for a function of the account itself. */
  readonly calls: readonly Call[];
  /** Creation of the account, with which a simulation starts. */
  readonly creation: { readonly factory: Address; readonly factoryData: Hex };
  /** Last second of the price, if we set it. */
  readonly validUntil: number;
}

/** Returns the maximum cost of an operation in wei. */
export function maxCost(operation: OperationJson): bigint {
  return gasSum(operation) * BigInt(operation.maxFeePerGas);
}
