/** Says what was done, for the moment before a dialog closes. @module */
import type { DialogMethod, DialogRequest } from "@sdk/core/dialog";
import type { Screen } from "../screens/screens.ts";
import type { Locale } from "../text/locale.ts";

/** Time for which it is shown; the dApp has its answer already. */
export const SUCCESS_MS = 700;

/** Returns what a request has done; `undefined` where nothing needs to be said. */
export function successOf<M extends DialogMethod>(
  request: DialogRequest<M>,
  screen: Screen<M>,
  locale: Locale,
): string | undefined {
  const { flow, preview } = request;
  // The next step of the flow follows at once.
  if (flow.step < flow.steps) return undefined;
  return screen.success?.(locale.text.screens.success, preview.get(), locale);
}
