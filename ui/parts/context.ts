/** What every part of a dialog can reach. @module */
import { type Context, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Readable } from "@sdk/core/dialog";
import type { Guard } from "../dialog/guard.ts";
import type { Locale } from "../text/locale.ts";

/** The surroundings of a part. */
export interface Surroundings extends Locale {
  /** The method that the dialog answers. */
  readonly method: string;
  /** Guards the confirmations of this dialog. */
  readonly guard: Guard;
  /** Whether the dialog is truly seen; a page can cover the frame that it is in. */
  readonly seen: Readable<boolean>;
  /** Shows the dialog in another place, where a frame can be left. */
  readonly elsewhere?: () => void;
  /** What a button says while something is going on. */
  readonly busyText: string;
  /** Whether it is a device with a fine pointer: focus may go to a text field. */
  readonly keyboard: boolean;
}

/** The context; every dialog provides it. */
export const SurroundingsContext: Context<Surroundings | null> = createContext<
  Surroundings | null
>(null);

/** The surroundings of the part that asks. */
export function useSurroundings(): Surroundings {
  const value = useContext(SurroundingsContext);
  if (value === null) throw new Error("a part of a dialog was rendered outside of a dialog");
  return value;
}
