/** Publishing to a JSR of this machine. @module */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../packages.ts";
import type { Registry } from "../registries.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Publishes all packages with `deno publish`, which rejects slow types and files of other members.
 */
export async function publishAll(jsr: Registry): Promise<void> {
  for (const member of ["core", "connector", "ui", "pay", "mcp", "cli", "create", "codemod", "."]) {
    const args = ["publish", "--allow-dirty", "--token=any"];
    await run(join(root, member), Deno.execPath(), args, { JSR_URL: jsr.url });
  }
}
