/** What it takes to pay for an operation in a token, whoever's paymaster takes it. @module */
import type { Address, Hex } from "viem";
import type { Call } from "../../core/account/calls.ts";
import type { FeeOptionJson, OperationJson } from "../../core/protocol/service/mod.ts";
import { gasSum } from "../operations/codec.ts";
import type { Quote } from "../operations/gas.ts";
import type { FeeTokenState } from "./state.ts";

/** Why a token cannot be used. */
export type Obstacle = NonNullable<FeeOptionJson["obstacle"]>;

/** An operation that pays in a token, signed for by whoever takes it. */
export interface TokenPayment {
  readonly operation: OperationJson;
  /** The token. */
  readonly state: FeeTokenState;
  /** Most that it can cost, in the token's smallest unit. */
  readonly maximum: bigint;
  /** Why the calls would fail, or `null`. */
  readonly reason: string | null;
  /** Last second at which the paymaster takes the operation, Unix. */
  readonly validUntil: number;
}

/** What a payment is made of. */
export interface PaymentRequest {
  readonly quote: Quote;
  /** What is to be done; empty for a function of the account itself. */
  readonly calls: readonly Call[];
  /** The account's creation, with which a simulation begins. */
  readonly creation: { readonly factory: Address; readonly factoryData: Hex };
  /** Last second of the price, if it is ours to say. */
  readonly validUntil: number;
}

/** Most wei that an operation can cost its paymaster. */
export function costOf(operation: OperationJson): bigint {
  return gasSum(operation) * BigInt(operation.maxFeePerGas);
}
