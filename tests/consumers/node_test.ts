/** Node: `import` and `require` of every entry. */
import { assert, assertEquals } from "@std/assert";
import { posix } from "node:path";
import { getPackages, makeProject, nodeHere, run } from "./packages.ts";

const here = await nodeHere();
const options = { sanitizeResources: false, ignore: !here };

let project: Promise<string> | undefined;

/** One project with all packages, each dependency at an existing version. */
function getProject(): Promise<string> {
  return project ??= newProject();
}

async function newProject(): Promise<string> {
  const { core, connector, ui, pay } = await getPackages();
  // Entries without a specific test are at least loaded.
  const names = [core, connector, ui, pay].flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((entry) => !entry.endsWith(".json"))
      .map((entry) => JSON.stringify(posix.join(name, entry)))
  );
  const all = names.map((_, index) => `e${index}`);
  const check = `said.empty = [${all}].filter((entry) => Object.keys(entry).length === 0).length;`;
  const modules = [
    ...names.map((name, index) => `import * as e${index} from ${name};`),
    ...Object.entries(entries).map(([name, from]) => `import * as ${name} from "${from}";`),
    questions.replace("// more", check),
  ];
  const common = [
    ...names.map((name, index) => `const e${index} = require(${name});`),
    ...Object.entries(entries).map(([name, from]) => `const ${name} = require("${from}");`),
    questions.replace("// more", check),
  ];
  return await makeProject({
    name: "node",
    uses: ["core", "connector", "ui", "pay", "acct"],
    dependencies: {
      "@tanstack/react-query": "5.108.0",
      react: "19.3.1",
      viem: "2.57.1",
      wagmi: "3.7.7",
    },
    files: { "all.mjs": modules.join("\n"), "all.cjs": common.join("\n") },
  });
}

/** Checks of every entry, run on modules that are already loaded. */
const questions = `
console.error = () => {};
const said = {
  core: typeof core.Acct.create,
  acct: acct.Acct === core.Acct,
  mode: core.Mode === mode.Mode && mode.Mode === connector.Mode,
  // One class, independent of the entry: instanceof works across packages.
  errors: core.AcctError === dialog.AcctError,
  host: wallet_host.rdnsOf("https://keys.example.com"),
  icon: icon.icon.slice(0, 18),
  permission: typeof permission.prepareTransaction,
  redemptions: typeof redemptions.signRedemption,
  session: typeof session.openSessionKey,
  pay: typeof pay.payingFetch,
  file_journal: file_journal.PaymentError === pay.PaymentError,
  testing: testing.testUser().canHandle("personal_sign"),
  whole: whole.Acct === core.Acct && whole.ReactUIHandler === ui.ReactUIHandler,
  connector: connector.acct({ apiKey: "none" })({
    emitter: { on() {}, emit() {} },
    chains: [],
    storage: null,
    transports: {},
  }).id,
  hook: connector.useSign === connector.Hooks.useSign,
  ui: new ui.ReactUIHandler().canHandle("personal_sign"),
  // Importing kept the process idle and did not touch the page.
  awake: process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|Immediate/.test(name)),
  page: [typeof window, typeof document],
};
try {
  core.Acct.create({ apiKey: "" });
} catch (error) {
  said.refused = [error instanceof dialog.AcctError, error.data.field];
}
// more
console.log(JSON.stringify(said));
`;

const entries = {
  core: "@sdk/core",
  acct: "@sdk/core/acct",
  dialog: "@sdk/core/dialog",
  mode: "@sdk/core/mode",
  icon: "@sdk/core/icon",
  wallet_host: "@sdk/core/wallet_host",
  permission: "@sdk/core/permission",
  session: "@sdk/core/session_key",
  redemptions: "@sdk/core/execution_permissions",
  pay: "@sdk/pay",
  file_journal: "@sdk/pay/file_journal",
  testing: "@sdk/core/testing",
  whole: "@sdk/acct",
  connector: "@sdk/connector",
  ui: "@sdk/ui",
};

const expected = {
  core: "function",
  acct: true,
  mode: true,
  errors: true,
  host: "com.example.keys",
  icon: "data:image/svg+xml",
  permission: "function",
  redemptions: "function",
  session: "function",
  pay: "function",
  file_journal: true,
  testing: true,
  whole: true,
  connector: "acct",
  hook: true,
  ui: true,
  awake: [],
  page: ["undefined", "undefined"],
  refused: [true, "apiKey"],
  empty: 0,
};

Deno.test("node: every entry is imported", options, async () => {
  assertEquals(JSON.parse(await run(await getProject(), "node", ["all.mjs"])), expected);
});

Deno.test("node: every entry is required", options, async () => {
  assertEquals(JSON.parse(await run(await getProject(), "node", ["all.cjs"])), expected);
});

Deno.test("npm: a folder of the build is published as its tarball has it", options, async () => {
  const { core, connector, ui, pay } = await getPackages();
  for (const { folder, tarball } of [core, connector, ui, pay]) {
    const filesOf = async (what: string) => {
      const [pack] = JSON.parse(await run(folder, "npm", ["pack", "--dry-run", "--json", what]));
      return pack.files.map(({ path, size }: { path: string; size: number }) => [path, size]);
    };
    const files = await filesOf(".");
    assertEquals(files, await filesOf(tarball));
    assert(files.length > 5);
  }
});
