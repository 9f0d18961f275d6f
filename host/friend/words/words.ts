/** Loads the words of the pages about recovery with a friend, each language separately. @module */
import type { Language } from "../../page/language.ts";
import type { FriendWords } from "./friend_en.ts";

const tables: Readonly<Record<Language, () => Promise<{ readonly words: FriendWords }>>> = {
  en: () => import("./friend_en.ts"),
  de: () => import("./friend_de.ts"),
  ar: () => import("./friend_ar.ts"),
  es: () => import("./friend_es.ts"),
  ja: () => import("./friend_ja.ts"),
};

/** Loads the words of a language. */
export async function loadWords(language: Language): Promise<FriendWords> {
  return (await tables[language]()).words;
}
