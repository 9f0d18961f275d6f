/**
 * Runs fuzz and invariant tests with forge: `deno task --cwd contracts fuzz [forge's options]`. With
 * `--thorough` each invariant gets at least 100,000 calls, from a seed that follows from the commit.
 *
 * Forge comes from its npm package and compiles through our own solc-js, so that nothing but
 * packages is downloaded. The project is in a folder that git ignores.
 */
import { fileURLToPath } from "node:url";
import { locateOne, versions } from "../scripts/tools/mod.ts";
import { packageRoots, settings } from "./solc.ts";

const here = fileURLToPath(new URL("./", import.meta.url));
const project = fileURLToPath(new URL("../.local/forge/", import.meta.url));

/** Writes forge's project and runs its tests; returns the exit code. */
export async function fuzz(args: readonly string[]): Promise<number> {
  await Deno.mkdir(project, { recursive: true });
  for (const folder of ["src", "fuzz"]) {
    await Deno.remove(`${project}${folder}`).catch(() => {});
    await Deno.symlink(`${here}${folder}`, `${project}${folder}`);
  }
  const shim = `${project}solc`;
  await Deno.writeTextFile(
    shim,
    `#!/bin/sh\nexec "${Deno.execPath()}" run --quiet -A "${here}solc_shim.ts" "$@"\n`,
  );
  await Deno.chmod(shim, 0o755);
  const roots = await packageRoots();
  const remappings = Object.entries(roots).map(([name, folder]) => `"${name}/=${folder}/"`);
  await Deno.writeTextFile(
    `${project}foundry.toml`,
    `[profile.default]
src = "fuzz"
test = "fuzz"
out = "out"
libs = []
auto_detect_remappings = false
remappings = [${remappings.join(", ")}]
allow_paths = [${Object.values(roots).map((folder) => `"${folder}"`).join(", ")}, "${here}"]
solc = "${shim}"
offline = true
evm_version = "${settings.evmVersion}"
via_ir = ${settings.viaIR}
optimizer = true
optimizer_runs = 200
bytecode_hash = "none"
cbor_metadata = false

[profile.default.fuzz]
seed = "0x1"

[profile.default.invariant]
runs = 60
depth = 120
fail_on_revert = false
`,
  );
  const forge = await locateOne(`${versions.forge}/bin/forge`);
  const { code } = await new Deno.Command(forge, {
    args: ["test", ...args],
    cwd: project,
    env: { FOUNDRY_DISABLE_NIGHTLY_WARNING: "1", NO_COLOR: "1" },
  }).spawn().status;
  return code;
}

/** Options of a thorough run: a seed of each commit's own, which can be given again. */
async function thorough(): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", { args: ["rev-parse", "HEAD"] }).output();
  const seed = `0x${new TextDecoder().decode(stdout).trim()}`;
  console.log(`seed ${seed}`);
  // With the depth of the project, 100,800 calls; invariants with a number of their own have more.
  Deno.env.set("FOUNDRY_INVARIANT_RUNS", "840");
  return ["--fuzz-seed", seed];
}

if (import.meta.main) {
  const args = Deno.args.filter((each) => each !== "--thorough");
  const more = args.length < Deno.args.length ? await thorough() : [];
  Deno.exit(await fuzz([...more, ...args]));
}
