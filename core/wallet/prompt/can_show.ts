/** Asks the dialog handler what it supports. @module */
import type { UIHandler } from "../../dialog/handler.ts";
import type { DialogMethod } from "../../protocol/requests.ts";

/** Returns true if the handler supports a method; one that throws does not. */
export function canShow(ui: UIHandler, method: DialogMethod): boolean {
  try {
    return ui.canHandle(method);
  } catch (error) {
    console.error("The dialog handler's canHandle failed.", error);
    return false;
  }
}
