/** Keeps which parts of `deno task test all` passed on a commit. @module */
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/** The results of a commit. */
export interface Results {
  /** Returns the duration in milliseconds of a part that passed, or `null`. */
  find(part: string): Promise<number | null>;
  /** Keeps a part that passed. */
  keep(part: string, took: number): Promise<void>;
}

/** How results are opened. */
export interface ResultsOptions {
  /** If true, earlier results are removed first; default false. */
  readonly fresh?: boolean;
  /** True if a test that cannot run is a failure; such a pass counts in both modes. */
  readonly required?: boolean;
  /** The repository; default: this one. */
  readonly repository?: URL;
}

/**
 * Opens the results of the checked out commit, stored in `.local/test-all/`. Returns `null` if
 * files differ from the commit.
 */
export async function openResults(options: ResultsOptions = {}): Promise<Results | null> {
  const { fresh = false, required = false, repository = root } = options;
  const commit = await cleanCommit(repository);
  if (commit === null) return null;
  const folder = new URL(`.local/test-all/${commit}/`, repository);
  if (fresh) await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const fileOf = (part: string) => new URL(`${part.replaceAll(/\W+/g, "-")}.json`, folder);
  return {
    async find(part) {
      const text = await Deno.readTextFile(fileOf(part)).catch(() => "null");
      const found: { took: number; required: boolean } | null = JSON.parse(text);
      return found === null || (required && !found.required) ? null : found.took;
    },
    async keep(part, took) {
      // Files that changed during the run may have been read before or after.
      if (await cleanCommit(repository) !== commit) return;
      await Deno.writeTextFile(fileOf(part), JSON.stringify({ took, required }));
    },
  };
}

/** The commit that is checked out, or `null` if files differ from it or there is no repository. */
async function cleanCommit(repository: URL): Promise<string | null> {
  const git = async (...args: string[]) => {
    const command = new Deno.Command("git", { args, cwd: fileURLToPath(repository) });
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout).trim() : null;
  };
  return await git("status", "--porcelain") === "" ? await git("rev-parse", "HEAD") : null;
}
