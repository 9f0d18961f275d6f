/** Pages of npm projects with the kits that list wallets. @module */
import { basename, extname, join } from "node:path";
import type { PageFiles } from "../../scripts/stack/pages.ts";
import { run } from "./packages.ts";

/**
 * Bundles a page as its users would.
 *
 * @param folder an installed npm project with esbuild
 * @param file module of the page in it
 */
export async function bundlePage(folder: string, file: string): Promise<PageFiles> {
  const page = basename(file, extname(file));
  const dist = join(folder, "dist", page);
  await run(folder, "node_modules/.bin/esbuild", [
    file,
    "--bundle",
    "--splitting",
    "--minify",
    "--format=esm",
    "--platform=browser",
    `--outdir=${dist}`,
    '--define:process.env.NODE_ENV="production"',
    "--define:global=globalThis",
    "--log-level=error",
  ]);
  const assets = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  for await (const { name } of Deno.readDir(dist)) {
    const type = name.endsWith(".css") ? "text/css" : "text/javascript";
    assets.set(`/${name}`, { body: await Deno.readFile(join(dist, name)), type });
  }
  const style = assets.has(`/${page}.css`) ? `<link rel="stylesheet" href="/${page}.css">` : "";
  return {
    html: `<!doctype html><meta charset="utf-8"><title>${page}</title>${style}` +
      `<div id="root"></div><script type="module" src="/${page}.js"></script>`,
    assets,
  };
}
