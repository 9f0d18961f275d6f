/** workerd: core in a runtime that forbids timers, random values and requests while it loads. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { makeProject, nodeHere, run } from "../packages.ts";

const options = { sanitizeResources: false, ignore: !await nodeHere() };

const worker = `
import { Acct, AcctError, Mode, parseApiKey } from "@sdk/core";
import { prepareTransaction } from "@sdk/core/permission";
import { openSessionKey } from "@sdk/core/session_key";

export default {
  async fetch(request) {
    const apiKey = new URL(request.url).searchParams.get("key");
    const { provider, disconnect } = Acct.create({ apiKey });
    const accounts = await provider.request({ method: "eth_accounts" });
    const refused = await provider.request({ method: "wallet_unknown" }).catch((error) => error);
    await disconnect();
    return Response.json({
      accounts,
      mode: Mode.CrossPlatform,
      host: parseApiKey(apiKey).host,
      refused: [refused instanceof AcctError, refused.code],
      functions: [typeof prepareTransaction, typeof openSessionKey],
    });
  },
};
`;

const config = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "main.js", esModule = embed "dist/main.js")],
    compatibilityDate = "2025-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

Deno.test("workerd: core is imported, created and called", options, async () => {
  const folder = await makeProject({
    name: "worker",
    uses: ["core"],
    dependencies: {
      esbuild: "0.25.12",
      viem: "2.57.1",
      workerd: "1.20261117.1",
    },
    files: { "main.js": worker, "config.capnp": config },
  });
  await run(folder, "node_modules/.bin/esbuild", [
    "main.js",
    "--bundle",
    "--format=esm",
    "--platform=browser",
    "--conditions=workerd",
    "--outfile=dist/main.js",
    "--log-level=error",
  ]);
  const child = new Deno.Command(await binary(folder), {
    cwd: folder,
    args: ["serve", "config.capnp", "--control-fd=1"],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const port = await portOf(child.stdout);
    // A key with a host that is never contacted: eth_accounts is answered here.
    const { formatApiKey } = await import("../../../core/ground/api_key.ts");
    const apiKey = formatApiKey({
      kind: "pk",
      environment: "test",
      host: "wallet.example.com",
      random: new Uint8Array(16),
    });
    const response = await fetch(`http://127.0.0.1:${port}/?key=${apiKey}`);
    assertEquals(await response.json(), {
      accounts: [],
      mode: "CrossPlatform",
      host: "wallet.example.com",
      refused: [true, 4200],
      functions: ["function", "function"],
    });
  } finally {
    child.kill();
    await child.status;
  }
});

/** The program in the package of this platform, as chosen by npm. */
async function binary(folder: string): Promise<string> {
  const scope = join(folder, "node_modules/@cloudflare");
  for await (const { name } of Deno.readDir(scope)) {
    if (name.startsWith("workerd-")) return join(scope, name, "bin/workerd");
  }
  throw new Error("workerd has no package for this platform");
}

/** The port that workerd reports: a line of JSON per socket. */
async function portOf(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<number> {
  let said = "";
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    const port = /"port":\s*(\d+)/.exec(said)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`workerd ended before it listened: ${said}`);
}
