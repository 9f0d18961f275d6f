/**
 * Resolves language and color scheme of the wallet host: the user's settings, otherwise the
 * browser's. The dApp has no influence.
 *
 * @module
 */
import { browserStorage } from "../../core/lib/storage.ts";

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

/** Storage key of the language that the user chose, a BCP 47 tag. */
export const LANGUAGE_KEY = "acct.language.1";
/** Storage key of the color scheme that the user chose: `light` or `dark`. */
export const THEME_KEY = "acct.theme.1";

/** Returns the locale of the page. */
export function pageLocale(): Locale {
  return resolveLocale([browserStorage().get(LANGUAGE_KEY) ?? "", ...navigator.languages]);
}

/** Color scheme of the page: the user's choice, otherwise the system's. */
export function pageTheme(): "light" | "dark" | "auto" {
  const { colorScheme } = document.documentElement.style;
  return colorScheme === "light" || colorScheme === "dark" ? colorScheme : "auto";
}

/** Sets the language of the page, which the dialogs use too, and its color scheme. */
export function applyLook(root: HTMLElement): void {
  const { tag, dir } = pageLocale();
  root.lang = tag;
  root.dir = dir;
  root.style.colorScheme = browserStorage().get(THEME_KEY) ?? "";
}

function isSupported(language: string): language is Language {
  return Object.hasOwn(directions, language);
}
