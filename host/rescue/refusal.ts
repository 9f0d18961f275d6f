/** Reasons why a step fails; the page shows each as text. @module */
import { AcctError } from "../../core/ground/errors.ts";
import type { RescueText } from "./words/en.ts";

/** Reason of a failure. */
export type Problem = keyof RescueText["problems"];

/** Thrown if a step is impossible. */
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
