/** The texts by language, and the chosen language. @module */
import { memory } from "../parts/memory.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { ja } from "./ja.ts";
import type { Words } from "./text.ts";

/** The tables by language, in the order of the language menu. */
export const tables: Readonly<Record<Language, Words>> = { en, de, es, ar, ja };

/** A language of the demo; the dialogs have the same languages. */
export type Language = "en" | "de" | "es" | "ar" | "ja";

const key = "meadow.language";

/** The chosen language, or otherwise the first supported language of the browser, or English. */
export function rememberedLanguage(): Language {
  const wanted = [memory.getItem(key) ?? "", ...navigator.languages];
  for (const tag of wanted) {
    const [language = ""] = tag.toLowerCase().split("-");
    if (Object.hasOwn(tables, language)) return language as Language;
  }
  return "en";
}

/** Keeps the choice. */
export function rememberLanguage(language: Language): void {
  memory.setItem(key, language);
}

/** Sets the document's language, which the page's dialogs use. */
export function applyLanguage(language: Language): void {
  const { dir, page } = tables[language];
  Object.assign(document.documentElement, { lang: language, dir });
  document.title = page;
}
