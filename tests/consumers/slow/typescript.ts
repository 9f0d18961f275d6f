/** Our declarations in apps under strict TypeScript, including checks of libraries. */
import { assert, assertEquals } from "@std/assert";
import { join, posix } from "node:path";
import { getPackages, makeProject, nodeHere, run } from "../packages.ts";

const options = { sanitizeResources: false, ignore: !await nodeHere() };

/** A module that uses the types as an app would; each line fails where a type has become `any`. */
const typed = `
import { Acct, AcctError, type AcctOptions, type ProviderInterface } from "@sdk/core";
import type { DialogRequest, NetworkView, ShowAccountPreview, UIHandler } from "@sdk/core/dialog";
import { icon } from "@sdk/core/icon";
import { Mode } from "@sdk/core/mode";
import { isActive, remaining, type Permission } from "@sdk/core/permission";
import { openSessionKey, type SessionKey } from "@sdk/core/session_key";
import { rdnsOf } from "@sdk/core/wallet_host";
import { acct, Actions, Hooks, Query, useSign, type SdkQueryKey } from "@sdk/connector";
import { ReactUIHandler } from "@sdk/ui";
import { createConfig, http } from "wagmi";
import { base } from "wagmi/chains";

type IsAny<T> = 0 extends 1 & T ? true : false;
type Never<T extends false> = T;
export type Checks = [
  Never<IsAny<typeof Acct>>, Never<IsAny<AcctOptions>>, Never<IsAny<ProviderInterface>>,
  Never<IsAny<DialogRequest>>, Never<IsAny<UIHandler>>, Never<IsAny<typeof icon>>,
  Never<IsAny<typeof isActive>>, Never<IsAny<Awaited<ReturnType<typeof remaining>>>>,
  Never<IsAny<Permission>>, Never<IsAny<SessionKey>>, Never<IsAny<typeof openSessionKey>>,
  Never<IsAny<ReturnType<typeof rdnsOf>>>, Never<IsAny<ReturnType<typeof acct>>>,
  Never<IsAny<typeof Actions>>, Never<IsAny<typeof Hooks>>, Never<IsAny<typeof Query>>,
  Never<IsAny<SdkQueryKey>>, Never<IsAny<ReturnType<typeof useSign>>>,
  Never<IsAny<ReturnType<typeof useSign>["data"]>>, Never<IsAny<typeof ReactUIHandler>>,
  Never<IsAny<NetworkView>>, Never<IsAny<ShowAccountPreview>>,
];

const { provider, disconnect } = Acct.create({
  apiKey: "pk_live_x",
  preference: { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() },
});
export const answer: Promise<unknown> = provider.request({ method: "eth_accounts" });
export const end: Promise<void> = disconnect();
export const code: number = new AcctError("user_rejected").code;
export const config = createConfig({
  chains: [base],
  connectors: [acct({ apiKey: "pk_live_x", appName: "Shop" })],
  transports: { [base.id]: http() },
});
// @ts-expect-error: a mode that does not exist
Acct.create({ apiKey: "pk_live_x", preference: { mode: "Elsewhere" } });
// @ts-expect-error: a cause that does not exist
new AcctError("bad_weather");
// @ts-expect-error: the key is missing
acct({});
`;

const highest = {
  "@tanstack/react-query": "5.108.0",
  "@types/react": "19.3.0",
  react: "19.3.1",
  typescript: "5.9.3",
  viem: "2.57.1",
  wagmi: "3.7.7",
};

/** The lowest versions that the manifests allow and the registry has. */
const lowest = {
  "@tanstack/react-query": "5.90.1",
  "@types/react": "18.3.31",
  react: "18.3.1",
  typescript: "5.9.3",
  viem: "2.50.3",
  wagmi: "2.19.0",
};

/** A module that names every entry, so that all declarations are checked. */
async function everyEntry(): Promise<string> {
  const { core, connector, ui, pay } = await getPackages();
  const entries = [core, connector, ui, pay].flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((entry) => !entry.endsWith(".json"))
      .map((entry) => posix.join(name, entry))
  );
  assert(entries.includes("@sdk/core/session_key"));
  return entries.map((entry, index) => `export * as entry${index} from "${entry}";`).join("\n");
}

/** How an app is checked. */
interface Check {
  readonly module: string;
  readonly moduleResolution: string;
  /** Changes of the other options. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Default: the files of an app in a browser. */
  readonly files?: readonly string[];
  /** Name of the compiler's package. Default: `typescript`. */
  readonly compiler?: string;
}

/** Lists TypeScript's errors in our declarations and in the app that uses them. */
async function problemsIn(folder: string, check: Check): Promise<string[]> {
  const { module, moduleResolution, more, files = ["typed.ts", "all.ts"], compiler } = check;
  const file = `tsconfig.${[compiler, moduleResolution, ...files].join("-")}.json`;
  const compilerOptions = {
    target: "es2022",
    module,
    moduleResolution,
    lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    ...more,
  };
  const config = { compilerOptions, files };
  await Deno.writeTextFile(join(folder, file), JSON.stringify(config));
  const tsc = join("node_modules", compiler ?? "typescript", "bin/tsc");
  const said = await run(folder, "node", [tsc, "-p", file, "--pretty", "false"])
    .catch((error: Error) => error.message);
  const problems = said.split("\n").filter((line) => /error TS/.test(line));
  assert(problems.length > 0 || said === "", said);
  // Other packages have problems if libraries are checked.
  return problems.filter((line) => !/^node_modules\/(?!@sdk\/)/.test(line));
}

Deno.test(
  "typescript: node16, nodenext, bundler; strict, our declarations checked",
  options,
  async () => {
    const folder = await makeProject({
      name: "typescript",
      uses: ["core", "connector", "ui", "pay"],
      dependencies: highest,
      files: { "typed.ts": typed, "all.ts": await everyEntry() },
    });
    const found = await Promise.all([
      problemsIn(folder, { module: "node16", moduleResolution: "node16" }),
      problemsIn(folder, { module: "nodenext", moduleResolution: "nodenext" }),
      problemsIn(folder, { module: "esnext", moduleResolution: "bundler" }),
    ]);
    assertEquals(found, [[], [], []]);
  },
);

Deno.test("typescript: the lowest peers that the manifests allow", options, async () => {
  const folder = await makeProject({
    name: "typescript-lowest",
    uses: ["core", "connector", "ui", "pay"],
    dependencies: lowest,
    files: {
      "typed.ts": typed,
      "all.ts": await everyEntry(),
      "load.mjs":
        `await Promise.all(["core", "connector", "ui", "pay"].map((n) => import("@sdk/" + n)));
        const { parseApiKey } = await import("@sdk/core");
        await import("@sdk/core/session_key");
        console.log(typeof parseApiKey);`,
    },
    npm: ["--strict-peer-deps"],
  });
  assertEquals(await problemsIn(folder, { module: "nodenext", moduleResolution: "nodenext" }), []);
  assertEquals(await run(folder, "node", ["load.mjs"]), "function\n");
});

Deno.test("typescript: the lowest version, and Node without the DOM", options, async () => {
  const { core } = await getPackages();
  const names = Object.keys(core.manifest.exports ?? {}).filter((name) => !name.endsWith(".json"));
  const folder = await makeProject({
    name: "typescript-node",
    uses: ["core", "connector", "ui", "pay"],
    dependencies: { ...highest, "@types/node": "20.9.5", "typescript-5.4": "npm:typescript@5.4.5" },
    files: {
      "typed.ts": typed,
      "all.ts": await everyEntry(),
      "node.ts": names.map((name, index) =>
        `export * as entry${index} from "${posix.join(core.name, name)}";`
      ).join("\n"),
    },
  });
  // TypeScript 5.4 has fewer types of the language's library.
  const lib = ["es2023", "esnext.disposable"];
  const compiler = "typescript-5.4";
  const [module, moduleResolution] = ["nodenext", "nodenext"];
  const node = { lib, types: ["node"] };
  const dom = { lib: [...lib, "dom", "dom.iterable"] };
  const found = await Promise.all([
    problemsIn(folder, { module: "esnext", moduleResolution: "bundler", more: dom, compiler }),
    problemsIn(folder, { module, moduleResolution, more: dom, compiler }),
    problemsIn(folder, { module, moduleResolution, more: node, files: ["node.ts"], compiler }),
    problemsIn(folder, { module, moduleResolution, more: node, files: ["node.ts"] }),
  ]);
  assertEquals(found, [[], [], [], []]);
});
