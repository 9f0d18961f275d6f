/**
 * Prints the paths of the development tools on this machine, as JSON. It runs outside of the
 * workspace (`--no-config`, a separate lock), so that a `deno task` never downloads compilers and
 * browsers. The first run fetches the packages into Deno's cache; later runs touch no network.
 *
 * Each argument is `package@version/file`; the answer maps it to the file's path.
 */
import { fileURLToPath } from "node:url";

const found: Record<string, string> = {};
for (const file of Deno.args) {
  const [, name, version, path] = /^((?:@[^/]+\/)?[^/@]+)@([^/]+)\/(.+)$/.exec(file) ?? [];
  if (name === undefined || version === undefined || path === undefined) {
    throw new Error(`not a package file: ${file}`);
  }
  const root = await packageRoot(name, version);
  found[file] = fileURLToPath(new URL(path, root));
}
console.log(JSON.stringify(found));

/** The folder of a package in Deno's cache. Importing the package makes Deno fetch it. */
async function packageRoot(name: string, version: string): Promise<string> {
  const manifest = `npm:${name}@${version}/package.json`;
  try {
    await import(manifest, { with: { type: "json" } });
    return import.meta.resolve(manifest);
  } catch (error) {
    // Some packages do not export their manifest, but their entry is below the same folder.
    if (!String(error).includes("ERR_PACKAGE_PATH_NOT_EXPORTED")) throw error;
    const entry = `npm:${name}@${version}`;
    // Some entries are for bundlers and fail here, but they are still fetched.
    const failure: unknown = await import(entry).then(() => null, (reason) => reason);
    const url = import.meta.resolve(entry);
    const folder = `/${name}/${version}/`;
    const at = url.indexOf(folder);
    if (at < 0) throw failure;
    return url.slice(0, at + folder.length);
  }
}
