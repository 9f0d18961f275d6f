/** The reference of the exports is complete and equals the sources. */
import { assert, assertEquals } from "@std/assert";
import { escape, referencePages } from "./reference.ts";

Deno.test("reference: every export of every entry has a section with its declaration", async () => {
  const pages = await referencePages();
  const titles = pages.map(({ title }) => title);
  for (const title of ["@sdk/core", "@sdk/core/testing", "@sdk/connector", "@sdk/ui"]) {
    assert(titles.includes(title), title);
  }
  assertEquals(new Set(pages.map(({ path }) => path)).size, pages.length);
  let sections = 0;
  for (const { title, text, names } of pages) {
    assert(names.length > 0, title);
    const found = text.split(/^## /m).slice(1);
    assertEquals(found.map((section) => section.split("\n")[0]), [...names], title);
    for (const section of found) {
      sections++;
      const [, code = ""] = /```ts\n([\s\S]*?)\n```/.exec(section) ?? [];
      assert(code.includes(section.split("\n")[0]!) || /^\* as/.test(code), `${title}: ${section}`);
      // The description comes first: the docstring.
      assert(!section.split("\n")[2]!.startsWith("```"), `${title}: ${section.split("\n")[0]}`);
    }
  }
  assert(sections > 300, `only ${sections}`);
  const testing = pages.find(({ title }) => title === "@sdk/core/testing")!.text;
  assert(testing.includes("function testUser(options: TestUserOptions = {}): TestUser\n```"));
  assert(testing.includes("readonly answer?: TestAnswer"));
});

Deno.test("reference: words are no HTML, code stays as it is", () => {
  assertEquals(
    escape("a <b> and `<c>` of {@linkcode press}, {{x}}\n```ts\nf<T>();\n```"),
    "a &lt;b> and `<c>` of `press`, &#123;&#123;x}}\n```ts\nf<T>();\n```",
  );
});
