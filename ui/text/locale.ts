/** Chooses the table of text. @module */
import { AcctError } from "@sdk/core/dialog";
import type { Text } from "./en.ts";

/** The tables by language; a dialog loads one. */
const tables = {
  en: async (): Promise<Text> => (await import("./en.ts")).en,
  de: async (): Promise<Text> => (await import("./de.ts")).de,
  ar: async (): Promise<Text> => (await import("./ar.ts")).ar,
  es: async (): Promise<Text> => (await import("./es.ts")).es,
  ja: async (): Promise<Text> => (await import("./ja.ts")).ja,
};

/** The languages that have a table. */
export const languages: readonly string[] = Object.keys(tables);

/** A language: its table and the tag for `Intl`. */
export interface Locale {
  /** BCP 47 tag for numbers and dates. */
  readonly tag: string;
  /** The table. */
  readonly text: Text;
}

/**
 * The language of the option, else of the document, else of the browser, else English. A language
 * without a table gives English with English numbers.
 */
export async function loadLocale(wanted: readonly (string | undefined)[]): Promise<Locale> {
  for (const tag of wanted) {
    const canonical = canonicalTag(tag);
    const language = canonical?.split("-")[0] ?? "";
    if (canonical !== undefined && isLanguage(language)) {
      return { tag: canonical, text: await tables[language]() };
    }
  }
  return { tag: "en", text: await tables.en() };
}

/**
 * Checks the language of the option.
 *
 * @throws {AcctError} `invalid_params` with `preference.locale` as `field`
 */
export function checkLocale(locale: string | undefined): void {
  if (locale === undefined || canonicalTag(locale) !== undefined) return;
  throw new AcctError("invalid_params", {
    field: "preference.locale",
    detail: "The option preference.locale must be a language tag (BCP 47), such as en or de-AT.",
  });
}

/** The tag in canonical form, or nothing if it is none. */
function canonicalTag(tag: string | undefined): string | undefined {
  if (tag === undefined || tag === "" || tag.length > 100) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

function isLanguage(name: string): name is keyof typeof tables {
  return Object.hasOwn(tables, name);
}
