/**
 * Changes an app from another wallet to this SDK: `npx @sdk/codemod porto`, or
 * `deno run -A --no-lock --node-modules-dir=none jsr:@sdk/codemod porto`.
 *
 * @example List the changes without writing them
 * ```ts
 * import { migrate } from "@sdk/codemod";
 *
 * const { changes, tasks } = await migrate({ wallet: "porto", folder: "shop", dry: true });
 * ```
 *
 * @module
 */
import { createTwoFilesPatch } from "diff";
import process from "node:process";
import { parseArgs } from "node:util";
import { migrate, type Migration, wallets } from "./project.ts";

export {
  type Change,
  migrate,
  type MigrateParameters,
  type Migration,
  type Task,
  wallets,
} from "./project.ts";

const usage = `codemod WALLET [FOLDER] [--api-key KEY] [--dry] [--force]

WALLET     ${wallets.join(", ")}
FOLDER     folder of the app; the current folder by default
--api-key  API key to write; by default a placeholder
--dry      prints the changes and writes no file
--force    accepts uncommitted changes, or a folder without git`;

/** Runs the command; resolves with its exit code. */
export async function start(args: readonly string[]): Promise<number> {
  try {
    const flag = { type: "boolean" } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "api-key": { type: "string" }, dry: flag, force: flag, help: flag },
    });
    if (values.help === true) {
      console.log(usage);
      return 0;
    }
    const [wallet, folder = ".", ...others] = positionals;
    if (wallet === undefined) throw new Error(`The wallet is missing.\n\n${usage}`);
    if (others.length > 0) throw new Error(`There is one folder at most.\n\n${usage}`);
    const { dry, force } = values;
    const result = await migrate({ wallet, folder, apiKey: values["api-key"], dry, force });
    console.log(reportOf(result, dry === true));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Returns the text about the changes and the tasks. */
function reportOf({ changes, tasks }: Migration, dry: boolean): string {
  const lines: string[] = [];
  if (dry) {
    for (const { path, before, after } of changes) {
      lines.push(createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, "", ""));
    }
  }
  if (changes.length === 0) lines.push("No file needs a change.");
  else {
    lines.push(`${dry ? "Files to change" : "Changed files"}:`);
    lines.push(...changes.map(({ path }) => `  ${path}`));
  }
  if (tasks.length > 0) {
    lines.push("", "For you to do:");
    lines.push(...tasks.map(({ path, line, text }) => `  ${path}:${line}  ${text}`));
  }
  if (changes.length > 0 && !dry) {
    lines.push("", "Install the packages again, then check the types and the changes.");
  }
  return lines.join("\n");
}

if (import.meta.main) process.exitCode = await start(process.argv.slice(2));
