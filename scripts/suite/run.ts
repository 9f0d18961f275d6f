/** Runs a group of test files in one process. @module */
import { fileURLToPath } from "node:url";
import type { PlannedGroup } from "./groups.ts";
import { type Counts, ErrorLines, LastLines, readCounts, readFailure } from "./summary.ts";
import { type Bounds, groupBounds, watch } from "./watch.ts";

const root = new URL("../../", import.meta.url);

/** How groups are run. */
export interface RunOptions {
  /** The configuration of Deno. */
  readonly config: string;
  /** Called with each line of output as soon as it is complete. */
  readonly print: (line: string) => void;
  /** Above these limits it is terminated. */
  readonly bounds?: Bounds;
}

/** Result of a group. */
export interface Outcome {
  /** Name of the group. */
  readonly name: string;
  /** True if it ran tests and all of them passed. */
  readonly ok: boolean;
  /** Counts of the run, or `null` if it exited before they were printed. */
  readonly counts: Counts | null;
  /** Files with failed tests. */
  readonly failures: readonly string[];
  /** The error lines of `deno test`, or the last lines of a run that exited without counts. */
  readonly errors: readonly string[];
  /** Duration in milliseconds. */
  readonly took: number;
}

/** Arguments of every run; `deno task check` checks the types. */
export function testArgs(config: string): string[] {
  return ["test", "--no-check", "--allow-all", `--config=${config}`];
}

/** Environment of every run: tests never use a database that serves others. */
export const testEnv: Readonly<Record<string, string>> = { DATABASE_URL: "" };

/** Runs a group and reads its counts from its output. */
export async function runGroup(group: PlannedGroup, options: RunOptions): Promise<Outcome> {
  const begin = performance.now();
  await using module = group.shared === true ? await writeModule(group.files) : null;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...testArgs(options.config),
      ...group.args ?? [],
      ...module === null ? group.files : [module.path],
    ],
    cwd: fileURLToPath(root),
    env: { ...testEnv, ...group.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  using watched = watch(child, options.bounds ?? groupBounds);
  let counts: Counts | null = null;
  const last = new LastLines();
  const failures = new Set<string>();
  const errors = new ErrorLines();
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const line of linesOf(stream)) {
      counts = readCounts(line) ?? counts;
      const failure = readFailure(line);
      if (failure !== null) failures.add(failure === module?.path ? group.name : failure);
      errors.read(line);
      last.read(line);
      options.print(line);
    }
  };
  const [{ success, code }] = await Promise.all([
    child.status,
    read(child.stdout),
    read(child.stderr),
  ]);
  const how = watched.passed !== null
    ? `It took more than ${watched.passed}, and was ended.`
    : `It ended with code ${code}, without its counts.`;
  return {
    name: group.name,
    ok: success && hasRun(counts),
    counts,
    failures: [...failures],
    errors: counts === null
      ? [`${group.name}: ${how}`, ...last.all, ...last.silent(group.files)]
      : errors.all,
    took: performance.now() - begin,
  };
}

/** Returns true if any test ran. */
function hasRun(counts: Counts | null): boolean {
  return counts !== null && counts.passed + counts.failed > 0;
}

/** Writes a module that imports files, so that they share resources started by their imports. */
async function writeModule(
  files: readonly string[],
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = `.local/suite/${crypto.randomUUID()}.ts`;
  const file = new URL(path, root);
  await Deno.mkdir(new URL("./", file), { recursive: true });
  await Deno.writeTextFile(file, files.map((each) => `import "../../${each}";\n`).join(""));
  return { path, [Symbol.asyncDispose]: () => Deno.remove(file) };
}

/** Reads a stream line by line. */
async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}
