import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { editManifest, ranges } from "./manifest.ts";
import { migrate, wallets } from "./main.ts";
import type { Peer } from "./peer.ts";
import { baseAccount } from "./peers/base_account.ts";
import { coinbaseWallet } from "./peers/coinbase_wallet.ts";
import { porto } from "./peers/porto.ts";
import { privy } from "./peers/privy.ts";
import { rewrite } from "./rewrite.ts";

const folder = new URL("./testing/", import.meta.url);
const apps: readonly (readonly [name: string, peer: Peer, hasWagmi: boolean])[] = [
  ["porto_wagmi", porto, true],
  ["porto_provider", porto, false],
  ["base_account_wagmi", baseAccount, true],
  ["base_account_provider", baseAccount, false],
  ["coinbase_wallet_wagmi", coinbaseWallet, true],
  ["coinbase_wallet_provider", coinbaseWallet, false],
  ["privy_wagmi", privy, true],
  ["privy_provider", privy, false],
];

// `deno task check` checks the types of the results against the SDK.
for (const [name, peer, hasWagmi] of apps) {
  const path = `${name}.after.${peer === privy ? "tsx" : "ts"}`;
  const project = { hasWagmi };

  Deno.test(`codemod: ${name} becomes the app with this SDK`, async () => {
    const text = await Deno.readTextFile(new URL(`${name}.before.txt`, folder));
    const expected = await Deno.readTextFile(new URL(path, folder));
    assertEquals(rewrite({ path, text, peer, project }).text, expected);
  });

  Deno.test(`codemod: ${name} does not change twice`, async () => {
    const text = await Deno.readTextFile(new URL(path, folder));
    assertEquals(rewrite({ path, text, peer, project }).text, text);
  });

  Deno.test(`codemod: ${name} keeps the line breaks of Windows`, async () => {
    const text = (await Deno.readTextFile(new URL(`${name}.before.txt`, folder)))
      .replaceAll("\n", "\r\n");
    const result = rewrite({ path, text, peer, project }).text;
    assert(result !== text);
    assertEquals(result.replaceAll("\r\n", "").includes("\n"), false);
  });
}

Deno.test("codemod: an API key replaces the placeholder and its task", () => {
  const text = 'import { porto } from "porto/wagmi";\nexport const list = [porto()];\n';
  const result = rewrite({
    path: "a.ts",
    text,
    peer: porto,
    project: { hasWagmi: true },
    apiKey: "pk_test_abc",
  });
  assertStringIncludes(result.text, '[acct({ apiKey: "pk_test_abc" })]');
  assertEquals(result.notes, []);
});

Deno.test("codemod: code without a counterpart stays, with one comment", () => {
  const text = 'import "a";\nimport { pay } from "@base-org/account";\nexport const paid = pay;\n';
  const parameters = { path: "a.ts", peer: baseAccount, project: { hasWagmi: false } };
  const once = rewrite({ ...parameters, text });
  assertStringIncludes(once.text, "// TODO(acct): pay: payments and subscriptions");
  assertEquals(once.text.split("\n").filter((line) => !line.startsWith("//")).join("\n"), text);
  assertEquals(once.notes.map(({ line }) => line), [2]);
  const twice = rewrite({ ...parameters, text: once.text });
  assertEquals([twice.text, twice.notes], [once.text, once.notes]);
});

Deno.test("codemod: options that are not written in the call are kept, with a task", () => {
  const text = [
    'import { createBaseAccountSDK } from "@base-org/account";',
    "export const create = (read: () => object) => createBaseAccountSDK(read());",
    "",
  ].join("\n");
  const result = rewrite({ path: "a.ts", text, peer: baseAccount, project: { hasWagmi: false } });
  assertStringIncludes(result.text, "...(read()) /* TODO(acct): check these options");
});

Deno.test("codemod: a name that the file declares again is not renamed", () => {
  const text = [
    'import { createBaseAccountSDK } from "@base-org/account";',
    "export const sdk = createBaseAccountSDK({});",
    "export function inner(createBaseAccountSDK: () => void) { createBaseAccountSDK(); }",
    "",
  ].join("\n");
  const result = rewrite({ path: "a.ts", text, peer: baseAccount, project: { hasWagmi: false } });
  assertStringIncludes(result.text, "// TODO(acct): replace createBaseAccountSDK with Acct");
  assertStringIncludes(result.text, text);
});

Deno.test("codemod: a module that is loaded in another way is reported", () => {
  const text = 'export const load = () => import("porto");\n';
  const { text: result, notes } = rewrite({
    path: "a.js",
    text,
    peer: porto,
    project: { hasWagmi: false },
  });
  assertEquals(result, text);
  assertEquals(notes, [{ line: 1, text: "porto: change this reference to the module." }]);
});

Deno.test("codemod: the manifest keeps its formatting", () => {
  const before = '{\n    "name": "shop",\n    "dependencies": {\n' +
    '        "porto": "latest",\n        "viem": "2.1.0"\n    }\n}\n';
  const after = editManifest(before, ["porto"], ["@sdk/core"]);
  assertEquals(after, before.replace('"porto": "latest"', '"@sdk/core": "^0.1.0"'));
  assertEquals(editManifest(after, ["porto"], ["@sdk/core"]), after);
});

Deno.test("codemod: the manifest gets the peers that are missing", () => {
  const cases = [
    '{"dependencies":{"a":"1","@privy-io/react-auth":"3","@privy-io/wagmi":"4"}}',
    '{"devDependencies":{"@privy-io/react-auth":"3","@privy-io/wagmi":"4","a":"1"}}',
    '{"name":"shop"}',
  ];
  for (const text of cases) {
    const removed = ["@privy-io/react-auth", "@privy-io/wagmi"];
    const { dependencies, devDependencies } = JSON.parse(
      editManifest(text, removed, ["@sdk/connector"]),
    );
    const { a, ...added } = { ...dependencies, ...devDependencies };
    const names = ["@sdk/connector", "@tanstack/react-query", "viem", "wagmi"];
    assertEquals(Object.keys(added).sort(), names);
    assertEquals(a, text.includes('"a"') ? "1" : undefined);
  }
});

Deno.test("codemod: the ranges equal the ranges of this repository", async () => {
  const root = new URL("../", import.meta.url);
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  for (const [name, range] of Object.entries(ranges)) {
    const folder = name.startsWith("@sdk/") ? name.slice(5) : undefined;
    const expected = folder === undefined
      ? imports[name].slice(`npm:${name}@`.length)
      : `^${JSON.parse(await Deno.readTextFile(new URL(`${folder}/deno.json`, root))).version}`;
    assertEquals(range, expected, name);
  }
});

Deno.test("codemod: a folder with uncommitted changes is refused, and not changed", async () => {
  const app = await newApp();
  const parameters = { wallet: "porto", folder: app };
  await assertRejects(() => migrate(parameters), Error, "not in a git repository");
  await git(app, "init", "--quiet");
  await assertRejects(() => migrate(parameters), Error, "uncommitted changes");
  assertStringIncludes(await Deno.readTextFile(join(app, "src/config.ts")), "porto()");
  await Deno.remove(app, { recursive: true });
});

Deno.test("codemod: a committed app is changed once, and `dry` changes nothing", async () => {
  const app = await newApp();
  await commit(app);
  const parameters = { wallet: "porto", folder: app };
  const dry = await migrate({ ...parameters, dry: true });
  assertStringIncludes(await Deno.readTextFile(join(app, "src/config.ts")), "porto()");
  const { changes, tasks } = await migrate(parameters);
  assertEquals({ changes, tasks }, dry);
  assertEquals(changes.map(({ path }) => path).sort(), ["package.json", "src/config.ts"]);
  assertEquals(tasks, [
    { path: "src/config.ts", line: 2, text: "your API key" },
    { path: "src/page.vue", line: 1, text: "change this file: only scripts are rewritten." },
    {
      path: "tsconfig.json",
      line: 3,
      text: "set moduleResolution to bundler, node16 or nodenext.",
    },
  ]);
  for (const { path, after } of changes) {
    assertEquals(await Deno.readTextFile(join(app, path)), after);
  }
  assertEquals(await Deno.readTextFile(join(app, "node_modules/a.ts")), config);
  assertEquals((await migrate({ ...parameters, force: true })).changes, []);
  await Deno.remove(app, { recursive: true });
});

Deno.test("codemod: an unknown wallet, folder or key is refused", async () => {
  assertEquals(wallets, ["porto", "base-account", "coinbase-wallet", "privy"]);
  const folder = await newApp();
  for (const wallet of ["metamask", "constructor"]) {
    await assertRejects(() => migrate({ wallet, folder }), Error, "Wallets: porto,");
  }
  const wallet = "porto";
  await assertRejects(() => migrate({ wallet, folder, apiKey: "sk" }), Error, "apiKey must start");
  await assertRejects(() => migrate({ wallet, folder: join(folder, "none") }), Error, "ENOENT");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("codemod: a file that cannot be parsed is reported and kept", async () => {
  const folder = await newApp();
  await Deno.writeTextFile(join(folder, "broken.ts"), 'import { porto } from "porto/wagmi";\n{{{');
  const { changes, tasks } = await migrate({ wallet: "porto", folder, dry: true });
  assertEquals(changes.some(({ path }) => path === "broken.ts"), false);
  const task = tasks.find(({ path }) => path === "broken.ts");
  assertStringIncludes(task!.text, "not changed:");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("codemod: symbolic links are skipped", async () => {
  const outside = await Deno.makeTempDir();
  await Deno.writeTextFile(join(outside, "a.ts"), config);
  const app = await newApp();
  await Deno.symlink(join(outside, "a.ts"), join(app, "file.ts"));
  await Deno.symlink(join(outside, "none.ts"), join(app, "dangling.ts"));
  await Deno.symlink(outside, join(app, "folder.ts"));
  const forced = await migrate({ wallet: "porto", folder: app, dry: true, force: true });
  await commit(app);
  const { changes, tasks } = await migrate({ wallet: "porto", folder: app });
  assertEquals({ changes, tasks }, forced);
  assertEquals(changes.map(({ path }) => path).sort(), ["package.json", "src/config.ts"]);
  assertEquals(await Deno.readTextFile(join(outside, "a.ts")), config);
  for (const folder of [app, outside]) await Deno.remove(folder, { recursive: true });
});

Deno.test("codemod: files that git ignores are skipped", async () => {
  const app = await newApp();
  await Deno.writeTextFile(join(app, ".gitignore"), "ignored.ts\nlocal\n");
  await Deno.writeTextFile(join(app, "ignored.ts"), config);
  await Deno.mkdir(join(app, "local"));
  await Deno.writeTextFile(join(app, "local/a.ts"), config);
  await commit(app);
  const local = { wallet: "porto", folder: join(app, "local") };
  await assertRejects(() => migrate(local), Error, "git ignores it");
  for (const force of [false, true]) {
    await migrate({ wallet: "porto", folder: app, force });
    assertEquals(await Deno.readTextFile(join(app, "ignored.ts")), config);
    assertEquals(await Deno.readTextFile(join(app, "local/a.ts")), config);
  }
  await Deno.remove(app, { recursive: true });
});

Deno.test("codemod: untracked files are uncommitted, and changed with `force`", async () => {
  const app = await newApp();
  await commit(app);
  await git(app, "config", "status.showUntrackedFiles", "no");
  await Deno.writeTextFile(join(app, "new.ts"), config);
  const parameters = { wallet: "porto", folder: app };
  await assertRejects(() => migrate(parameters), Error, "uncommitted changes");
  const { changes } = await migrate({ ...parameters, force: true });
  assert(changes.some(({ path }) => path === "new.ts"));
  await Deno.remove(app, { recursive: true });
});

Deno.test("codemod: a file that is not UTF-8 is reported and kept", async () => {
  const folder = await newApp();
  const latin1 = Uint8Array.from(`// é\n${config}`, (character) => character.charCodeAt(0));
  await Deno.writeFile(join(folder, "latin1.ts"), latin1);
  await Deno.writeTextFile(join(folder, "mark.ts"), `\uFEFF${config}`);
  const { tasks } = await migrate({ wallet: "porto", folder, force: true });
  assertEquals(tasks.filter(({ path }) => path === "latin1.ts"), [
    { path: "latin1.ts", line: 1, text: "not changed: the file is not valid UTF-8." },
  ]);
  assertEquals(await Deno.readFile(join(folder, "latin1.ts")), latin1);
  const bytes = await Deno.readFile(join(folder, "mark.ts"));
  assertEquals([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  await Deno.remove(folder, { recursive: true });
});

const config = 'import { porto } from "porto/wagmi";\nexport const connectors = [porto()];\n';

/** Writes an app with Porto. */
async function newApp(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const files = {
    "package.json": '{\n  "dependencies": {\n    "porto": "1.0.0"\n  }\n}\n',
    "src/config.ts": config,
    "tsconfig.json": '{\n  "compilerOptions": {\n    "moduleResolution": "Node"\n  }\n}\n',
    "src/page.vue": '<script>import { porto } from "porto/wagmi"</script>\n',
    "src/other.ts": "export const untouched = 1;\n",
    "node_modules/a.ts": config,
  };
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(join(folder, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(folder, path), text);
  }
  return folder;
}

/** Commits all files of a folder to a new repository. */
async function commit(folder: string): Promise<void> {
  await git(folder, "init", "--quiet");
  await git(folder, "add", ".");
  await git(folder, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "a");
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("git", { cwd, args: [...args] }).output();
  assert(success, new TextDecoder().decode(stderr));
}
