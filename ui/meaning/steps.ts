/** What the steps within a call mean: whose they are, and which of them are dangers. @module */
import type { CallView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { asUnit } from "../text/numbers.ts";
import { titleOf } from "./intent.ts";

/** Whether a step, or one within it, lets somebody take without bound. */
export function isDanger({ kind, unlimited, explanation }: CallView): boolean {
  return kind === "approval_for_all" || (kind === "token_approve" && unlimited === true) ||
    explanation?.source === "pinned" &&
      explanation.fields.some(({ value }) =>
        value.kind === "amount" && value.beyond !== undefined && value.beyond.message === undefined
      ) ||
    (explanation?.steps ?? []).some(isDanger);
}

/** Whether nobody here knows what a step does. */
export function isUnclear({ kind, function: known }: CallView): boolean {
  return kind === "call" && known === undefined;
}

/**
 * A step in a phrase. What another contract does is said as done through it: "Send 20 USDC" alone
 * would be the account's. A contract's own command does not repeat the contract.
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
    : titleOf(step, locale);
  return through === undefined ? title : locale.text.through(asUnit(through, locale.tag), title);
}
