/** What can stand in the way, for the page to say in words. @module */

/** One word for each. */
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
  | "last_owner"
  | "unexpected";

/** A step that was not taken, and why. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** What stands in the way. */
  readonly problem: Problem;
  /** What the node, the wallet or a check said: technical, and in English. */
  readonly detail: string;

  /** Names the problem. */
  constructor(problem: Problem, options: { detail?: string; cause?: unknown } = {}) {
    super(problem, options.cause === undefined ? undefined : { cause: options.cause });
    this.problem = problem;
    this.detail = options.detail ?? "";
  }
}

/** Any error as a refusal. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const detail = error instanceof Error ? error.message.slice(0, 300) : "";
  return new Refusal("unexpected", { detail, cause: error });
}
