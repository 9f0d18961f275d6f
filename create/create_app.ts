/** Writes an app from a template. @module */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { templates } from "./templates.ts";

/**
 * Key of the local stack on its default port. It only works on localhost, so it is not a secret.
 */
export const DEVELOPMENT_KEY = "pk_test_AQ5sb2NhbGhvc3Q6ODc4NwAAAAB6aVMtW5NCuF6sh-7JJE_mhHgpgZNq";

/** Names of the templates. */
export const examples: readonly string[] = Object.keys(templates);

/** App to create. */
export interface NewApp {
  /** Name of the template. */
  readonly example: string;
  /** Folder of the app: new or empty. */
  readonly folder: string;
  /** Folder with tarballs of the packages. Default: use the registry. */
  readonly packages?: string | undefined;
  /** Folder of the repository, from which `npm run dev` starts the local stack. Default: none. */
  readonly repository?: string | undefined;
}

/**
 * Writes the app; returns the absolute path of its folder.
 *
 * @throws {Error} if the template does not exist, the folder has files, or a tarball is missing
 */
export async function createApp(
  { example, folder, packages, repository }: NewApp,
): Promise<string> {
  const template = Object.hasOwn(templates, example) ? templates[example] : undefined;
  if (template === undefined) {
    throw new Error(`There is no example ${example}. Examples: ${examples.join(", ")}.`);
  }
  const path = resolve(folder);
  const present = await readdir(path).catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (present.length > 0) throw new Error(`${path} is not empty. Nothing was written.`);
  const files = { ...template };
  const manifest = await manifestOf(files["package.json"]!, path, packages);
  files["package.json"] = `${JSON.stringify(manifest, null, 2)}\n`;
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name);
    await mkdir(dirname(file), { recursive: true });
    const filled = text.replaceAll("__ACCT_KEY__", DEVELOPMENT_KEY)
      .replaceAll('"__REPOSITORY__"', JSON.stringify(repository ? resolve(repository) : ""));
    await writeFile(file, filled);
  }
  return path;
}

/** Sets the app's name, and uses the packages from tarballs if available. */
async function manifestOf(
  text: string,
  path: string,
  packages: string | undefined,
): Promise<Record<string, unknown>> {
  const manifest: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(text);
  const dependencies: Record<string, string> = { ...manifest.dependencies };
  const overrides: Record<string, string> = {};
  if (packages !== undefined) {
    const [tarballs, { version }] = await Promise.all([
      readdir(packages),
      readFile(join(packages, "core/package.json"), "utf8").then(JSON.parse),
    ]).catch((cause) => {
      const command = `deno task build npm --out ${resolve(packages)}`;
      const message = `${packages} has no packages. First run in the repository: ${command}`;
      throw new Error(message, { cause });
    });
    for (const name of ["core", "ui", "connector", "acct"]) {
      const tarball = `sdk-${name}-${version}.tgz`;
      if (!tarballs.includes(tarball)) throw new Error(`${packages} has no ${tarball}.`);
      const address = pathToFileURL(resolve(packages, tarball)).href;
      if (Object.hasOwn(dependencies, `@sdk/${name}`)) dependencies[`@sdk/${name}`] = address;
      else overrides[`@sdk/${name}`] = address;
    }
  }
  return {
    name: basename(path).toLowerCase().replace(/[^a-z0-9-]+/g, "-").replace(/^-+|-+$/g, "") ||
      "app",
    ...manifest,
    dependencies,
    ...(packages !== undefined && { overrides }),
  };
}
