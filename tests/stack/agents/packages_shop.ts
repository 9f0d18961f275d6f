/** Runs programs made of the packages of others, apart from the workspace. @module */
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../kits/agents/", import.meta.url));

/** The command of a program. It can only reach this machine. */
function command(name: string, options: Record<string, unknown>): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-config",
      "--no-check",
      `--lock=${folder}${name === "delegated_shop" ? name : "packages"}.lock`,
      "--frozen",
      "--allow-env",
      "--allow-read",
      "--allow-run",
      "--allow-sys",
      "--allow-net=127.0.0.1",
      `${folder}${name}.ts`,
      JSON.stringify(options),
    ],
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs a program to its end and reads its output. */
export async function runPackages<T>(name: string, options: Record<string, unknown>): Promise<T> {
  const { success, stdout, stderr } = await command(name, options).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  return JSON.parse(text.decode(stdout));
}

/** Starts a server; resolves once it printed its URL. */
export async function servePackages(
  name: string,
  options: Record<string, unknown>,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const child = command(name, options).spawn();
  const errors = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!printed.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error(await errors);
    printed += value;
  }
  return {
    url: printed.trim(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await errors;
      await reader.cancel();
    },
  };
}
