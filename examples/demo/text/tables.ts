/** The words by language, and the language that was chosen. @module */
import { memory } from "../parts/memory.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { ja } from "./ja.ts";
import type { Words } from "./text.ts";

/** The tables by language, in the order in which they are offered. */
export const tables: Readonly<Record<Language, Words>> = { en, de, es, ar, ja };

/** A language of the demo: those of the dialogs. */
export type Language = "en" | "de" | "es" | "ar" | "ja";

const key = "meadow.language";

/** The language that was chosen, else the first of the browser's that has a table, else English. */
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

/** Tells the document its language: the dialogs of the page follow it. */
export function applyLanguage(language: Language): void {
  const { dir, page } = tables[language];
  Object.assign(document.documentElement, { lang: language, dir });
  document.title = page;
}
