/** The second engine, where it can be loaded: its packages hold to the same rules. */
import { assertEquals } from "@std/assert";
import { dntEngine } from "../../../scripts/npm/dnt.ts";
import { buildPackages, type Engine } from "../../../scripts/npm/mod.ts";
import { lintPackages } from "../../../scripts/npm/tools.ts";

const engine: Engine | null = await dntEngine().catch((error: Error) => {
  if (Deno.env.get("REQUIRE_ALL") === "1") throw error;
  console.warn(`NOT RUN: ${error.message}`);
  return null;
});

Deno.test("dnt: publint and attw report no problems in its packages", {
  sanitizeResources: false,
  ignore: engine === null,
}, async () => {
  const out = await Deno.makeTempDir({ prefix: "acct-packages-" });
  try {
    const built = await buildPackages({ out, engine: engine! });
    assertEquals(await lintPackages(built.map(({ tarball }) => tarball)), []);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
