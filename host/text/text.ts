/** Loads the words of the home page, each language separately. @module */
import type { Language } from "../page/language.ts";
import type { HomeText } from "./home_en.ts";

const tables: Readonly<Record<Language, () => Promise<{ readonly text: HomeText }>>> = {
  en: () => import("./home_en.ts"),
  de: () => import("./home_de.ts"),
  ar: () => import("./home_ar.ts"),
  es: () => import("./home_es.ts"),
  ja: () => import("./home_ja.ts"),
};

/** Loads the words of a language. */
export async function loadText(language: Language): Promise<HomeText> {
  return (await tables[language]()).text;
}
