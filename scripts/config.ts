/**
 * Chooses the configuration for tests and checks. `@std/*` come from JSR. If that registry is
 * unreachable, the same configuration with `links` to the replacements under `tests/std/` is
 * written to `deno.local.json`. Both ways run the same tests.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);

/** Returns true if JSR answers within two seconds. */
async function jsrAnswers(): Promise<boolean> {
  const base = Deno.env.get("JSR_URL") ?? "https://jsr.io/";
  try {
    const response = await fetch(new URL("@std/assert/meta.json", base), {
      signal: AbortSignal.timeout(2000),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Name of a configuration. */
export type ConfigName = "deno.json" | "deno.local.json" | "deno.std.json";

/** Packages of `@std` that the tests import, and their dependencies. */
const stdPackages = [
  "assert",
  "testing",
  "internal",
  "async",
  "data-structures",
  "fs",
  "path",
] as const;

/**
 * Chooses the configuration, by its path relative to the root. `STD_FOLDER` names a copy of the
 * real `@std`, as its repository has it; the tests then run with that.
 */
export async function chooseConfig(): Promise<ConfigName> {
  const folder = Deno.env.get("STD_FOLDER");
  if (folder !== undefined) {
    const links = stdPackages.map((name) => `${folder}/${name.replace("-", "_")}`);
    return await writeConfig("deno.std", links);
  }
  if (await jsrAnswers()) return "deno.json";
  return await writeConfig("deno.local", ["./tests/std/assert", "./tests/std/testing"]);
}

async function writeConfig<N extends "deno.local" | "deno.std">(
  name: N,
  links: readonly string[],
): Promise<`${N}.json`> {
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  config.links = links;
  // Links are written into the lock. The committed lock stays unchanged, with the same pins.
  config.lock = `./${name}.lock`;
  await Deno.copyFile(new URL("deno.lock", root), new URL(`${name}.lock`, root));
  const file = new URL(`${name}.json`, root);
  const text = JSON.stringify(config, null, 2);
  // Left alone when it is right already: another run may be reading it.
  if (await Deno.readTextFile(file).catch(() => "") !== text) await Deno.writeTextFile(file, text);
  return `${name}.json`;
}

/** Runs `deno` in the root and returns its exit code. */
export async function deno(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: fileURLToPath(root),
    env,
  }).spawn().status;
  return code;
}

if (import.meta.main) console.log(await chooseConfig());
