/** A local chain: anvil from its platform package, always cleaned up. @module */
import { join } from "node:path";
import { locateOne, versions } from "../tools/mod.ts";

/** A running chain. */
export interface Anvil {
  /** JSON-RPC URL of the node. */
  readonly url: string;
  /** Port of the node. */
  readonly port: number;
  /** Process id of the node. */
  readonly pid: number;
  /** Ends it; its state is written first if it keeps one. */
  stop(): Promise<void>;
}

/** How to start. */
export interface AnvilOptions {
  /** Port. A free one is chosen if it is 0 or not available. */
  readonly port?: number;
  /** File that keeps the chain between runs. */
  readonly state?: string;
  /** Folder of pid files; a chain left by a killed parent is stopped with them. */
  readonly pids: string;
  /** Chain id. */
  readonly chainId?: number;
  /** Rules of the chain: Osaka (default) has the P-256 precompile, Prague has not. */
  readonly hardfork?: "osaka" | "prague";
}

/** Starts a chain and resolves once it listens. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const binary = await locateOne(
    `${versions.anvil}/bin/anvil${Deno.build.os === "windows" ? ".exe" : ""}`,
  );
  await endLeftovers(options.pids, binary);
  // A free port could be used by another process before the chain listens, so the chain chooses one
  // itself.
  const port = options.port === undefined ? 0 : await freePort(options.port);
  const { hardfork = "osaka" } = options;
  const child = new Deno.Command(binary, {
    args: [
      ...["--hardfork", hardfork, "--port", String(port)],
      ...(hardfork === "osaka" ? ["--enable-tx-gas-limit"] : []),
      ...["--chain-id", String(options.chainId ?? 31337)],
      ...(options.state === undefined ? [] : ["--state", options.state, "--state-interval", "10"]),
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const file = join(options.pids, `anvil-${child.pid}.pid`);
  await Deno.mkdir(options.pids, { recursive: true });
  await Deno.writeTextFile(file, JSON.stringify({ pid: child.pid, parent: Deno.pid }));
  const { promise: listening, resolve, reject } = Promise.withResolvers<number>();
  // A full pipe would block the chain, so both are read to the end.
  let output = "";
  const drain = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      if (output.length > 20_000) continue;
      output += decoder.decode(bytes, { stream: true });
      const found = /Listening on 127\.0\.0\.1:(\d+)\s/.exec(output)?.[1];
      if (found !== undefined) resolve(Number(found));
    }
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]).then(() => {
    reject(new Error(`anvil exited before it listened:\n${output.slice(0, 2_000)}`));
  });
  const end = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It has exited already.
    }
    await Promise.all([child.status, drained]);
    await Deno.remove(file).catch(() => {});
  };
  listening.catch(() => {});
  try {
    const found = await listening;
    return {
      url: `http://127.0.0.1:${found}`,
      port: found,
      pid: child.pid,
      // Only a chain that keeps its state needs the time to write it.
      stop: () => end(options.state === undefined ? "SIGKILL" : "SIGINT"),
    };
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
}

/** Stops chains with a dead parent. Only processes that really run this binary are stopped. */
async function endLeftovers(folder: string, binary: string): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (!name.endsWith(".pid")) continue;
      const file = join(folder, name);
      const { pid, parent } = JSON.parse(await Deno.readTextFile(file));
      if (runs(parent)) continue;
      if (await isBinary(pid, binary)) Deno.kill(pid, "SIGKILL");
      await Deno.remove(file);
    }
  } catch {
    // No folder yet, or another start cleans up concurrently.
  }
}

function runs(pid: number): boolean {
  try {
    // Signal 0 does not exist in Deno; SIGCONT does not affect a running process.
    Deno.kill(pid, "SIGCONT");
    return true;
  } catch {
    return false;
  }
}

async function isBinary(pid: number, binary: string): Promise<boolean> {
  try {
    return await Deno.readLink(`/proc/${pid}/exe`) === await Deno.realPath(binary);
  } catch {
    return await commandOf(pid).then((command) => command.includes("anvil"), () => false);
  }
}

/** The command of a process where there is no `/proc` (macOS). */
async function commandOf(pid: number): Promise<string> {
  const { stdout } = await new Deno.Command("ps", { args: ["-p", String(pid), "-o", "comm="] })
    .output();
  return new TextDecoder().decode(stdout);
}

/** Returns the wanted port if it is free, else a free one. */
export function freePort(wanted: number): Promise<number> {
  for (const port of [...wanted === 0 ? [] : [wanted], ...randomPorts(), 0]) {
    try {
      const listener = Deno.listen({ hostname: "127.0.0.1", port });
      const { port: found } = listener.addr as Deno.NetAddr;
      listener.close();
      return Promise.resolve(found);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Error("no free port");
}

/**
 * Returns ports that the system assigns to no connection: a port assigned by the system may be
 * reused immediately.
 */
function randomPorts(): number[] {
  return [...crypto.getRandomValues(new Uint16Array(20))].map((each) => 20_000 + each % 12_000);
}
