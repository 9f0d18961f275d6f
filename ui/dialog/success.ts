/** Describes the result of a request, shown briefly before a dialog closes. @module */
import type { ChoiceOf, DialogMethod, DialogRequest } from "@sdk/core/dialog";
import type { Success } from "../parts/hooks/context.ts";
import type { Screen } from "../screens/screen.ts";
import type { Locale } from "../text/locale.ts";

/** Duration for which it is shown; the dApp has its result already. */
export const SUCCESS_MS = 700;
/** Duration of a partial result, which has to be read. */
const PARTIAL_MS = 5_000;

/** Returns the duration of a result in milliseconds; 0 without a result. */
export function timeOf(success: Success | undefined): number {
  return success === undefined ? 0 : success[2] === true ? PARTIAL_MS : SUCCESS_MS;
}

/** Returns the text for the result of a request; `undefined` if no text is needed. */
export function successOf<M extends DialogMethod>(
  request: DialogRequest<M>,
  screen: Screen<M>,
  locale: Locale,
  choice?: ChoiceOf[M],
): Success | undefined {
  const { flow, app, preview } = request;
  // The next step of the flow follows immediately.
  const isLast = flow.step >= flow.steps || flow.ended?.aborted === true;
  if (!isLast && (screen.pauses !== true || choice === undefined)) return undefined;
  const success = screen.success?.(locale.text.screens.success, preview.get(), locale, choice);
  const returns = isLast && screen.pauses === true && app.own !== true;
  return success && returns ? [success[0], locale.text.returning(app.name)] : success;
}
