import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { serveHost } from "../../host/mod.ts";
import { readHostFiles } from "./keys_host.ts";

const related = ["https://keys.new.example", "https://keys.third.example"];

/** Runs with a folder that contains a page and this list. */
async function withFolder(list: string | null, run: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "index.html"), "<p>Wallet");
    if (list !== null) await Deno.writeTextFile(join(folder, "webauthn.json"), list);
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("keys host: the list of a build is served, and so is that of the configuration", async () => {
  const read = async (serve: (request: Request) => Response, method = "GET") => {
    const url = "https://keys.old.example/.well-known/webauthn";
    const response = serve(new Request(url, { method }));
    return [response.status, response.headers.get("content-type"), await response.text()];
  };
  const apiKey = () => "";
  await withFolder(JSON.stringify({ origins: related }), async (folder) => {
    const files = await readHostFiles(folder, related);
    const body = JSON.stringify({ origins: related });
    const listed = [200, "application/json", body];
    assertEquals(await read(serveHost(files, { apiKey })), listed);
    assertEquals(await read(serveHost(files, { apiKey }), "HEAD"), [200, "application/json", ""]);
    // The list is no file of the page.
    assertEquals([...files.assets.keys()], []);
  });
  await withFolder(null, async (folder) => {
    const files = await readHostFiles(folder, related);
    const [status, type] = await read(serveHost(files, { apiKey, related }));
    assertEquals([status, type], [200, "application/json"]);
    assertEquals((await read(serveHost(files, { apiKey })))[0], 404);
  });
});

Deno.test("keys host: a list that is wrong, or differs from the configuration's, is rejected", async () => {
  for (
    const [list, configured, part] of [
      [JSON.stringify({ origins: related }), related.slice(1), "keysHostRelated differs"],
      [JSON.stringify({ origins: related }), [], "keysHostRelated differs"],
      [JSON.stringify({ origins: ["https://keys.new.example/"] }), undefined, "origins[0] must be"],
      [JSON.stringify({ origins: [7] }), undefined, "origins must be a list of strings"],
      [JSON.stringify(related), undefined, "origins must be a list of strings"],
      ["null", undefined, "origins must be a list of strings"],
      ["", undefined, "must be JSON"],
      ['{"origins":[', undefined, "must be JSON"],
    ] as const
  ) {
    await withFolder(list, async (folder) => {
      const { message } = await assertRejects(() => readHostFiles(folder, configured), Error);
      assertStringIncludes(message, part);
      assertStringIncludes(message, "webauthn.json");
    });
  }
});
