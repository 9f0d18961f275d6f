/** Defines the explanation of a call. @module */
import type { Address } from "viem";
import type { Call } from "../../account/calls.ts";
import type { CallView, ExplanationView } from "../../dialog/explanation.ts";
import type { Pieces } from "../../lib/pieces.ts";
import type { TokenJson } from "../../protocol/service/mod.ts";

/** Explanation of a call. */
export interface Explained {
  readonly explanation: ExplanationView;
  /** Function, if a descriptor has it. */
  readonly function?: NonNullable<CallView["function"]>;
  /** Approval of tokens that it gives. */
  readonly approval?: Approval;
}

/** An approval of tokens. */
export interface Approval {
  readonly spender: Address;
  readonly token: Address;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
}

/** Explains a call of a batch in pieces, by its position, with the tokens described so far. */
export type Explain = (
  call: Call,
  index: number,
  tokens: readonly TokenJson[],
) => Pieces<Explained | undefined>;
