import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { causes } from "../../core/ground/errors.ts";
import { languages, loadLocale } from "./locale.ts";
import { amountAtMost, count, exactAmount, list, roundUp, timeSpan } from "./numbers.ts";
import { allFiles, readText } from "../../scripts/check/files.ts";

/** All texts of a table with their paths; functions are called with words of their kind. */
function texts(table: object, path = ""): [path: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] => {
    const here = `${path}${key}`;
    if (typeof value === "string") return [[here, value]];
    if (typeof value === "function") {
      const result: unknown = value("QQ", "QQ");
      return typeof result === "string" ? [[here, result]] : texts(result as object, `${here}.`);
    }
    return typeof value === "object" && value !== null ? texts(value, `${here}.`) : [];
  });
}

/** Scripts that the words of a language are written in; a name alone has none. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /[\u0600-\u06ff]/,
  ja: /[\u3040-\u30ff\u4e00-\u9fff]/,
};
/** What is no text. */
const settings = new Set(["dir", "language", "screens.grant.quoted"]);

Deno.test("every language has every text, none is empty, and none is English by mistake", async () => {
  const english = new Map(texts((await loadLocale(["en"])).text));
  for (const language of languages) {
    const table = new Map(texts((await loadLocale([language])).text));
    assertEquals([...table.keys()].sort(), [...english.keys()].sort(), language);
    const script = scripts[language];
    for (const [path, words] of table) {
      const at = `${language}: ${path}`;
      assert(words.trim() !== "", `${at} is empty`);
      assert(!/undefined|\[object/.test(words), `${at} says ${words}`);
      if (script === undefined || settings.has(path)) continue;
      assertNotEquals(words, english.get(path), `${at} is English`);
      assert(script.test(words) || words.startsWith("QQ"), `${at} has no word of it: ${words}`);
    }
  }
});

Deno.test("a table names its language", async () => {
  for (const language of languages) {
    assertEquals((await loadLocale([language])).text.language, language);
    assertEquals((await loadLocale([language])).tag, language);
  }
});

Deno.test("the causes of the tables exist, and the passkey causes are complete", async () => {
  for (const language of languages) {
    const { text } = await loadLocale([language]);
    for (const cause of Object.keys(text.causes)) assert(Object.hasOwn(causes, cause), cause);
    const needed = Object.keys(causes).filter((cause) => cause.includes("passkey"));
    for (const cause of needed) {
      assert(Object.hasOwn(text.causes, cause), `${language}: ${cause}`);
    }
  }
});

Deno.test("'not supported' is never shown for a cancellation", async () => {
  for (const language of languages) {
    const { text } = await loadLocale([language]);
    const cancelled = text.causes.passkey_cancelled;
    assertNotEquals(cancelled.title, text.causes.passkey_unsupported.title);
    assert(!/support|unterst|مدعوم|admit|対応していない/i.test(cancelled.title + cancelled.body));
  }
});

Deno.test("the language is the first supported one", async () => {
  assertEquals((await loadLocale([undefined, "xx", "de-AT"])).tag, "de-AT");
  assertEquals((await loadLocale(["", "not a tag!", "AR-eg"])).text.dir, "rtl");
  assertEquals((await loadLocale(["fr", "ja"])).tag, "ja");
  assertEquals((await loadLocale(["fr", "pt"])).tag, "en");
  assertEquals((await loadLocale([])).tag, "en");
  assertEquals((await loadLocale(["__proto__", "constructor"])).tag, "en");
});

Deno.test("amounts are exact in every language", () => {
  assertEquals(exactAmount(1_234_500_000n, 6, "en"), "1,234.5");
  assertEquals(exactAmount(1_234_500_000n, 6, "de"), "1.234,5");
  assertEquals(exactAmount(1_234_500_000n, 6, "ar-EG"), "١٬٢٣٤٫٥");
  assertEquals(exactAmount(1n, 18, "en"), "0.000000000000000001");
  assertEquals(exactAmount(0n, 18, "en"), "0");
  assertEquals(exactAmount(-5n, 0, "en"), "\u22125");
  assertEquals(exactAmount(2n ** 256n - 1n, 0, "en").replaceAll(",", ""), `${2n ** 256n - 1n}`);
  assertEquals(exactAmount(10n ** 30n + 1n, 18, "en"), "1,000,000,000,000.000000000000000001");
});

Deno.test("a maximum is never rounded down", () => {
  assertEquals(roundUp(123_456n, 4), 123_500n);
  assertEquals(roundUp(123_400n, 4), 123_400n);
  assertEquals(roundUp(9_999_1n, 4), 100_000n);
  assertEquals(roundUp(7n, 4), 7n);
  assertEquals(roundUp(0n, 4), 0n);
  assertEquals(amountAtMost(78_901_234_567_890n, 18, "en"), "0.00007891");
});

Deno.test("a duration is exact, for any length", () => {
  assertEquals(timeSpan(0n, "en"), "0 seconds");
  assertEquals(timeSpan(90_061n, "en"), "1 day, 1 hour, 1 minute, 1 second");
  assertEquals(timeSpan(31_536_000n, "de"), "365 Tage");
  assertEquals(timeSpan(-5n, "en"), "0 seconds");
  assertEquals(timeSpan(2n ** 256n - 1n, "en").startsWith("1,340,"), true);
});

Deno.test("lists and counts", () => {
  assertEquals(list(["1 A", "2 B"], "en"), "1 A and 2 B");
  assertEquals(list(["1 A"], "de"), "1 A");
  assertEquals(count(10_000, "de"), "10.000");
});

Deno.test("Arabic: counted nouns and durations use the form of the number", async () => {
  const { text } = await loadLocale(["ar"]);
  const actions = [1, 2, 3, 10, 11, 99, 100, 103].map((n) => text.actions(n, String(n)));
  assertEquals(actions, [
    "إجراء واحد",
    "إجراءان",
    "3 إجراءات",
    "10 إجراءات",
    "11 إجراءً",
    "99 إجراءً",
    "100 إجراء",
    "103 إجراءات",
  ]);
  assertEquals(text.stepsUnread(2, "2"), "لم يُتحقق من خطوتين أخريين.");
  assertEquals(text.screens.reading.unknownTokens(11, "11"), "11 رمزًا غير معروف");
  const wait = text.ownerAddAddress.intro("Bob", timeSpan(2n * 86_400n + 7_200n, "ar"));
  assert(wait.includes("بعد يومين وساعتين."), wait);
});

Deno.test("no text is outside of the tables", async () => {
  const stray: string[] = [];
  let seen = 0;
  for (const path of await allFiles()) {
    const source = /^ui\/(?:screens|parts|dialog)\/.*\.tsx$/.test(path)
      ? await readText(path)
      : null;
    if (source === null) continue;
    seen++;
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/=>/g, "");
    // Words between tags, and attributes that are read aloud.
    for (const [, words] of code.matchAll(/>\s*([^<>{}()=;]*\p{L}{2,}[^<>{}()=;]*?)\s*<\//gu)) {
      stray.push(`${path}: ${words}`);
    }
    for (const [, words] of code.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]+)"/g)) {
      stray.push(`${path}: ${words}`);
    }
  }
  assertEquals(stray, []);
  assert(seen > 50, `${seen} files were read`);
});
