/** Next: the connector on the server and in server components, its hooks in the browser. */
import { assert } from "@std/assert";
import { join } from "node:path";
import { getWorld } from "../../browser/harness.ts";
import { makeProject, nodeHere, portOf, run } from "../packages.ts";
import { clickThrough } from "./click.ts";

const options = {
  sanitizeOps: false,
  sanitizeResources: false,
  ignore: !await nodeHere(),
};

Deno.test("next: server components, server rendering and hooks", options, async () => {
  const { stack } = await getWorld();
  const folder = await makeProject({
    name: "next",
    from: "examples/next",
    uses: ["core", "connector"],
  });
  const env = { ACCT_KEY: stack.apiKey, NEXT_TELEMETRY_DISABLED: "1", CI: "1" };
  await run(folder, "node_modules/.bin/next", ["build"], env);
  const child = new Deno.Command("node", {
    cwd: folder,
    args: [join(folder, "node_modules/next/dist/bin/next"), "start", "--port", "0"],
    env,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  try {
    const url = `http://localhost:${await portOf(child)}/`;
    const html = await (await fetch(url)).text();
    assert(html.includes("CrossPlatform function data:image pk"), html);
    await clickThrough(url, "CrossPlatform");
  } finally {
    child.kill();
    await child.status;
  }
});
