/**
 * Unpacks the Chromium inside of an npm package (Linux only) and prints three values: its path, its
 * required arguments, and the folder of libraries for a machine without them (otherwise `null`).
 * Like `locate.ts` it runs outside of the workspace.
 *
 * The argument is the package with its version.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isOwnFolder } from "./own_folder.ts";

interface Packaged {
  readonly default: { executablePath(bin: string): Promise<string>; args: string[] };
  /** Unpacks a file to the folder for temporary files. */
  inflate(file: string): Promise<string>;
}

const wanted = Deno.args[0]!;
const { default: chromium, inflate } = await import(`npm:${wanted}`) as Packaged;
const bin = fileURLToPath(new URL("../bin", import.meta.resolve(`npm:${wanted}`)));
// One folder for each version and user: files unpacked by another user are never run.
const folder = join(
  tmpdir(),
  `acct-${wanted.replace(/^.*\//, "").replace("@", "-")}-${Deno.uid()}`,
);
const executablePath = join(folder, "chromium");
const libraries = join(folder, "al2023", "lib");
if (!await isComplete()) await unpack();
console.log(JSON.stringify({
  executablePath,
  args: chromium.args,
  libraries: await neededLibraries(),
}));

/**
 * Unpacks next to the folder and moves the result there, because two groups of tests may start at
 * the same time.
 */
async function unpack(): Promise<void> {
  const own = await Deno.makeTempDir({ prefix: "acct-chromium-" });
  // The package unpacks to the temporary folder, set by this variable.
  Deno.env.set("TMPDIR", own);
  try {
    await chromium.executablePath(bin);
    await inflate(join(bin, "al2023.tar.br"));
    await Deno.rename(own, folder).catch(async (error) => {
      if (await isComplete()) throw error;
      // A cleaner of temporary files has removed parts of it.
      await Deno.rename(folder, join(own, "old"));
      await Deno.rename(own, folder);
      await Deno.remove(join(folder, "old"), { recursive: true });
    });
  } catch (error) {
    await Deno.remove(own, { recursive: true });
    if (!await isComplete()) throw error;
  }
}

/** Returns whether the folder exists with all used files, unpacked by this user. */
async function isComplete(): Promise<boolean> {
  return await isOwnFolder(folder) && await exists(executablePath) && await exists(libraries);
}

/** The folder of the package's libraries, if the browser does not start with the machine's own. */
async function neededLibraries(): Promise<string | null> {
  if (await failure({}) === null) return null;
  const reason = await failure({ LD_LIBRARY_PATH: libraries });
  if (reason === null) return libraries;
  throw new Error(`The packaged browser does not start here; install chromium. It says: ${reason}`);
}

/** Starts the browser. Returns `null` if it prints its version, otherwise its output. */
async function failure(env: Record<string, string>): Promise<string | null> {
  const command = new Deno.Command(executablePath, { args: ["--version"], env });
  const { success, stderr } = await command.output();
  return success ? null : new TextDecoder().decode(stderr).trim();
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
