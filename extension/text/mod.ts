/** Chooses the texts of the popup. @module */
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type PopupText } from "./en.ts";
import { es } from "./es.ts";
import { ja } from "./ja.ts";

export type { PopupText } from "./en.ts";

const texts: Readonly<Record<string, PopupText>> = { en, de, es, ja, ar };

/** Chosen texts with their language. */
export interface ChosenText {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly text: PopupText;
}

/** Returns the texts of the first language that exists; English otherwise. */
export function chooseText(languages: readonly string[]): ChosenText {
  const language = languages.map((each) => each.split("-")[0]!.toLowerCase())
    .find((each) => Object.hasOwn(texts, each)) ?? "en";
  return { language, direction: language === "ar" ? "rtl" : "ltr", text: texts[language]! };
}
