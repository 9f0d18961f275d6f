/** Runs examples as programs. @module */
import { fileURLToPath } from "node:url";
import { until } from "../../scripts/stack/patience.ts";
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

/** Output of a program. */
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

/** Runs an example to its end. It must succeed. */
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
  await using shell = await shellOf(text, env);
  return await ended(shell.command);
}

/** A shell command that keeps running. */
export interface Shell extends AsyncDisposable {
  /** Waits for a line of output, and returns the part in brackets. */
  prints(pattern: RegExp): Promise<string>;
}

/** Starts a line of a shell at the root. */
export async function startShell(text: string): Promise<Shell> {
  // In the shell's place, so that a signal reaches the program.
  const shell = await shellOf(`exec ${text}`, {});
  const child = shell.command.spawn();
  let output = "";
  const drain = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const piece of stream.pipeThrough(new TextDecoderStream())) output += piece;
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]);
  let code: number | null = null;
  child.status.then((status) => code = status.code);
  return {
    async prints(pattern) {
      await until(`${text} prints ${pattern}`, () => {
        if (code !== null) throw new Error(`${text} ended with ${code}: ${output}`);
        return pattern.test(output);
      });
      return pattern.exec(output)![1]!;
    },
    async [Symbol.asyncDispose]() {
      if (code === null) child.kill("SIGTERM");
      await child.status;
      await drained;
      await shell[Symbol.asyncDispose]();
    },
  };
}

/** A shell that uses this `deno`. */
async function shellOf(text: string, env: Readonly<Record<string, string>>) {
  const folder = await Deno.makeTempDir();
  await Deno.symlink(Deno.execPath(), `${folder}/deno`);
  // If a program has a different home, it still uses the packages of this one.
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
  return {
    command: new Deno.Command("sh", {
      args: ["-e", "-c", text],
      cwd: root,
      env: { DENO_DIR: cache, ...env, PATH: `${folder}:${Deno.env.get("PATH")}` },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function ended(command: Deno.Command): Promise<Printed> {
  const { success, stdout, stderr } = await command.output();
  const text = new TextDecoder();
  const printed = { out: text.decode(stdout), error: text.decode(stderr) };
  if (!success) throw new Error(`it fails:\n${printed.out}${printed.error}`);
  return printed;
}
