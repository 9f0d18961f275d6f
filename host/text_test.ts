import { assertEquals } from "@std/assert";
import { homeText, languageTag } from "./text.ts";

Deno.test("home: odd language tags do not stop the page", () => {
  assertEquals(languageTag(["en-US@posix"]), "en");
  assertEquals(languageTag(["", "x", "C", "de-AT"]), "de-AT");
  assertEquals(languageTag([]), "en");
  assertEquals(languageTag(["ar-EG", "en"]), "ar-EG");
  for (
    const [languages, dir] of [[["ar-EG"], "rtl"], [["en-US@posix"], "ltr"], [[], "ltr"]] as const
  ) {
    assertEquals(homeText(languages).dir, dir);
  }
});
