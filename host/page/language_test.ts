import { assertEquals } from "@std/assert";
import { resolveLocale } from "./language.ts";

for (
  const [languages, tag, language, dir] of [
    [["en-GB"], "en-GB", "en", "ltr"],
    [["de-AT", "en"], "de-AT", "de", "ltr"],
    [["ar-EG", "en"], "ar-EG", "ar", "rtl"],
    [["es-MX", "en"], "es-MX", "es", "ltr"],
    [["ja", "en"], "ja", "ja", "ltr"],
    // An unsupported language is skipped, including its formats of numbers and dates.
    [["fr-FR", "de"], "de", "de", "ltr"],
    [["arn", "de"], "de", "de", "ltr"],
    [["fr"], "en", "en", "ltr"],
    // An invalid tag does not stop the page.
    [["en-US@posix"], "en-US", "en", "ltr"],
    [["", "x", "C", "constructor", "DE-at"], "de-AT", "de", "ltr"],
    [[], "en", "en", "ltr"],
  ] as const
) {
  Deno.test(`host: for ${JSON.stringify(languages)} it uses ${tag}`, () => {
    assertEquals(resolveLocale(languages), { tag, language, dir });
  });
}
