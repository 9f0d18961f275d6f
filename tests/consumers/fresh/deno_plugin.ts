/**
 * Replaces `@deno/esbuild-plugin`, because its loader is only available from JSR: Fresh's bundler
 * uses it to locate modules. Modules are found as `deno info` finds them, npm packages by esbuild
 * itself.
 *
 * @module
 */
import { isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The part of esbuild's interface for plugins that is used here. */
interface Build {
  resolve(path: string, options: Record<string, unknown>): Promise<Record<string, unknown>>;
  onResolve(
    filter: { filter: RegExp },
    run: (args: Args) => Promise<Record<string, unknown> | null>,
  ): void;
  onLoad(
    filter: { filter: RegExp; namespace: string },
    run: (args: { path: string }) => Promise<Record<string, unknown>>,
  ): void;
}

interface Args {
  readonly path: string;
  readonly importer: string;
  readonly namespace: string;
  readonly kind: string;
  readonly pluginData: unknown;
}

/** A module as `deno info --json` has it. */
interface Module {
  readonly specifier: string;
  readonly local?: string;
  readonly mediaType?: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: { readonly specifier?: string };
  }[];
}

/** Creates the plugin; Fresh's options for it have no effect here. */
export function denoPlugin(): { name: string; setup(build: Build): void } {
  return { name: "deno", setup };
}

function setup(build: Build): void {
  const modules = new Map<string, Module>();
  const redirects = new Map<string, string>();
  const find = async (specifier: string): Promise<string> => {
    const there = redirects.get(specifier) ?? specifier;
    if (!modules.has(there)) await inspect(specifier, modules, redirects);
    return redirects.get(specifier) ?? specifier;
  };
  build.onResolve({ filter: /.*/ }, async ({ path, importer, namespace, kind, pluginData }) => {
    const isEntry = kind === "entry-point";
    // Below npm packages esbuild finds its way alone.
    if (pluginData === modules || (namespace !== "deno" && !isEntry)) return null;
    let target: string | undefined = isEntry && isAbsolute(path) ? pathToFileURL(path).href : path;
    if (!isEntry) {
      const { dependencies = [] } = modules.get(importer)!;
      target = dependencies.find(({ specifier }) => specifier === path)?.code?.specifier;
      // The imports added by JSX are in no list.
      target ??= path.startsWith("preact/") ? `npm:/${path}` : undefined;
      if (target === undefined) throw new Error(`${importer} does not name ${path}`);
    }
    if (target.startsWith("node:")) return { path: target, external: true };
    const [, name] = /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(target) ?? [];
    if (name === undefined) return { path: await find(target), namespace: "deno" };
    const below = target.replace(/^npm:\/?(?:@[^/]+\/)?[^/]+/, "");
    return await build.resolve(name + below, { resolveDir: Deno.cwd(), kind, pluginData: modules });
  });
  build.onLoad({ filter: /.*/, namespace: "deno" }, async ({ path }) => {
    const { local, mediaType = "TypeScript" } = modules.get(path)!;
    const file = local ?? fileURLToPath(path);
    const loaders: Record<string, string> = { TSX: "tsx", JSX: "jsx", JavaScript: "js" };
    return { contents: await Deno.readTextFile(file), loader: loaders[mediaType] ?? "ts" };
  });
}

/** Requests a module and all its imports from Deno. */
async function inspect(
  specifier: string,
  modules: Map<string, Module>,
  redirects: Map<string, string>,
): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", specifier],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const graph = JSON.parse(new TextDecoder().decode(stdout));
  for (const found of graph.modules) modules.set(found.specifier, found);
  for (const [from, to] of Object.entries<string>(graph.redirects)) redirects.set(from, to);
}
