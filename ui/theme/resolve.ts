/** Resolves the theme. @module */
import type { Theme } from "@sdk/core/dialog";

/** Default theme. */
export const defaultTheme: Theme = { mode: "auto", borderRadius: "md", fontStack: "system" };

/** Returns the handler's own theme if set, as a whole, or otherwise the theme of `Acct.create`. */
export function resolveTheme(own: Theme | undefined, created: Theme | undefined): Theme {
  return { ...defaultTheme, ...(own ?? created) };
}
