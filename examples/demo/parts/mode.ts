/** Remembers the mode between visits. @module */
import { Mode } from "@sdk/connector";

const key = "meadow.mode";

/** The mode of the last visit. */
export function rememberedMode(): Mode {
  return localStorage.getItem(key) === Mode.AppSpecific ? Mode.AppSpecific : Mode.CrossPlatform;
}

/** Keeps the mode. */
export function rememberMode(mode: Mode): void {
  localStorage.setItem(key, mode);
}
