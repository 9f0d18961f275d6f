/** Context that every part of a dialog reads. @module */
import { type Context, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Readable } from "@sdk/core/dialog";
import type { Guard } from "./guard.ts";
import type { Locale } from "../../text/locale.ts";
import type { CauseText, Text } from "../../text/en.ts";

/**
 * Headline of a result, and its recipient, spender or site; `isPartial` if the change has not
 * reached every network.
 */
export type Success = readonly [title: string, detail?: string | undefined, isPartial?: boolean];

/** Context of a dialog. */
export interface DialogContext extends Locale {
  /** Method of the dialog's request. */
  readonly method: string;
  /** Guard of this dialog's confirmations. */
  readonly guard: Guard;
  /** True while the dialog is visible; the embedding page can cover its frame. */
  readonly isVisible: Readable<boolean>;
  /** Opens the dialog in a window, if it is shown in a frame. */
  readonly openInWindow?: () => void;
  /** Continues on the user's phone; absent where that is not offered. */
  readonly onPhone?: () => void;
  /** URL of the wallet home; absent if the wallet has none. */
  readonly homeUrl?: string;
  /** Adds the style rules of a screen. */
  readonly addRules: (css: string) => void;
  /** Closes the dialog of a finished request before its time is over. */
  readonly leave: () => void;
  /** Text that reports success while the dialog closes. */
  readonly success?: Success;
  /** Text of the last attempt's failure. */
  readonly failure?: CauseText;
  /** Label of a button while it is busy. */
  readonly busyText: string;
  /** True on devices with a fine pointer, where the focus may go to a text field. */
  readonly keyboard: boolean;
}

/** Context that every dialog provides. */
export const dialogContext: Context<DialogContext | null> = createContext<
  DialogContext | null
>(null);

/** Returns the context of the dialog. */
export function useDialogContext(): DialogContext {
  const value = useContext(dialogContext);
  if (value === null) throw new Error("useDialogContext must be called within a dialog");
  return value;
}

/** Returns the texts of a screen, in the language of the dialog. */
export function useWords<K extends keyof Text["screens"]>(screen: K): Text["screens"][K] {
  return useDialogContext().text.screens[screen];
}
