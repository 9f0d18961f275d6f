/** The language of the wallet host: the person's own, not that of the page that opened it. @module */

/** Languages that there are words in. */
export type Language = "en" | "de" | "ar";

/** A language as it is spoken here. */
export interface Spoken {
  /** Whose words. */
  readonly language: Language;
  /** BCP 47 tag for numbers and dates. */
  readonly tag: string;
  /** Writing direction. */
  readonly dir: "ltr" | "rtl";
}

const directions: Readonly<Record<Language, "ltr" | "rtl">> = { en: "ltr", de: "ltr", ar: "rtl" };

/** The first language that is spoken here; browsers name odd ones now and then (`en-US@posix`). */
export function spokenOf(languages: readonly string[]): Spoken {
  for (const wanted of languages) {
    try {
      const [tag = ""] = Intl.getCanonicalLocales(wanted.split("@")[0]);
      const language = tag.split("-")[0]!;
      if (isSpoken(language)) return { language, tag, dir: directions[language] };
    } catch { /* no language */ }
  }
  return { language: "en", tag: "en", dir: "ltr" };
}

/** Says in the page which language it is in. Dialogs follow it. */
export function speak({ tag, dir }: Spoken, root: HTMLElement): void {
  root.lang = tag;
  root.dir = dir;
}

function isSpoken(language: string): language is Language {
  return Object.hasOwn(directions, language);
}
