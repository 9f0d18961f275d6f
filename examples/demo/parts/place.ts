/** Place where the wallet appears, stored between visits. @module */
import type { Words } from "../text/text.ts";
import { memory } from "./memory.ts";

/** Each choice, with the keys of its texts. */
export const places = {
  window: { label: "window", hint: "windowHint", testid: "mode-cross" },
  frame: { label: "frame", hint: "frameHint", testid: "mode-frame" },
  page: { label: "inPage", hint: "inPageHint", testid: "mode-app" },
} as const satisfies Readonly<Record<string, PlaceWords>>;

/** Keys of a place's texts, and its test id. */
interface PlaceWords {
  readonly label: keyof Words;
  readonly hint: keyof Words;
  readonly testid: string;
}

/** A place to choose. */
export type Place = keyof typeof places;

const key = "meadow.place";

/** The choice of the last visit. */
export function rememberedPlace(): Place {
  const kept = memory.getItem(key);
  return kept !== null && Object.hasOwn(places, kept) ? kept as Place : "window";
}

/** Keeps the choice. */
export function rememberPlace(place: Place): void {
  memory.setItem(key, place);
}
