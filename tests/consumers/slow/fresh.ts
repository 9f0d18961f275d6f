/**
 * The example for Fresh, with the real Fresh from a copy of its repository
 * (`deno task test fresh`): built, served and clicked through. The plugin of its bundler is
 * replaced (`../fresh/deno_plugin.ts`).
 */
import { assertStringIncludes } from "@std/assert";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getWorld } from "../../browser/harness.ts";
import { copyFolder, portOf, run } from "../packages.ts";
import { startJsr } from "../registries.ts";
import { clickThrough } from "./click.ts";
import { publishAll } from "./publish.ts";

const [fresh, std] = [Deno.env.get("FRESH_FOLDER"), Deno.env.get("FRESH_STD_FOLDER")];
const plugin = fileURLToPath(new URL("../fresh/deno_plugin.ts", import.meta.url));

/** The packages of `@std` that Fresh uses, and their dependencies. */
const stdPackages = [
  "bytes",
  "cli",
  "collections",
  "encoding",
  "fmt",
  "fs",
  "html",
  "http",
  "internal",
  "json",
  "jsonc",
  "media-types",
  "net",
  "path",
  "semver",
  "streams",
  "uuid",
];

Deno.test("example fresh: an island, packages from JSR, built by Fresh", {
  sanitizeOps: false,
  sanitizeResources: false,
  ignore: fresh === undefined || std === undefined,
}, async () => {
  const { stack } = await getWorld();
  const folder = join(tmpdir(), "acct-consumers", "fresh");
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await copyFolder("examples/fresh", folder);
  await link(folder);
  await using jsr = startJsr();
  await publishAll(jsr);
  const env = { JSR_URL: jsr.url, ACCT_KEY: stack.apiKey };
  await run(folder, Deno.execPath(), ["task", "build"], env);
  const child = new Deno.Command(Deno.execPath(), {
    cwd: folder,
    args: ["serve", "-A", "--host=127.0.0.1", "--port=0", "_fresh/server.js"],
    env: { ...env, NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  try {
    const url = `http://localhost:${await portOf(child)}/`;
    // Made on the server, before any script.
    assertStringIncludes(await (await fetch(url)).text(), 'id="connect"');
    await clickThrough(url, "AppSpecific");
  } finally {
    child.kill();
    await child.status;
  }
});

/** Has the example take Fresh and `@std` from the copies. */
async function link(folder: string): Promise<void> {
  const file = join(folder, "deno.json");
  const config = JSON.parse(await Deno.readTextFile(file));
  const replaced = join(folder, "plugin");
  await Deno.mkdir(replaced);
  await Deno.copyFile(plugin, join(replaced, "mod.ts"));
  await Deno.writeTextFile(
    join(replaced, "deno.json"),
    JSON.stringify({ name: "@deno/esbuild-plugin", version: "1.2.0", exports: "./mod.ts" }),
  );
  config.links = [
    replaced,
    join(fresh!, "packages/fresh"),
    join(fresh!, "packages/build-id"),
    ...stdPackages.map((name) => join(std!, name.replace("-", "_"))),
  ];
  await Deno.writeTextFile(file, JSON.stringify(config));
}
