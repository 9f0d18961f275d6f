/**
 * Creates an app from an example: `npm create acct`, or `deno run -A jsr:@sdk/create`.
 *
 * @example Create an app without prompts
 * ```ts
 * import { createApp } from "@sdk/create";
 *
 * await createApp({ example: "react-wagmi", folder: "shop" });
 * ```
 *
 * @module
 */
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { createApp, examples } from "./create_app.ts";

export { createApp, DEVELOPMENT_KEY, examples, type NewApp } from "./create_app.ts";

const usage = `create-acct [FOLDER] [--example NAME] [--packages FOLDER] [--repository FOLDER]

--example     ${examples.join(", ")}
--packages    folder of \`deno task build npm\`, until the packages are in a registry
--repository  folder of the repository, from which \`npm run dev\` starts the local stack`;

/** Runs the command; resolves with its exit code. */
export async function start(args: readonly string[]): Promise<number> {
  try {
    const text = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { example: text, packages: text, repository: text, help: { type: "boolean" } },
    });
    if (values.help === true) {
      console.log(usage);
      return 0;
    }
    const { packages, repository } = values;
    const wanted = { example: values.example, folder: positionals[0] };
    const { example, folder } = await complete(wanted);
    const path = await createApp({ example, folder, packages, repository });
    console.log(`Created ${path}. Next:\n\n  cd ${folder}\n  npm install\n  npm run dev`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Answers that may be missing from the arguments. */
interface Wanted {
  readonly example: string | undefined;
  readonly folder: string | undefined;
}

/**
 * Prompts for missing answers.
 *
 * @throws {Error} if one is missing and there is no terminal
 */
async function complete({ example, folder }: Wanted): Promise<{ example: string; folder: string }> {
  if (example !== undefined && folder !== undefined) return { example, folder };
  if (!process.stdin.isTTY) throw new Error(`An argument is missing.\n\n${usage}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const [first = ""] = examples;
    const chosen = example ??
      (await terminal.question(`Which example? (${examples.join(", ")}) [${first}] `) || first);
    const named = folder ?? (await terminal.question("Which folder? [my-app] ") || "my-app");
    return { example: chosen, folder: named };
  } finally {
    terminal.close();
  }
}

if (import.meta.main) process.exitCode = await start(process.argv.slice(2));
