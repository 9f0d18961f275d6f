/** Which theme counts. @module */
import type { Theme } from "@sdk/core/dialog";

/** The defaults of SPEC.md. */
export const defaultTheme: Theme = { mode: "auto", borderRadius: "md", fontStack: "system" };

/** A theme of the handler's constructor wins over the one of `Acct.create`, as a whole. */
export function resolveTheme(own: Theme | undefined, created: Theme | undefined): Theme {
  return { ...defaultTheme, ...(own ?? created) };
}
