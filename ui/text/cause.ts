/** Text of an error's cause. @module */
import type { CauseText, Text } from "./en.ts";

/** Returns the text of a cause; another for one without a text, never raw words of the error. */
export function causeText({ causes, otherCause }: Text, cause: string): CauseText {
  return Object.hasOwn(causes, cause) ? causes[cause as keyof typeof causes] : otherCause;
}
