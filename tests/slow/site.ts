/**
 * The documentation site: it is built, no link is broken, and it includes everything that a page
 * loads. `deno task test tests/slow/site.ts`; it installs VitePress from npm.
 */
import { assert, assertEquals } from "@std/assert";
import { posix } from "node:path";
import { buildSite } from "../../scripts/docs/site.ts";
import { chapters } from "../../scripts/docs/pages.ts";

const options = { sanitizeResources: false, sanitizeOps: false };

/** Every file below a folder, by its path there. */
async function filesBelow(folder: string, below = ""): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(posix.join(folder, below))) {
    const path = posix.join(below, name);
    if (!isDirectory) found.set(path, posix.join(folder, path));
    else for (const entry of await filesBelow(folder, path)) found.set(...entry);
  }
  return found;
}

Deno.test("site: it is built below a path, completely, without dead links", options, async () => {
  const out = await Deno.makeTempDir({ prefix: "acct-site-" });
  try {
    await buildSite({ out, base: "/docs/" });
    const files = await filesBelow(out);
    const pages = new Map<string, string>();
    for (const [path, file] of files) {
      if (path.endsWith(".html")) pages.set(path, await Deno.readTextFile(file));
    }
    assert(pages.size > chapters.flatMap(({ pages }) => pages).length, String([...pages.keys()]));
    const dead: string[] = [];
    let seen = 0;
    for (const [path, html] of pages) {
      if (path === "404.html") continue;
      assert(html.includes("<h1"), `${path} has no heading`);
      for (const [, link] of html.matchAll(/\b(?:href|src)="([^"]+)"/g)) {
        if (/^(?:https?|mailto|data):/.test(link!)) continue;
        seen++;
        const { pathname, hash } = new URL(link!, `https://site.example/docs/${path}`);
        const name = decodeURIComponent(
          pathname.replace(/^\/docs\//, "").replace(/\/$|^$/, "/index.html"),
        )
          .replace(/^\//, "");
        if (!pathname.startsWith("/docs/") || !files.has(name)) dead.push(`${path}: ${link}`);
        else if (
          hash !== "" && !pages.get(name)!.includes(`id="${decodeURIComponent(hash.slice(1))}"`)
        ) {
          dead.push(`${path}: ${link} has no such section`);
        }
      }
      // Scripts and styles of others would be theirs to change.
      const foreign = [...html.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"/g)];
      assertEquals(foreign.map(([, link]) => link), [], path);
    }
    assertEquals(dead, []);
    assert(seen > 500, `only ${seen} links were found`);
    assert(
      files.has("llms.txt") && files.has("llms-full.txt") && files.has("pictures/transaction.png"),
    );
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
