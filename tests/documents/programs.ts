/** Runs examples as programs. @module */
import { fileURLToPath } from "node:url";
import type { Example } from "./example.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** How to run a program. */
export interface ProgramOptions {
  /** Arguments of the program. */
  readonly args?: readonly string[];
  /** Additions to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A module that runs before it. */
  readonly preload?: string;
}

/** What a program wrote. */
export interface Printed {
  /** On its standard output. */
  readonly out: string;
  /** On its error output. */
  readonly error: string;
}

/** The command of an example. */
export function programOf(
  { path }: Pick<Example, "path">,
  { args = [], env = {}, preload }: ProgramOptions = {},
): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check"],
      ...(preload === undefined ? [] : ["--preload", preload]),
      path,
      ...args,
    ],
    cwd: root,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs an example to its end, which has to be a good one. */
export async function runProgram(
  example: Pick<Example, "path">,
  options?: ProgramOptions,
): Promise<Printed> {
  return await ended(programOf(example, options));
}

/** Runs lines of a shell at the root, where `deno` is this one. */
export async function runShell(
  text: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Printed> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.symlink(Deno.execPath(), `${folder}/deno`);
    const path = `${folder}:${Deno.env.get("PATH")}`;
    // Where a program's home is another one, its packages are still those of this one.
    const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
    return await ended(
      new Deno.Command("sh", {
        args: ["-e", "-c", text],
        cwd: root,
        env: { DENO_DIR: cache, ...env, PATH: path },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function ended(command: Deno.Command): Promise<Printed> {
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  const printed = { out: text.decode(stdout), error: text.decode(stderr) };
  if (!success) throw new Error(`it fails:\n${printed.out}${printed.error}`);
  return printed;
}
