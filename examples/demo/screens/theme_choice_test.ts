/** The URL of the theme playground: the page shows a screen for any fragment. */
import { assertEquals } from "@std/assert";
import { stories } from "../../../ui/stories/stories.ts";
import { choiceAt, first, screens, themeAddress } from "./theme_choice.ts";

Deno.test("theme playground: every screen is offered once", () => {
  assertEquals([...screens].sort(), Object.keys(stories).sort());
});

Deno.test("theme playground: a choice is restored from its URL", () => {
  const choice = {
    story: "typed-permit",
    locale: "ar",
    theme: { mode: "dark", accentColor: "#e11d48", cssVariables: { "--sdk-radius": "4px" } },
  } as const;
  assertEquals(choiceAt(themeAddress(choice)), choice);
});

Deno.test("theme playground: invalid choices are ignored", () => {
  for (const hash of ["#theme", "#theme=", "#theme=%", "#theme=7", "#theme=%5B", "#theme=null"]) {
    assertEquals(choiceAt(hash).story, first.story, hash);
  }
  const odd = {
    story: "__proto__",
    locale: "xx",
    theme: { mode: "loud", accentColor: "red;}", cssVariables: { "--sdk-radius": 4 } },
  };
  assertEquals(choiceAt(`#theme=${encodeURIComponent(JSON.stringify(odd))}`), {
    story: first.story,
    locale: first.locale,
    theme: {},
  });
});
