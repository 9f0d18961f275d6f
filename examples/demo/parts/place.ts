/** Where the wallet appears, remembered between visits. @module */

/** Each choice, with what the page says of it. */
export const places = {
  window: {
    label: "Own window",
    testid: "mode-cross",
    hint: "Opens the wallet in a window of its own; the account works on every site.",
    note: "Wallet in its own window",
  },
  frame: {
    label: "In a frame",
    testid: "mode-frame",
    hint: "Shows the wallet over this page; the account works on every site.",
    note: "Wallet in a frame over this page",
  },
  page: {
    label: "In this page",
    testid: "mode-app",
    hint: "The wallet's dialogs open here; the account belongs to this site.",
    note: "Wallet in this page",
  },
} as const;

/** One of the choices. */
export type Place = keyof typeof places;

const key = "meadow.place";

/** The choice of the last visit. */
export function rememberedPlace(): Place {
  const kept = localStorage.getItem(key);
  return kept !== null && Object.hasOwn(places, kept) ? kept as Place : "window";
}

/** Keeps the choice. */
export function rememberPlace(place: Place): void {
  localStorage.setItem(key, place);
}
