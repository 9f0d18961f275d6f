/** Screenshots and positions are compared, so they must not depend on installed fonts. */
import { assertEquals } from "@std/assert";
import { newContext, open, options, type Page } from "./browser.ts";

// Other systems have a fixed set of fonts, and only Chromium reports the fonts in use.
const ignore = Deno.build.os !== "linux" || Deno.env.get("TEST_BROWSER") === "firefox" ||
  Deno.env.get("TEST_BROWSER") === "webkit";

Deno.test("fonts: the browser renders with the fonts of the tests", {
  ...options,
  ignore,
}, async () => {
  const context = await newContext();
  const page = await context.newPage() as Page;
  const used = new Set<string>();
  for (
    const [name, query] of [
      ["send-value", {}],
      ["typed-order", { lang: "ar" }],
      ["message-text", { font: "rounded" }],
      ["connect-new", { lang: "de" }],
    ] as const
  ) {
    await open(page, name, query);
    const session = await context.newCDPSession(page);
    for (const command of ["DOM.enable", "CSS.enable"]) await session.send(command);
    const { nodes } = await session.send("DOM.getFlattenedDocument", {
      depth: -1,
      pierce: true,
    }) as { nodes: { nodeId: number; nodeType: number }[] };
    for (const { nodeId, nodeType } of nodes) {
      if (nodeType !== 1) continue;
      // Removed elements use no fonts.
      const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId })
        .catch(() => ({ fonts: [] })) as { fonts: { familyName: string }[] };
      for (const { familyName } of fonts) used.add(familyName);
    }
  }
  assertEquals([...used].sort(), ["DejaVu Sans", "DejaVu Sans Mono"]);
  await context.close();
});
