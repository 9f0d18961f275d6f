/** Provides the texts of the page's language to components. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type Context, createContext, useContext } from "react";
import { type Language, tables } from "./tables.ts";
import type { Words } from "./text.ts";

/** The language of the page. */
export const LanguageContext: Context<Language> = createContext<Language>("en");

/** The texts in the language of the page. */
export function useWords(): Words {
  return tables[useContext(LanguageContext)];
}
