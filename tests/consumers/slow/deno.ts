/**
 * Deno: published to a JSR of this machine and taken from there, and taken from an npm registry.
 */
import { assertEquals } from "@std/assert";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getPackages, run } from "../packages.ts";
import { startJsr, startNpm } from "../registries.ts";
import { publishAll } from "./publish.ts";

const options = { sanitizeResources: false };

/** A program that uses every package; `from` is the prefix of their names. */
const program = (from: string) => `
import { Acct, AcctError, type AcctOptions } from "${from}@sdk/core@^0.1.0";
import * as dialog from "${from}@sdk/core@^0.1.0/dialog";
import { icon } from "${from}@sdk/core@^0.1.0/icon";
import { Mode } from "${from}@sdk/core@^0.1.0/mode";
import { prepareTransaction } from "${from}@sdk/core@^0.1.0/permission";
import { openSessionKey } from "${from}@sdk/core@^0.1.0/session_key";
import { rdnsOf } from "${from}@sdk/core@^0.1.0/wallet_host";
import { acct, type UseSignReturnType } from "${from}@sdk/connector@^0.1.0";
import { ReactUIHandler } from "${from}@sdk/ui@^0.1.0";

type IsAny<T> = 0 extends 1 & T ? true : false;
const typed: readonly false[] = [
  false satisfies IsAny<typeof Acct>,
  false satisfies IsAny<AcctOptions>,
  false satisfies IsAny<UseSignReturnType["data"]>,
  false satisfies IsAny<typeof ReactUIHandler>,
  false satisfies IsAny<Parameters<typeof acct>[0]>,
];
const options: AcctOptions = { apiKey: "" };
let refused: unknown;
try {
  Acct.create(options);
} catch (error) {
  refused = error instanceof dialog.AcctError && error.data.field;
}
console.log(JSON.stringify({
  same: AcctError === dialog.AcctError,
  icon: icon.slice(0, 10),
  mode: Mode.AppSpecific,
  functions: [typeof prepareTransaction, typeof openSessionKey, typeof acct].join(),
  rdns: rdnsOf("https://keys.example.com"),
  handles: new ReactUIHandler().canHandle("personal_sign"),
  refused,
  typed: typed.length,
}));
`;

const expected = {
  same: true,
  icon: "data:image",
  mode: "AppSpecific",
  functions: "function,function,function",
  rdns: "com.example.keys",
  handles: true,
  refused: "apiKey",
  typed: 5,
};

/** A folder for a separate program, and the folder that stores its packages between runs. */
async function newFolder(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(tmpdir(), "acct-consumers", name);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(folder, path), text);
  }
  return folder;
}

/** Runs this Deno. */
function deno(cwd: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  return run(cwd, Deno.execPath(), args, env);
}

Deno.test("deno: jsr: after publishing, checked and run", options, async () => {
  await using jsr = startJsr();
  const env = { JSR_URL: jsr.url };
  await publishAll(jsr);
  const folder = await newFolder("deno-jsr", {
    "deno.json": JSON.stringify({
      compilerOptions: { lib: ["deno.window", "dom", "dom.iterable", "dom.asynciterable"] },
      imports: {
        viem: "npm:viem@2.57.1",
      },
    }),
    "main.ts": program("jsr:") + `
import * as all from "jsr:@sdk/acct@^0.1.0";
if (all.Acct !== Acct || all.ReactUIHandler !== ReactUIHandler) throw new Error("two copies");
`,
  });
  await deno(folder, ["check", "main.ts"], env);
  const said = await deno(folder, ["run", "--no-prompt", "--allow-env", "main.ts"], env);
  assertEquals(JSON.parse(said), expected);
});

Deno.test("deno: npm:, checked and run", options, async () => {
  const { core, connector, ui } = await getPackages();
  await using npm = startNpm([core, connector, ui]);
  const folder = await newFolder("deno-npm", {
    ".npmrc": `@sdk:registry=${npm.url}\n`,
    "deno.json": JSON.stringify({
      compilerOptions: { lib: ["deno.window", "dom", "dom.iterable", "dom.asynciterable"] },
    }),
    "main.ts": program("npm:"),
  });
  await deno(folder, ["check", "main.ts"]);
  const said = await deno(folder, ["run", "--no-prompt", "--allow-env", "--allow-read", "main.ts"]);
  assertEquals(JSON.parse(said), expected);
});
