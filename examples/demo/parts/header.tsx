/** Name and language. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useContext } from "react";
import { LanguageContext, useWords } from "../text/language.ts";
import { type Language, tables } from "../text/tables.ts";

/** The header. */
export function Header(
  { onLanguage }: { readonly onLanguage: (language: Language) => void },
): JSX.Element {
  const words = useWords();
  const language = useContext(LanguageContext);
  return (
    <header className="header">
      <span className="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 28V14" />
          <path d="M16 18c0-6 3.500-10 10-11 .5 7-3.500 11-10 11z" />
          <path d="M16 22c0-5-3-8.500-9-9-.500 6 3 9.500 9 9z" />
        </svg>
        Meadow
      </span>
      <span className="spacer" />
      <select
        className="language"
        aria-label={words.language}
        data-testid="language"
        value={language}
        onChange={(event) => onLanguage(event.currentTarget.value as Language)}
      >
        {Object.entries(tables).map(([each, { name }]) => (
          <option key={each} value={each} lang={each}>{name}</option>
        ))}
      </select>
    </header>
  );
}
