/**
 * Prints where the development tools lie on this machine, as JSON. It runs apart from the workspace
 * (`--no-config`, a lock of its own), so that a `deno task` never downloads compilers and browsers.
 * The first run fetches the packages into Deno's cache; later runs touch no network.
 *
 * Each argument is `package@version/file`; the answer maps it to the file's path.
 */
import { fileURLToPath } from "node:url";

const found: Record<string, string> = {};
for (const file of Deno.args) {
  const [, name, path] = /^((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(file) ?? [];
  if (name === undefined || path === undefined) throw new Error(`not a package file: ${file}`);
  const manifest = `npm:${name}/package.json`;
  await import(manifest, { with: { type: "json" } });
  found[file] = fileURLToPath(new URL(path, import.meta.resolve(manifest)));
}
console.log(JSON.stringify(found));
