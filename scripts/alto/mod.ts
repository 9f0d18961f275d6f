/**
 * Pimlico's bundler alto as a second opinion on ours. It adds 250 MB of packages, so it is fetched
 * only by `deno task test alto`, into its own folder.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hex } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { freePort } from "../stack/anvil.ts";
import { PATIENCE_MS } from "../stack/patience.ts";

/** A running alto. */
export interface Alto extends AsyncDisposable {
  /** JSON-RPC URL of the bundler. */
  readonly url: string;
}

const VERSION = "0.0.20";
/** Newer versions of its dependencies cannot be installed from every mirror. */
const manifest = {
  private: true,
  dependencies: { "@pimlico/alto": VERSION, "viem": "2.57.1" },
  overrides: { "viem": "2.57.1", "msgpackr-extract": "3.0.4", "ox": "0.14.45" },
};
/** Keys of anvil's well-known mnemonic that the stack does not use itself. */
const keys = {
  executor: "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
  utility: "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a",
} as const satisfies Record<string, Hex>;

/** Starts alto on a chain and resolves once it answers. */
export async function startAlto(rpcUrl: string): Promise<Alto> {
  const folder = join(tmpdir(), `acct-alto-${VERSION}`);
  await install(folder);
  const port = await freePort(0);
  const options = {
    "entrypoints": ENTRY_POINT,
    "executor-private-keys": keys.executor,
    "utility-private-key": keys.utility,
    "rpc-url": rpcUrl,
    "port": String(port),
    // Safe mode needs a tracer that anvil does not have.
    "safe-mode": "false",
    "supports-eip7623": "true",
    "network-name": "local",
    "log-level": "fatal",
  };
  const child = new Deno.Command(Deno.execPath(), {
    cwd: folder,
    args: [
      ...["run", "--quiet", "--allow-all", "node_modules/.bin/alto", "run"],
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = async () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has exited already.
    }
    await child.status;
  };
  const url = `http://127.0.0.1:${port}/rpc`;
  try {
    await answers(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, [Symbol.asyncDispose]: stop };
}

async function install(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify(manifest));
  await Deno.copyFile(new URL("./alto.lock", import.meta.url), join(folder, "deno.lock"));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    cwd: folder,
    args: ["install", "--quiet", "--frozen"],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`cannot fetch alto:\n${new TextDecoder().decode(stderr)}`);
}

async function answers(url: string): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "eth_supportedEntryPoints",
    params: [],
  });
  const headers = { "content-type": "application/json" };
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    try {
      const response = await fetch(url, { method: "POST", headers, body });
      const { result } = await response.json();
      if (Array.isArray(result)) return;
    } catch {
      // Not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("alto does not answer");
}
