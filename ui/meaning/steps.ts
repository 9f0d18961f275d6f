/** Describes the steps within a call. @module */
import type { CallView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { asUnit } from "../text/numbers.ts";
import { callTitle } from "./intent.ts";

/** Returns whether a step, or one of its nested steps, grants unlimited access. */
export function isDanger({ kind, unlimited, explanation }: CallView): boolean {
  return kind === "approval_for_all" || (kind === "token_approve" && unlimited === true) ||
    explanation?.source === "pinned" &&
      explanation.fields.some(({ value }) =>
        value.kind === "amount" && value.beyond !== undefined && value.beyond.message === undefined
      ) ||
    (explanation?.steps ?? []).some(isDanger);
}

/** Returns whether the effect of a step is unknown. */
export function isUnclear({ kind, function: known }: CallView): boolean {
  return kind === "call" && known === undefined;
}

/**
 * Describes a step. A step of another contract is described as made through it: "Send 20 USDC"
 * alone would suggest a transfer of the account. A contract's own command does not repeat the
 * contract.
 */
export function stepTitle(
  step: CallView,
  { within, through, locale }: {
    readonly within: string;
    readonly through: string | undefined;
    readonly locale: Locale;
  },
): string {
  const { explanation, to } = step;
  const title = explanation?.source === "pinned" && to === within
    ? asUnit(explanation.intent, locale.tag)
    : callTitle(step, locale);
  return through === undefined ? title : locale.text.through(asUnit(through, locale.tag), title);
}
