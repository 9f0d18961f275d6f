/** Runs the test files of others from copies of their repositories, outside of the tree. @module */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ANSWER } from "../device.ts";
import { chosen } from "./chosen.ts";
import { compileTheirs } from "./compiled.ts";
import type { TestResult } from "./vitest.ts";
import type { SuiteWorld } from "./world.ts";

/** A repository whose tests are run. */
export type SuiteName = SuiteWorld["suite"];

/** A copy of a repository. */
export interface Copy {
  readonly suite: SuiteName;
  /** URL of the copy, with a trailing slash. */
  readonly folder: string;
  /** Name and version of the package that is tested. */
  readonly version: string;
}

const here = new URL("./", import.meta.url);
const clients = new URL("../", here);

/** The compiled contracts of each copy. */
const compiled: Record<string, Promise<string>> = {};

/** The file that identifies a copy. */
const manifests = { viem: "src/package.json", wagmi: "packages/core/package.json" } as const;

/** Identifies the original of a folder. */
export async function readCopy(suite: SuiteName, folder: string): Promise<Copy> {
  const url = `${pathToFileURL(folder).href.replace(/\/$/, "")}/`;
  const { name, version } = JSON.parse(
    await Deno.readTextFile(new URL(manifests[suite], url)),
  );
  return { suite, folder: url, version: `${name} ${version}` };
}

/**
 * Runs a test file of a copy, with our wallet in the place of theirs. With `SUITES_LOCK=write` it
 * notes other versions of packages in the lock.
 */
export async function runFile(
  { suite, folder }: Copy,
  world: Omit<SuiteWorld, "suite" | "folder" | "failing">,
): Promise<TestResult[]> {
  const work = await Deno.makeTempDir({ prefix: "acct-suites-" });
  try {
    const map = join(work, "import_map.json");
    const imports = await importsOf(suite, folder, work);
    await Deno.writeTextFile(map, JSON.stringify({ imports }));
    const failing = Object.keys(chosen[suite].files[world.file] ?? {});
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-config",
        "--no-check",
        "--unstable-sloppy-imports",
        `--import-map=${map}`,
        `--lock=${fileURLToPath(new URL("clients.lock", clients))}`,
        ...(Deno.env.get("SUITES_LOCK") === "write" ? [] : ["--frozen"]),
        "--allow-env",
        "--allow-read",
        "--allow-sys",
        "--allow-net=127.0.0.1,localhost",
        fileURLToPath(new URL("run_file.ts", here)),
        JSON.stringify({ ...world, suite, folder, failing } satisfies SuiteWorld),
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const text = new TextDecoder();
    const line = text.decode(stdout).split("\n").find((each) => each.startsWith(ANSWER));
    if (success && line !== undefined) return JSON.parse(line.slice(ANSWER.length));
    return [{ name: "(the file)", error: text.decode(stderr) + text.decode(stdout) }];
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** The import map: their sources, except for the modules that ours replace. */
async function importsOf(
  suite: SuiteName,
  folder: string,
  work: string,
): Promise<Record<string, string>> {
  const pinned = JSON.parse(await Deno.readTextFile(new URL("import_map.json", clients))).imports;
  const imports: Record<string, string> = { vitest: new URL("vitest.ts", here).href };
  for (const [name, target] of Object.entries<string>(pinned)) {
    imports[name] = target.startsWith(".") ? new URL(target, clients).href : target;
  }
  for (const [path, own] of Object.entries(chosen[suite].replaced)) {
    imports[path.startsWith("~") || path.startsWith("@") ? path : folder + path] =
      new URL(`${suite}/${own}`, here).href;
  }
  for (const [name, target] of Object.entries(chosen[suite].imports)) {
    imports[name] = target.startsWith("npm:") ? target : folder + target;
  }
  for (const [path, names] of Object.entries(chosen[suite].absent)) {
    const file = join(work, `${path.replaceAll(/\W/g, "_")}.ts`);
    await Deno.writeTextFile(file, absentModule(path, names));
    imports[path.startsWith("~") ? path : folder + path] = pathToFileURL(file).href;
  }
  if (chosen[suite].compiled.length > 0) {
    const file = join(work, "compiled.ts");
    await Deno.writeTextFile(file, await (compiled[folder] ??= compileTheirs(folder)));
    for (const path of chosen[suite].compiled) {
      imports[path.startsWith("~") ? path : folder + path] = pathToFileURL(file).href;
    }
  }
  for (const path of chosen[suite].withoutEnvironment) {
    const source = await Deno.readTextFile(new URL(path, folder));
    const file = join(work, `${path.replaceAll(/\W/g, "_")}.ts`);
    await Deno.writeTextFile(file, source.replaceAll("import.meta.env", "({} as any)"));
    imports[folder + path] = pathToFileURL(file).href;
  }
  return imports;
}

/** A replacement for a module that no copy contains, or that needs another chain. */
function absentModule(path: string, names: readonly string[]): string {
  const lines = names.map((name) => `export const ${name} = absent("${name}");`);
  return `const absent = (name) => new Proxy(() => {}, {
  get: (_, key) => key === "abi" ? [] : absent(name),
  apply: () => { throw new Error(\`\${name} of ${path} is not there.\`); },
});
${lines.join("\n")}
`;
}
