import { assertEquals } from "@std/assert";
import { hasCheckedWords, wrongWords } from "./words.ts";

/** Lines and words that are found in a text. */
function found(text: string): string[] {
  return wrongWords("a.ts", text).map((problem) =>
    /^a\.ts:(\d+ says "[^"]+"); better: \S/.exec(problem)![1]!
  );
}

Deno.test("words: found in comments of each form, with the line", () => {
  const text = `/** Asks the person. */
const a = 1; // for somebody
/**
 * Reads it.
 *
 * Nobody else does, whoever asks.
 */
    {/* It is made anew. */}
/// Whom to pay.
/* dearer */
`;
  assertEquals(found(text), [
    '1 says "person"',
    '2 says "somebody"',
    '6 says "Nobody"',
    '6 says "whoever"',
    '8 says "anew"',
    '9 says "Whom"',
    '9 says "Whom"',
    '10 says "dearer"',
  ]);
});

Deno.test("words: a comment begins with a verb or a noun; later lines may begin with any word", () => {
  for (const word of ["What", "Who", "That", "Whose", "Whom"]) {
    const begins = `says "${word}"`;
    for (
      const text of [`/** ${word} it is. */`, `// ${word} it is.`, `/**\n * ${word} it is.\n */`]
    ) {
      assertEquals(found(text).at(-1)?.endsWith(begins), true, text);
    }
  }
  assertEquals(found("/**\n * Reads\n * Who it is.\n */"), []);
  assertEquals(found("// Whoever comes."), ['1 says "Whoever"']);
  assertEquals(found("// Thatched roofs."), []);
});

Deno.test("words: found in texts of errors, not in other code", () => {
  const text = `throw new Error("nobody is there");
throw new AcctError(
  \`no kit: \${the} kit of ours\`,
);
const table = { message: "The person said no.", advice: "Ask whom you know." };
const person = somebody("nobody", 'whoever');
const url = "https://example.com/person";
`;
  assertEquals(found(text), ['1 says "nobody"', '5 says "person"', '5 says "whom"']);
  assertEquals(found('fail("the kit failed")'), ['1 says "the kit"']);
});

Deno.test("words: found in titles of tests and steps, in each form", () => {
  const text = `Deno.test("nobody is asked", run);
Deno.test.ignore(
  "asks nobody", run);
await t.step(\`nobody, \${twice}\`, run);
await step("nobody", run);
stackTest("asks nobody", run);
const nobody = find("nobody");
`;
  const titles = (path: string) =>
    wrongWords(path, text).map((problem) => /:(\d+) says "nobody"/.exec(problem)?.[1]);
  assertEquals(titles("core/page/send_test.ts"), ["1", "3", "4", "5", "6"]);
  assertEquals(titles("tests/stack/steps.ts"), ["1", "3", "4", "5", "6"]);
  assertEquals(titles("core/page/send.ts"), []);
});

Deno.test("words: grammar that hides the noun is found", () => {
  for (
    const [text, word] of [
      ["Reads what a block holds.", "what"],
      ["Reports those that fail.", "those that"],
      ["It is told later.", "told"],
      ["Works also if it is closed.", "also if"],
      ["It is no more valid.", "no more"],
      ["A key of its own.", "of its own"],
      ["Left out by default.", "Left out"],
      ["Those fail.", "Those"],
      ["One that fails.", "One that"],
      ["The same for tokens.", "The same"],
    ]
  ) assertEquals(found(`// ${text}`), [`1 says "${word}"`], text);
  for (
    const text of ["What is a lease?", "No more than five.", "The same key is used.", "One key."]
  ) assertEquals(found(`// ${text}`).filter((it) => !it.includes('"What"')), [], text);
});

Deno.test("words: documentation is read by sentences, without code and addresses", () => {
  const read = (text: string) => wrongWords("a.md", text).map((it) => it.replace(/; better.*/, ""));
  assertEquals(read("# Title\n\nIt reads\nwhat is there.\n\n- Those fail.\n"), [
    'a.md:3 says "what"',
    'a.md:6 says "Those"',
  ]);
  assertEquals(read("```ts\n// what\n```\n`what` and [a](what.md)\n\n[t]: what\n"), []);
  assertEquals(read("## What does it cost?\n\nNothing.\n"), []);
  assertEquals(read(`First. ${"word ".repeat(36)}.\n`), [
    `a.md:1 has a sentence of 36 words: "${"word ".repeat(8)}…"`,
  ]);
  assertEquals(read(`| ${"word ".repeat(20)} | ${"word ".repeat(20)} |\n`), []);
});

Deno.test("words: names of documents that readers do not have are no reasons", () => {
  assertEquals(found("// See DESIGN.md §4."), ['1 says "DESIGN.md"']);
  assertEquals(found("// See README.md."), []);
});

Deno.test("words: texts for users have their own rules", () => {
  assertEquals(["ui/text/en.ts", "host/text.ts", "docs/faq.md"].map(hasCheckedWords), [
    false,
    false,
    true,
  ]);
  assertEquals(["tests/dom.ts", "scripts/dev.ts", "bench/mod.ts"].map(hasCheckedWords), [
    true,
    true,
    true,
  ]);
});
