/** Resolves the language of the wallet host from the browser, not from the dApp. @module */

/** Supported languages; the first one is the fallback. */
export const LANGUAGES = ["en", "de", "ar", "es", "ja"] as const;

/** Supported language. */
export type Language = (typeof LANGUAGES)[number];

/** Language settings of the page. */
export interface Locale {
  /** Language of the texts. */
  readonly language: Language;
  /** BCP 47 tag for numbers and dates. */
  readonly tag: string;
  /** Writing direction. */
  readonly dir: "ltr" | "rtl";
}

const directions: Readonly<Record<Language, "ltr" | "rtl">> = {
  en: "ltr",
  de: "ltr",
  ar: "rtl",
  es: "ltr",
  ja: "ltr",
};

/** Returns the first supported locale; some browsers report invalid ones (`en-US@posix`). */
export function resolveLocale(languages: readonly string[]): Locale {
  for (const wanted of languages) {
    try {
      const [tag = ""] = Intl.getCanonicalLocales(wanted.split("@")[0]);
      const language = tag.split("-")[0]!;
      if (isSupported(language)) return { language, tag, dir: directions[language] };
    } catch { /* no language */ }
  }
  return { language: "en", tag: "en", dir: "ltr" };
}

/** Sets the language of the page, which the dialogs use too. */
export function applyLocale({ tag, dir }: Locale, root: HTMLElement): void {
  root.lang = tag;
  root.dir = dir;
}

function isSupported(language: string): language is Language {
  return Object.hasOwn(directions, language);
}
