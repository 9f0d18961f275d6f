/** Reasons for which a step fails; the page shows each in words. @module */

import { AcctError } from "../../core/protocol/errors.ts";

/** Reason of a failure. */
export type Problem =
  | "record"
  | "node_url"
  | "node_down"
  | "node_refused"
  | "wallet_refused"
  | "wrong_chain"
  | "wrong_signature"
  | "would_fail"
  | "failed"
  | "not_mined"
  | "address"
  | "amount"
  | "data"
  | "token"
  | "already_owner"
  | "contract"
  | "last_owner"
  | "code_unknown"
  | "unexpected";

/** Thrown where a step cannot be taken. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Reason of the failure. */
  readonly problem: Problem;
  /** Technical details in English, from the node, the wallet or a check. */
  readonly detail: string;

  /** Creates the error. */
  constructor(problem: Problem, options: { detail?: string; cause?: unknown } = {}) {
    super(problem, options.cause === undefined ? undefined : { cause: options.cause });
    this.problem = problem;
    this.detail = options.detail ?? "";
  }
}

/** Converts any error. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const detail = error instanceof Error ? error.message.slice(0, 300) : "";
  if (error instanceof AcctError && error.data.cause === "code_unknown") {
    return new Refusal("code_unknown", { detail, cause: error });
  }
  return new Refusal("unexpected", { detail, cause: error });
}
