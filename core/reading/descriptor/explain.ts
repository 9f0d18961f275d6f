/** Defines the explanation of a call. @module */
import type { Address } from "viem";
import type { Call } from "../../account/calls.ts";
import type { CallView, ExplanationView } from "../../dialog/explanation.ts";
import type { Pieces } from "../../lib/pieces.ts";
import type { TokenJson } from "../../wire/values.ts";

/** Explanation of a call. */
export interface Explained {
  readonly explanation: ExplanationView;
  /** Function, if a descriptor has it. */
  readonly function?: NonNullable<CallView["function"]>;
  /** Token approval that the call grants. */
  readonly approval?: Approval;
}

/** An approval of tokens. */
export interface Approval {
  readonly spender: Address;
  readonly token: Address;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
}

/**
 * Explains a call of a batch, by its index, with the tokens described so far. Can pause between
 * steps.
 */
export type Explain = (
  call: Call,
  index: number,
  tokens: readonly TokenJson[],
) => Pieces<Explained | undefined>;
