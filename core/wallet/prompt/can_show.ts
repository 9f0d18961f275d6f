/** Checks the features that the dialog handler supports. @module */
import type { UIHandler } from "../../dialog/handler.ts";
import type { DialogMethod } from "../../dialog/requests.ts";

/** Returns true if the handler supports a method; false if its check throws. */
export function canShow(ui: UIHandler, method: DialogMethod): boolean {
  try {
    return ui.canHandle(method);
  } catch (error) {
    console.error("The dialog handler's canHandle failed.", error);
    return false;
  }
}
