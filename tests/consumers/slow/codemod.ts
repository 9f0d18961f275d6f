/** The built codemod, started by npx from its tarball, and by Deno from JSR. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getPackages, nodeHere, run } from "../packages.ts";
import { startJsr } from "../registries.ts";
import { publishAll } from "./publish.ts";

const fixtures = new URL("../../../codemod/testing/", import.meta.url);
const options = { sanitizeResources: false };

Deno.test("codemod: npx changes a committed app, and nothing in the second run", {
  ...options,
  ignore: !await nodeHere(),
}, async () => {
  const { codemod } = await getPackages();
  await using app = await newApp();
  await Deno.copyFile(codemod.tarball, join(app.path, "../codemod.tgz"));
  const env = { npm_config_cache: join(app.path, "../cache"), npm_config_prefer_offline: "true" };
  const start = (...args: string[]) => run(app.path, "npx", ["-y", "../codemod.tgz", ...args], env);
  await changes(app.path, start);
});

Deno.test("codemod: Deno changes a committed app from JSR", options, async () => {
  await using jsr = startJsr();
  await publishAll(jsr);
  await using app = await newApp();
  // In a folder with `package.json`, Deno would expect the codemod's packages in `node_modules`.
  const own = ["run", "-A", "--no-lock", "--node-modules-dir=none", "jsr:@sdk/codemod"];
  const start = (...args: string[]) =>
    run(app.path, Deno.execPath(), [...own, ...args], { JSR_URL: jsr.url });
  await changes(app.path, start);
});

/** Lists the changes, writes them, and starts once more. */
async function changes(
  app: string,
  start: (...args: string[]) => Promise<string>,
): Promise<void> {
  const dry = await start("porto", "--dry");
  assertStringIncludes(dry, "+import { acct } from '@sdk/connector'");
  assertEquals(await run(app, "git", ["status", "--porcelain"]), "");
  const written = await start("porto");
  assertStringIncludes(written, "Changed files:\n  config.ts\n  package.json\n");
  assertStringIncludes(written, "config.ts:8  your API key");
  const expected = await Deno.readTextFile(new URL("porto_wagmi.after.ts", fixtures));
  assertEquals(await Deno.readTextFile(join(app, "config.ts")), expected);
  const refused = await start("porto").catch(String);
  assertStringIncludes(refused, "uncommitted changes");
  assertStringIncludes(await start("porto", ".", "--force"), "No file needs a change.");
}

/** Writes and commits an app with Porto. */
async function newApp(): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await Deno.makeTempDir({ prefix: "acct-codemod-" });
  const path = join(folder, "app");
  await Deno.mkdir(path);
  await Deno.copyFile(
    fileURLToPath(new URL("porto_wagmi.before.txt", fixtures)),
    join(path, "config.ts"),
  );
  const manifest = { dependencies: { porto: "0.2.37", viem: "2.57.1", wagmi: "3.7.7" } };
  await Deno.writeTextFile(join(path, "package.json"), JSON.stringify(manifest, null, 2));
  await run(path, "git", ["init", "--quiet"]);
  await run(path, "git", ["add", "."]);
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@shop.example"];
  await run(path, "git", [...author, "commit", "--quiet", "-m", "app"]);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}
