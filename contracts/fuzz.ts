/**
 * Runs forge's tests of the contracts: `deno task --cwd contracts fuzz [forge's options]`. With
 * `--thorough` each invariant gets at least 100,000 calls, from a seed derived from the commit.
 * `fuzz.ts coverage [forge's options]` reports the lines and branches that these tests reach.
 *
 * The project is `foundry.toml`. Forge, compiler and packages come from npm: forge gets the
 * compiler by a script, and the packages' folders as remappings.
 */
import { fileURLToPath } from "node:url";
import { locateOne, versions } from "../scripts/tools/mod.ts";
import { packageRoots } from "./solc.ts";

const here = fileURLToPath(new URL("./", import.meta.url));
const folder = fileURLToPath(new URL("../.local/forge/", import.meta.url));

/** Runs forge in the project and returns its exit code. */
export async function forge(args: readonly string[]): Promise<number> {
  await Deno.mkdir(folder, { recursive: true });
  // Forge would replay a run with too little activity in its shortest form, which always fails.
  await Deno.remove(`${folder}failures`, { recursive: true }).catch(() => {});
  const compiler = `${folder}solc`;
  await Deno.writeTextFile(
    compiler,
    `#!/bin/sh\nexec "${Deno.execPath()}" run --quiet -A "${here}solc_shim.ts" "$@"\n`,
  );
  await Deno.chmod(compiler, 0o755);
  const roots = Object.entries(await packageRoots());
  const { code } = await new Deno.Command(await locateOne(`${versions.forge}/bin/forge`), {
    args: [...args],
    cwd: here,
    env: {
      FOUNDRY_DISABLE_NIGHTLY_WARNING: "1",
      FOUNDRY_OFFLINE: "true",
      // Compiles the files that the tests import, and no others.
      FOUNDRY_SRC: "fuzz",
      FOUNDRY_REMAPPINGS: roots.map(([name, path]) => `${name}/=${path}/`).join("\n"),
      FOUNDRY_SOLC: compiler,
      NO_COLOR: "1",
    },
  }).spawn().status;
  return code;
}

/** Options of a thorough run: a seed that differs for each commit, and that can be set again. */
async function thorough(): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", { args: ["rev-parse", "HEAD"] }).output();
  const seed = `0x${new TextDecoder().decode(stdout).trim()}`;
  console.log(`seed ${seed}`);
  // With the depth of the project, 100,800 calls; invariants with their own number run more.
  Deno.env.set("FOUNDRY_INVARIANT_RUNS", "840");
  return ["--fuzz-seed", seed];
}

if (import.meta.main) {
  if (Deno.args[0] === "coverage") {
    Deno.exit(await forge(["coverage", "--ir-minimum", ...Deno.args.slice(1)]));
  }
  const args = Deno.args.filter((each) => each !== "--thorough");
  const more = args.length < Deno.args.length ? await thorough() : [];
  Deno.exit(await forge(["test", ...more, ...args]));
}
