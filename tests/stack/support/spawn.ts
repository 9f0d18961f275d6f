/** The service as a separate process. @module */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Stack } from "../../../scripts/stack/mod.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Rates of a service that a test floods from one client. */
export const unlimited = { keyPerSecond: 1_000_000, clientPerSecond: 1_000_000 };

/** Configures a stack's chain, with its sponsor, for a service in a separate process. */
export function chainOf(
  { chainId, rpcUrl, addresses }: Stack,
  urls: { readonly bundlerUrl: string; readonly rpcUrl?: string },
) {
  return {
    id: chainId,
    name: "Local",
    testnet: true,
    localTime: true,
    rpcUrl,
    ...urls,
    sponsor: { paymaster: addresses.sponsor, signerKeyEnv: "SIGNER", name: "Local" },
  };
}

/** How to run it. */
export interface SpawnOptions {
  /** More arguments. */
  readonly args?: readonly string[];
  /** More of the environment. */
  readonly env?: Record<string, string>;
}

/** A service in a separate process. */
export interface Spawned {
  /** Address of the service. */
  readonly url: string;
  /** Address of its operator's port, if it has one. */
  adminUrl(): Promise<string>;
  /** Its complete output so far. */
  output(): string;
  /** Sends it a signal. */
  signal(signal: Deno.Signal): void;
  /** Ends it and resolves with its exit code. */
  end(signal: Deno.Signal): Promise<number>;
  /** Resolves with its exit code once it exits. */
  ended(): Promise<number>;
}

/** Reads the permissions with which `deno task service` runs the service. */
export async function servicePermissions(): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(join(root, "deno.json")));
  return String(tasks.service).split(" ").filter((word) => word.startsWith("-"));
}

/** Runs the service as a separate process, like its task. Resolves once it listens. */
export async function spawnService(
  config: string,
  { args = [], env = {} }: SpawnOptions = {},
): Promise<Spawned> {
  const permissions = await servicePermissions();
  const options = ["--quiet", "--no-check", ...permissions];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...options, "service/main/main.ts", "--config", config, ...args],
    cwd: root,
    env: { SIGNER: "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d", ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  const ports = {
    service: Promise.withResolvers<string>(),
    admin: Promise.withResolvers<string>(),
  };
  ports.admin.promise.catch(() => {});
  // Read to the end: a full pipe would block the service.
  const drain = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    let line = "";
    for await (const bytes of stream) {
      const text = decoder.decode(bytes, { stream: true });
      output += text;
      line += text;
      const found = /listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (found !== undefined) ports.service.resolve(found);
      const admin = /admin on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (admin !== undefined) ports.admin.resolve(admin);
      line = line.slice(line.lastIndexOf("\n") + 1);
    }
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]).then(() => {
    const error = new Error(`the service ended:\n${output}`);
    ports.service.reject(error);
    ports.admin.reject(error);
  });
  const ended = async () => {
    const { code } = await child.status;
    await drained;
    return code;
  };
  return {
    url: `http://127.0.0.1:${await ports.service.promise}`,
    adminUrl: async () => `http://127.0.0.1:${await ports.admin.promise}`,
    output: () => output,
    signal: (signal) => child.kill(signal),
    async end(signal) {
      child.kill(signal);
      return await ended();
    },
    ended,
  };
}
