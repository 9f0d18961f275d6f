/** New apps from the built `create-acct`: installed from the tarballs, built, and started. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { DEVELOPMENT_KEY, examples } from "../../../create/main.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { getWorld } from "../../browser/harness.ts";
import { getPackages, nodeHere, portOf, run } from "../packages.ts";
import { clickThrough } from "./click.ts";

const options = { sanitizeOps: false, sanitizeResources: false, ignore: !await nodeHere() };
const root = fileURLToPath(new URL("../../../", import.meta.url));

const install = [
  "install",
  "--no-audit",
  "--no-fund",
  "--no-progress",
  "--no-package-lock",
  "--ignore-scripts",
  "--prefer-offline",
];

/** Folders of the build, by example. */
const builds: Readonly<Record<string, string>> = { next: ".next" };

Deno.test("create: the package is a command without dependencies", options, async () => {
  const { name, bin, dependencies, peerDependencies } = (await getPackages()).create.manifest;
  assertEquals([name, bin], ["create-acct", { "create-acct": "dist/cli.js" }]);
  assertEquals([dependencies, peerDependencies], [undefined, undefined]);
});

for (const example of examples) {
  Deno.test(
    `create ${example}: the app installs from the tarballs and builds`,
    options,
    async () => {
      const folder = await newApp(example);
      await run(folder, "npm", ["run", "build"], { NEXT_TELEMETRY_DISABLED: "1", CI: "1" });
      assert((await Deno.stat(join(folder, builds[example] ?? "dist"))).isDirectory);
    },
  );
}

Deno.test("create: `dev` starts the app next to a running stack", options, async () => {
  const { stack } = await getWorld();
  const folder = await newApp("react-wagmi");
  const env = { ACCT_SERVICE: stack.serverUrl, VITE_ACCT_KEY: stack.apiKey, NO_COLOR: "1" };
  const child = new Deno.Command("node", {
    cwd: folder,
    args: ["dev.mjs"],
    env,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const url = `http://localhost:${await portOf(child)}/`;
  try {
    await clickThrough(url, "CrossPlatform");
  } finally {
    child.kill();
    await child.status;
  }
  // The app stops with it.
  const isGone = () => fetch(url).then((response) => response.body?.cancel(), () => true);
  await until("the app has ended", async () => await isGone() === true);
});

Deno.test(
  "create: `dev` without a stack and a repository names the command to start",
  options,
  async () => {
    const folder = await newApp("vanilla");
    const { code, stderr } = await new Deno.Command("node", {
      cwd: folder,
      args: ["dev.mjs"],
      env: { ACCT_SERVICE: "http://127.0.0.1:9", ACCT_REPOSITORY: "" },
    }).output();
    assertEquals(code, 1);
    assertStringIncludes(new TextDecoder().decode(stderr), "ACCT_REPOSITORY");
  },
);

/** Creates an app with the built command and installs its packages. */
async function newApp(example: string): Promise<string> {
  const { create, folder: packages } = await getPackages();
  const folder = join(tmpdir(), "acct-consumers", `create-${example}`);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await run(root, "node", [
    join(create.folder, "dist/cli.js"),
    folder,
    `--example=${example}`,
    `--packages=${packages}`,
  ]);
  const texts = await Promise.all(
    [".env", "main.js"].map((name) => Deno.readTextFile(join(folder, name)).catch(() => "")),
  );
  assertStringIncludes(texts.join(), DEVELOPMENT_KEY);
  await run(folder, "npm", install);
  return folder;
}
