/**
 * Runs programs with the clients of others, outside of the workspace and with a separate lock.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import type { Stack } from "../../scripts/stack/mod.ts";
import { ANSWER, type DeviceRequests } from "./device.ts";

const folder = fileURLToPath(new URL("./", import.meta.url));

/** A device in a separate process, so that it has its own clock. */
export interface Device extends AsyncDisposable {
  /** Sends it a request; one request at a time. */
  ask<M extends keyof DeviceRequests>(
    method: M,
    params: DeviceRequests[M]["params"],
  ): Promise<DeviceRequests[M]["result"]>;
}

/** The command of a program. It can only reach this machine. */
function command(name: string, stack: Stack, importMap = "import_map"): Deno.Command {
  const { apiKey, serverUrl, keysUrl, rpcUrl, chainId, tokens } = stack;
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-config",
      "--no-check",
      `--import-map=${folder}${importMap}.json`,
      `--lock=${folder}clients.lock`,
      "--frozen",
      "--allow-env",
      "--allow-read",
      "--allow-sys",
      "--allow-net=127.0.0.1,localhost",
      `${folder}${name}.ts`,
      JSON.stringify({ apiKey, serverUrl, keysUrl, rpcUrl, chainId, token: tokens[0].address }),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs a program to its end and reads its answer. */
export async function runClients<T>(name: string, stack: Stack): Promise<T> {
  const child = command(name, stack).spawn();
  await child.stdin.close();
  const { success, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  const line = text.decode(stdout).split("\n").find((each) => each.startsWith(ANSWER));
  if (!success || line === undefined) throw new Error(text.decode(stderr));
  return JSON.parse(line.slice(ANSWER.length));
}

/** Starts a device, with the libraries that an import map names. */
export function startDevice(stack: Stack, importMap?: "import_map" | "wagmi_2"): Device {
  const child = command("device", stack, importMap).spawn();
  const errors = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  const next = async (): Promise<string> => {
    for (;;) {
      const end = printed.indexOf("\n");
      if (end === -1) {
        const { done, value } = await reader.read();
        if (done) throw new Error(await errors);
        printed += value;
        continue;
      }
      const line = printed.slice(0, end);
      printed = printed.slice(end + 1);
      if (line.startsWith(ANSWER)) return line.slice(ANSWER.length);
    }
  };
  return {
    async ask(method, params) {
      await writer.write(new TextEncoder().encode(JSON.stringify({ method, params }) + "\n"));
      const { result, error } = JSON.parse(await next());
      if (error !== undefined) throw new Error(error);
      return result;
    },
    async [Symbol.asyncDispose]() {
      await writer.close().catch(() => {});
      await child.status;
      await reader.cancel();
      await errors;
    },
  };
}
