/** All words of the rescue page. @module */
import type { Language } from "../page/language.ts";
import { ar } from "./words/ar.ts";
import { de } from "./words/de.ts";
import { en, type RescueText } from "./words/en.ts";
import { es } from "./words/es.ts";
import { ja } from "./words/ja.ts";

/** The tables by language. The page contains them, because it loads no other file. */
export const rescueTexts: Readonly<Record<Language, RescueText>> = { en, de, ar, es, ja };
