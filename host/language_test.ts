import { assertEquals } from "@std/assert";
import { spokenOf } from "./language.ts";

for (
  const [languages, tag, language, dir] of [
    [["en-GB"], "en-GB", "en", "ltr"],
    [["de-AT", "en"], "de-AT", "de", "ltr"],
    [["ar-EG", "en"], "ar-EG", "ar", "rtl"],
    // What is not spoken here is passed over, its numbers and dates too.
    [["fr-FR", "de"], "de", "de", "ltr"],
    [["arn", "de"], "de", "de", "ltr"],
    [["fr"], "en", "en", "ltr"],
    // What no language is called does not stop the page.
    [["en-US@posix"], "en-US", "en", "ltr"],
    [["", "x", "C", "constructor", "DE-at"], "de-AT", "de", "ltr"],
    [[], "en", "en", "ltr"],
  ] as const
) {
  Deno.test(`host: of ${JSON.stringify(languages)} it speaks ${tag}`, () => {
    assertEquals(spokenOf(languages), { tag, language, dir });
  });
}
