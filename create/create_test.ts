import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { formatApiKey, parseApiKey } from "../core/ground/api_key.ts";
import { developmentKeyParts } from "../scripts/stack/mod.ts";
import { createApp, DEVELOPMENT_KEY, examples } from "./main.ts";

Deno.test("create: the key is that of the local stack on its default port", async () => {
  assertEquals(DEVELOPMENT_KEY, formatApiKey(await developmentKeyParts("localhost:8787")));
  assertEquals(parseApiKey(DEVELOPMENT_KEY).chainId, 31337);
});

Deno.test("create: each example is an app with the key, without remaining placeholders", async () => {
  assertEquals(examples, ["react-wagmi", "next", "vue", "vanilla"]);
  const folder = await Deno.makeTempDir();
  for (const example of examples) {
    const path = await createApp({ example, folder: join(folder, example), repository: folder });
    const texts = await textsIn(path);
    const all = [...texts.values()].join("\n");
    assertStringIncludes(all, DEVELOPMENT_KEY);
    assertEquals(all.includes("__"), false);
    assertStringIncludes(texts.get("dev.mjs")!, JSON.stringify(folder));
    const { name, scripts } = JSON.parse(texts.get("package.json")!);
    assertEquals([name, scripts.dev], [example, "node dev.mjs"]);
    assert(scripts.app !== undefined && scripts.build !== undefined);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("create: no file is written into a folder with files, or for an unknown example", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(join(folder, "notes.txt"), "mine");
  await assertRejects(() => createApp({ example: "vue", folder }), Error, "not empty");
  assertEquals([...(await textsIn(folder)).keys()], ["notes.txt"]);
  const other = join(folder, "app");
  for (const example of ["svelte", "constructor"]) {
    await assertRejects(() => createApp({ example, folder: other }), Error, "no example");
  }
  const packages = folder;
  for (const each of [packages, join(packages, "npm"), join(packages, "notes.txt")]) {
    const error = await assertRejects(
      () => createApp({ example: "vue", folder: other, packages: each }),
      Error,
    );
    assertEquals(
      error.message,
      `${each} has no packages. First run in the repository: deno task build npm --out ${each}`,
    );
  }
  assertEquals([...(await textsIn(folder)).keys()], ["notes.txt"]);
  await Deno.remove(folder, { recursive: true });
});

async function textsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile) texts.set(name, await Deno.readTextFile(join(folder, name)));
  }
  return texts;
}
