/**
 * The package `@sdk/acct`: provider and dialogs together. Bundlers get it through the other
 * packages, CDNs as files that a browser loads unchanged.
 *
 * @module
 */
import { ENTRY } from "./cdn.ts";
import type { Package } from "./packages.ts";

const root = new URL("../../", import.meta.url);

/** Files and manifest of the package. */
export interface AcctPackage {
  /** Name in the registry. */
  readonly name: string;
  /** The manifest. */
  readonly manifest: Record<string, unknown>;
  /** Files by path. */
  readonly files: Map<string, Uint8Array>;
}

/** Puts the package together, from the others' manifests and the build for CDNs. */
export async function acctPackage(
  packages: readonly Package[],
  manifests: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  cdn: ReadonlyMap<string, Uint8Array>,
): Promise<AcctPackage> {
  const named = (folder: string) => packages.find((pack) => pack.folder === folder)!;
  const [core, ui] = [named("core"), named("ui")];
  const { repository, ...shared } = manifests.get(core.name)!;
  const name = "@sdk/acct";
  const manifest = {
    ...shared,
    name,
    description: "Smart-account wallets secured by passkeys: provider and dialogs, for CDNs too.",
    ...(repository !== undefined && { repository: { ...repository as object, directory: "." } }),
    exports: {
      ".": { types: "./dist/mod.d.ts", default: "./dist/mod.js" },
      "./package.json": "./package.json",
    },
    sideEffects: false,
    // CDNs serve these for the package's bare address.
    jsdelivr: `./cdn/${ENTRY}`,
    unpkg: `./cdn/${ENTRY}`,
    files: ["dist", "cdn"],
    dependencies: { [core.name]: `^${core.version}`, [ui.name]: `^${ui.version}` },
  };
  const text = (body: string) => new TextEncoder().encode(body);
  const source = await Deno.readTextFile(new URL("mod.ts", root));
  const files = new Map<string, Uint8Array>([
    ["package.json", text(JSON.stringify(manifest, null, 2) + "\n")],
    ["README.md", await Deno.readFile(new URL("examples/vanilla-cdn/PACKAGE.md", root))],
    ["LICENSE", await Deno.readFile(new URL("LICENSE", root))],
    // It only re-exports the exports of the other packages.
    ["dist/mod.d.ts", text(source)],
    ["dist/mod.js", text(withoutTypes(source))],
    ...[...cdn].map(([path, body]) => [`cdn/${path}`, body] as const),
  ]);
  return { name, manifest, files };
}

/** Removes the types of a module that only contains `export … from`. */
export function withoutTypes(source: string): string {
  const code = source.replace(/\/\*\*[\s\S]*?\*\//g, "").trim();
  const rest = code.replace(/^export (?:\*|\{[^}]*\}) from "[^"]+";$/gm, "").trim();
  if (rest !== "") throw new Error(`mod.ts has more than exports: ${rest}`);
  return code.replace(/,?\s*\btype \w+/g, "") + "\n";
}
