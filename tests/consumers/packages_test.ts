/** The built packages on their own: their contents, omissions and manifests. */
import type { CdnIntegrity } from "../../scripts/npm/cdn.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { SourceMap } from "node:module";
import { basename, dirname, join, posix } from "node:path";
import { lintPackages, loadTypeScript } from "../../scripts/npm/tools.ts";
import { buildPackages, typeScriptEngine } from "../../scripts/npm/mod.ts";
import { fileURLToPath } from "node:url";
import { readPackages } from "../../scripts/npm/packages.ts";
import { dntEngine } from "../../scripts/npm/dnt.ts";
import { allFiles } from "../../scripts/check/files.ts";
import { filesOf, firstLoad } from "./built_files.ts";
import { getPackages, run } from "./packages.ts";

const options = { sanitizeResources: false };
const root = fileURLToPath(new URL("../../", import.meta.url));

/** The part of TypeScript's API that checks. */
interface Checker {
  readonly ScriptTarget: { readonly ES2022: number };
  readonly ModuleKind: { readonly ESNext: number };
  readonly ModuleResolutionKind: { readonly Bundler: number };
  createProgram(files: readonly string[], options: Readonly<Record<string, unknown>>): object;
  getPreEmitDiagnostics(program: object): readonly {
    readonly code: number;
    readonly file?: { readonly fileName: string };
    readonly messageText: unknown;
  }[];
}

Deno.test("packages: two builds are the same, byte for byte", options, async () => {
  const { folder } = await getPackages();
  const again = await Deno.makeTempDir({ prefix: "acct-packages-" });
  try {
    // In another place and a separate process, as on another machine. At another depth: names of
    // chunks have depended on it.
    const copy = join(again, "some/where", "else");
    for (const path of await allFiles()) {
      if (/^(?:docs|tests)\//.test(path)) continue;
      await Deno.mkdir(join(copy, path, ".."), { recursive: true });
      await Deno.copyFile(join(root, path), join(copy, path));
    }
    await run(copy, Deno.execPath(), [
      "run",
      "-A",
      "build_npm.ts",
      `--out=${join(again, "built")}`,
    ]);
    const digest = async (path: string) =>
      new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(path))).toHex();
    const names = [...(await filesOf(folder)).keys()].sort();
    assert(names.includes("cdn/acct.js") && names.includes("sdk-core-0.1.0.tgz"));
    const built = join(again, "built");
    assertEquals([...(await filesOf(built)).keys()].sort(), names);
    for (const name of names) {
      assertEquals(await digest(join(built, name)), await digest(join(folder, name)), name);
    }
  } finally {
    await Deno.remove(again, { recursive: true });
  }
});

Deno.test("packages: publint (strict) and attw (esm-only) are clean", options, async () => {
  const { core, connector, ui, pay, mcp, create, codemod, acct } = await getPackages();
  const tarballs = [core, connector, ui, pay, mcp, create, codemod, acct].map(({ tarball }) =>
    tarball
  );
  assertEquals(await lintPackages(tarballs), []);
});

Deno.test("packages: the declarations are sound by themselves", options, async () => {
  const { core, connector, ui, pay } = await getPackages();
  const typescript = await loadTypeScript() as unknown as Checker;
  const files: string[] = [];
  for (const { folder } of [core, connector, ui, pay]) {
    const dist = join(folder, "dist");
    for (const name of (await filesOf(dist)).keys()) {
      if (name.endsWith(".d.ts")) files.push(join(dist, name));
    }
  }
  assert(files.length > 50, String(files.length));
  const program = typescript.createProgram(files, {
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: false,
    strict: true,
    target: typescript.ScriptTarget.ES2022,
    types: [],
  });
  const found = typescript.getPreEmitDiagnostics(program)
    // Other packages are not here; `slow/typescript.ts` has them, and checks the same and more.
    .filter(({ code }) => code !== 2307)
    .map(({ code, file, messageText }) =>
      `${posix.basename(file?.fileName ?? "")}: TS${code} ${JSON.stringify(messageText)}`
    );
  assertEquals(found, []);
});

Deno.test("packages: manifests list peers, entries and no paths of this machine", async () => {
  const { core, connector, ui, pay, mcp, acct } = await getPackages();
  assertEquals(core.manifest.peerDependencies, { viem: "^2.50.0" });
  assertEquals(core.manifest.dependencies, undefined);
  assertEquals(connector.manifest.peerDependencies, {
    "@tanstack/react-query": "^5.90.0",
    react: "^18 || ^19",
    viem: "^2.50.0",
    wagmi: "^2.19 || ^3",
  });
  assertEquals(connector.manifest.dependencies, { "@sdk/core": "^0.1.0" });
  assertEquals(ui.manifest.peerDependencies, { viem: "^2.50.0" });
  assertEquals(Object.keys(ui.manifest.dependencies ?? {}), [
    "@sdk/core",
    "blo",
    "culori",
    "preact",
    "uqr",
  ]);
  assertEquals(pay.manifest.peerDependencies, { viem: "^2.50.0" });
  assertEquals(pay.manifest.dependencies, { "@sdk/core": "^0.1.0" });
  // A program that installs its dependencies.
  assertEquals([mcp.manifest.bin, mcp.manifest.peerDependencies], [
    { "acct-agent": "dist/cli.js" },
    undefined,
  ]);
  assertEquals(Object.keys(mcp.manifest.dependencies ?? {}), [
    "@modelcontextprotocol/server",
    "@sdk/core",
    "@sdk/pay",
    "viem",
    "zod",
  ]);
  assertEquals(core.manifest.sideEffects, ["./dist/chunks/*.js"]);
  for (const { manifest } of [connector, ui, pay, mcp]) assertEquals(manifest.sideEffects, false);
  for (const { manifest } of [core, connector, ui, pay, mcp]) {
    assertEquals([manifest.type, manifest.license], ["module", "MIT"]);
    assertEquals(manifest.engines, { node: ">=20.19.0" });
    assertEquals(manifest.repository, undefined, "no address that nobody gave");
  }
  // If core's peers are not forwarded, Yarn and pnpm install core twice: two classes of errors.
  for (const { name, manifest } of [connector, ui, pay, acct]) {
    const { peerDependencies } = manifest as { peerDependencies?: object };
    for (const peer of Object.keys(core.manifest.peerDependencies ?? {})) {
      assert(Object.hasOwn(peerDependencies ?? {}, peer), `${name} does not pass ${peer} on`);
    }
  }
  // Every entry of the sources is one of the package.
  for (const { folder, manifest } of [core, pay]) {
    const config = new URL(`../../${basename(folder)}/deno.json`, import.meta.url);
    const { exports } = JSON.parse(await Deno.readTextFile(config));
    const entries = [...Object.keys(exports), "./package.json"].sort();
    assertEquals(Object.keys(manifest.exports ?? {}).sort(), entries);
  }
});

Deno.test("packages: a given repository is in the manifest for provenance", options, async () => {
  const out = await Deno.makeTempDir({ prefix: "acct-packages-" });
  try {
    const repository = "git+https://git.example/shop/acct.git";
    const [core] = await buildPackages({ out, repository });
    assertEquals(core!.manifest.repository, { type: "git", url: repository, directory: "core" });
    assertEquals(core!.manifest.publishConfig, { access: "public", provenance: true });
    // A folder with other contents is not changed.
    await Deno.writeTextFile(join(out, "diary.txt"), "");
    await assertRejects(() => buildPackages({ out }), Error, "diary.txt");
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("packages: modules, declarations, sources, README, licence; no tests or paths", async () => {
  const { core, connector, ui, pay, mcp } = await getPackages();
  for (const { folder, name } of [core, connector, ui, pay, mcp]) {
    const files = await filesOf(folder);
    const entry = folder === mcp.folder ? "dist/main" : "dist/mod";
    for (const needed of ["README.md", "LICENSE", "package.json", `${entry}.js`, `${entry}.d.ts`]) {
      assert(files.has(needed), `${name} has no ${needed}`);
    }
    for (const [path, text] of files) {
      assert(
        /^(?:README\.md|LICENSE|package\.json|dist\/.*\.(?:js|js\.map|d\.ts)|src\/.*\.tsx?)$/.test(
          path,
        ),
        path,
      );
      assert(!/_test|testing|stories/.test(path), path);
      assert(
        !/file:\/\/|\/(?:home|root|Users|work|tmp)\/|deno\.land|\bjsr:|"npm:/.test(
          // The package's texts describe how Deno starts it.
          folder === mcp.folder ? text.replaceAll("jsr:@sdk/mcp", "") : text,
        ),
        `${name}/${path}`,
      );
      if (!/^dist\/.*\.(?:js|d\.ts)$/.test(path)) continue;
      assert(!/@ts-types|\.tsx?["']/.test(text.replace(/^ *\*.*$/gm, "")), path);
    }
  }
});

Deno.test("packages: a debugger finds the sources of every module", async () => {
  const { core, connector, ui, pay, mcp } = await getPackages();
  for (const { folder, name } of [core, connector, ui, pay, mcp]) {
    const files = await filesOf(folder);
    let found = 0;
    for (const [path, text] of files) {
      if (!path.endsWith(".js")) continue;
      const map = JSON.parse(files.get(`${path}.map`) ?? "null");
      assert(text.trimEnd().endsWith(`//# sourceMappingURL=${basename(path)}.map`), path);
      const source = files.get(join(dirname(path), map.sources[0]));
      assert(source !== undefined, `${name}/${path}: ${map.sources}`);
      const lines = text.split("\n");
      const at = lines.findIndex((line) => /^(?:export )?(?:async )?function \w/.test(line));
      if (at < 0) continue;
      const function_ = /function (\w+)/.exec(lines[at]!)![1]!;
      const { originalLine } = new SourceMap(map).findEntry(at, 0) as { originalLine: number };
      assert(
        source.split("\n")[originalLine]!.includes(`function ${function_}`),
        `${name}/${path}`,
      );
      found++;
    }
    assert(found >= 3, name);
  }
});

Deno.test("packages: no declaration contains any", async () => {
  const { core, connector, ui, pay, mcp } = await getPackages();
  let seen = 0;
  for (const { folder, name } of [core, connector, ui, pay, mcp]) {
    for (const [path, text] of await filesOf(folder)) {
      if (!path.endsWith(".d.ts")) continue;
      seen++;
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"/g, "");
      assert(!/\bany\b/.test(code), `${name}/${path}`);
    }
  }
  assert(seen > 30);
});

Deno.test("packages: no declaration needs a newer TypeScript, or types of the DOM in Node", async () => {
  const { core, connector, pay } = await getPackages();
  let seen = 0;
  for (const { folder, name } of [core, connector, pay]) {
    for (const [path, text] of await filesOf(folder)) {
      if (!path.endsWith(".d.ts")) continue;
      seen++;
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"[^"]*"/g, "");
      // Generic from TypeScript 5.7 on; the lowest that is supported is 5.4.
      assert(!/\bU?int\d+(?:Clamped)?Array<|\bDataView</i.test(code), `${name}/${path}`);
      // Node's own types have these under other names.
      assert(
        !/\b(?:CryptoKey|HTML\w+|BufferSource|Window|Document)\b/.test(code),
        `${name}/${path}`,
      );
    }
  }
  assert(seen > 30);
});

Deno.test("packages: lazily loaded code is a separate module", async () => {
  const { core, connector, ui } = await getPackages();
  const lazy: readonly (readonly [folder: string, path: string])[] = [
    [core.folder, "dist/wallet/app_specific.js"],
    [core.folder, "dist/client/follow.js"],
    [ui.folder, "dist/dialog/window.js"],
    [ui.folder, "dist/screens/calls.js"],
    [ui.folder, "dist/text/ar.js"],
  ];
  for (const [folder, path] of lazy) {
    const first = await firstLoad(folder, "dist/mod.js");
    assert(first.size > 2, "the first load was followed");
    assert(!first.has(path), `${path} is in the first load`);
    await Deno.stat(join(folder, path));
  }
  // The connector loads the provider when it is used, and not before.
  const texts = await Promise.all(
    [...await firstLoad(connector.folder, "dist/mod.js")].map((path) =>
      Deno.readTextFile(join(connector.folder, path))
    ),
  );
  assert(texts.length > 20);
  assert(texts.every((text) => !/^(?:im|ex)port .*"@sdk\/core"/m.test(text)));
  assert(texts.some((text) => text.includes('import("@sdk/core/acct")')));
});

Deno.test('packages: "use client" is in the hooks only', async () => {
  const { core, connector, ui, pay } = await getPackages();
  let hooks = 0;
  for (const { folder, name } of [core, connector, ui, pay]) {
    for (const [path, text] of await filesOf(folder)) {
      if (!path.endsWith(".js")) continue;
      const is = name === "@sdk/connector" && path.startsWith("dist/hooks/");
      assertEquals(text.startsWith('"use client";'), is, `${name}/${path}`);
      hooks += Number(is);
    }
  }
  assert(hooks > 10);
});

Deno.test("packages: the CDN build has one entry, chunks, one separate file, and no React", async () => {
  const { folder } = await getPackages();
  const files = await filesOf(join(folder, "cdn"));
  assert(files.has("acct.js"));
  for (const [path, text] of files) {
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport\(?)\s*"([\w./@-]+)"/g)) {
      // The one file has viem of the page.
      const isKnown = path === "cross-platform.js"
        ? name === "viem"
        : files.has(posix.normalize(name!));
      assert(isKnown, `${path} imports ${name}`);
    }
    assert(!/react\.(?:element|transitional)|ReactCurrentOwner|wagmi/.test(text), path);
    assert(text.trim() !== "", `${path} is empty`);
  }
});

Deno.test("packages: the CDN build lists the hash of each file, and its preloads", async () => {
  const { folder, acct } = await getPackages();
  const files = await filesOf(join(folder, "cdn"));
  const { integrity, preload }: CdnIntegrity = JSON.parse(files.get("integrity.json")!);
  assertEquals(
    Object.keys(integrity).toSorted(),
    [...files.keys()].filter((name) => name !== "integrity.json").toSorted(),
  );
  for (const [name, hash] of Object.entries(integrity)) {
    const bytes = await Deno.readFile(join(folder, "cdn", name));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-384", bytes));
    assertEquals(hash, `sha384-${digest.toBase64()}`, name);
  }
  assertEquals(preload[0], "acct.js");
  assert(preload.length > 3 && preload.length < files.size / 2);
  // The package contains the same, at the paths that CDNs use.
  const { jsdelivr, unpkg } = acct.manifest;
  assertEquals([jsdelivr, unpkg], ["./cdn/acct.js", "./cdn/acct.js"]);
  const packed = await filesOf(acct.folder);
  for (const [name, text] of files) assertEquals(packed.get(`cdn/${name}`), text, name);
});

Deno.test(
  "packages: an import that the manifest does not name stops the build",
  options,
  async () => {
    const out = await Deno.makeTempDir({ prefix: "acct-packages-" });
    const engine = await typeScriptEngine();
    const build = (more: string) =>
      buildPackages({
        out,
        engine: {
          folder: engine.folder,
          async files(pack, manifest) {
            return (await engine.files(pack, manifest)).set("dist/more.js", more);
          },
        },
      });
    try {
      const texts = [
        'import "left-pad";',
        'export * as React from "react-dom/client";',
        'const load = () => import("react-dom");',
        'import "node:fs";',
      ];
      for (const text of texts) {
        const { message } = await assertRejects(() => build(text), Error);
        assert(message.includes("@sdk/core/dist/more.js imports"), message);
      }
      // A name that is only known at run time cannot be checked, so it is rejected too.
      await assertRejects(
        () => build("const load = (name) => import(name);"),
        Error,
        "plain string",
      );
      await build('import "./mod.js";');
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  },
);

Deno.test("packages: an engine that cannot be loaded reports it, and builds nothing", async () => {
  const error = await assertRejects(() => dntEngine({ from: "nowhere:dnt" }), Error);
  assert(error.message.includes("cannot be loaded here: nothing was built"), error.message);
});

Deno.test("packages: every entry has a description, with an example", async () => {
  const entries = (await readPackages()).flatMap(({ path, entries }) =>
    Object.values(entries).map((entry) => join(path, entry))
  );
  entries.push(fileURLToPath(new URL("../../mod.ts", import.meta.url)));
  assert(entries.length > 9);
  for (const entry of entries) {
    const [comment = ""] = /^\/\*\*[\s\S]*?\*\//.exec(await Deno.readTextFile(entry)) ?? [];
    assert(comment.includes("@module"), `${entry} has no text of its own`);
    assert(/@example[\s\S]*```ts/.test(comment), `${entry} has no example`);
  }
});
