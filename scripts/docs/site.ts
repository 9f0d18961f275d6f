/**
 * `deno task build site [--base /path/] [--repository URL]`: builds the documentation as a site, in
 * `site/`. VitePress from npm builds it in a separate folder; the project uses it nowhere else.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { allFiles, readText } from "../check/files.ts";
import { linksOf, mapLinks, slugOf } from "./links.ts";
import { home } from "./home.ts";
import { llmsFullText, llmsText } from "./llms.ts";
import { chapters } from "./pages.ts";
import { type ReferencePage, referencePages } from "./reference.ts";

const root = new URL("../../", import.meta.url);
const work = new URL(".local/site/", root);
const VITEPRESS = "1.6.4";

/** How the site is made. */
export interface SiteOptions {
  /** Folder to write to, a path. */
  readonly out: string;
  /** Path below which it will be served. Default `/`. */
  readonly base?: string;
  /** If true, prints no output unless it fails. */
  readonly quiet?: boolean;
  /** Address of the sources for links; without it, links become plain text. */
  readonly repository?: string;
}

/** Builds the site. */
export async function buildSite(options: SiteOptions): Promise<void> {
  const { base = "/", repository, quiet = false } = options;
  await install(quiet);
  const source = new URL("pages/", work);
  await Deno.remove(source, { recursive: true }).catch(() => {});
  const paths = await reachable();
  for (const path of paths) {
    const text = mapLinks(await readText(path) ?? "", (link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file));
      const section = anchor === undefined ? "" : `#${anchor}`;
      if (paths.has(target)) return `/${placeOf(target).replace(/\.md$/, "")}${section}`;
      if (target.startsWith("docs/pictures/")) return `/${placeOf(target)}`;
      return repository === undefined ? null : `${repository}/blob/HEAD/${target}${section}`;
    });
    await write(new URL(placeOf(path), source), text);
  }
  await write(new URL("index.md", source), home);
  const reference = await referencePages();
  for (const { path, text } of reference) await write(new URL(path, source), text);
  await copy("docs/pictures/", new URL("public/pictures/", source));
  await write(new URL("public/llms.txt", source), await llmsText());
  await write(new URL("public/llms-full.txt", source), await llmsFullText());
  await write(
    new URL(".vitepress/config.mjs", source),
    configuration({ ...options, base }, reference),
  );
  await run("npx", ["--no-install", "vitepress", "build", "pages"], quiet);
}

/** The documents of the menu, and all documents that they link to. */
async function reachable(): Promise<Set<string>> {
  const files = new Set(await allFiles());
  const waiting = ["docs/README.md", ...chapters.flatMap(({ pages }) => pages.map((p) => p.path))];
  const found = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const link of linksOf(await readText(path) ?? "")) {
      const target = posix.normalize(posix.join(posix.dirname(path), link.split("#")[0]!));
      if (target.endsWith(".md") && files.has(target)) waiting.push(target);
    }
  }
  return found;
}

/** Path of a repository file in the site. */
function placeOf(path: string): string {
  if (path === "README.md") return "overview.md";
  // The first page is another one.
  if (path === "docs/README.md") return "contents.md";
  return path.replace(/^docs\//, "").replace(/(^|\/)README\.md$/, "$1index.md").toLowerCase();
}

/** VitePress's configuration. */
function configuration(
  { out, base, repository }: SiteOptions,
  reference: readonly ReferencePage[],
): string {
  const documents = chapters.map(({ title, pages }) => ({
    text: title,
    items: pages.map(({ path, title }) => ({
      text: title,
      link: `/${placeOf(path).replace(/(index)?\.md$/, "")}`,
    })),
  }));
  const sidebar = [...documents, {
    text: "Reference",
    collapsed: true,
    items: reference.map(({ title, path }) => ({
      text: title,
      link: `/${path.replace(/\.md$/, "")}`,
    })),
  }];
  const options = {
    title: "Acct",
    description: "Smart-account wallets for web apps, secured by passkeys",
    base,
    outDir: out,
    cleanUrls: false,
    themeConfig: {
      sidebar,
      outline: [2, 3],
      search: { provider: "local" },
      ...(repository !== undefined && {
        socialLinks: [{ icon: "git", link: repository, ariaLabel: "Sources" }],
      }),
    },
  };
  // A function cannot be JSON.
  return `const slugify = ${slugOf.toString()};\nexport default {\n` +
    `  ...${JSON.stringify(options)},\n  markdown: { anchor: { slugify } },\n};\n`;
}

/** Installs VitePress where that has not been done with this lock. */
async function install(quiet: boolean): Promise<void> {
  const lock = await Deno.readTextFile(new URL("vitepress.lock", import.meta.url));
  const done = new URL("installed.lock", work);
  if (await Deno.readTextFile(done).catch(() => "") === lock) return;
  const project = { private: true, type: "module", devDependencies: { vitepress: VITEPRESS } };
  await write(new URL("package.json", work), JSON.stringify(project));
  await write(new URL("package-lock.json", work), lock);
  // Not `npm ci`: the lock lacks the binaries of other platforms. Their versions are pinned by
  // their packages.
  await run(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"],
    quiet,
  );
  await Deno.writeTextFile(done, lock);
}

async function run(command: string, args: readonly string[], quiet: boolean): Promise<void> {
  const output = quiet ? "piped" : "inherit";
  const { success } = await new Deno.Command(command, {
    args: [...args],
    cwd: fileURLToPath(work),
    stdout: output,
    stderr: output,
  }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")} failed`);
}

async function write(file: URL, text: string): Promise<void> {
  await Deno.mkdir(new URL(".", file), { recursive: true });
  await Deno.writeTextFile(file, text);
}

async function copy(folder: string, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(new URL(folder, root))) {
    await Deno.copyFile(new URL(folder + name, root), new URL(name, to));
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { base: { type: "string" }, repository: { type: "string" } },
  });
  await buildSite({ out: fileURLToPath(new URL("site", root)), ...values });
  console.log("site/ is ready");
}
