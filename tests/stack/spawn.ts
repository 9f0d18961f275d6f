/** The service as a process of its own. @module */
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A service in a process of its own. */
export interface Spawned {
  /** Where it listens. */
  readonly url: string;
  /** Ends it and resolves with its exit code. */
  end(signal: Deno.Signal): Promise<number>;
}

/** Runs the service as a process of its own; resolves once it listens. */
export async function spawnService(config: string, ...args: string[]): Promise<Spawned> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", "service/main.ts", "--config", config, ...args],
    cwd: root,
    env: { SIGNER: "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d" },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  let text = "";
  let port: string | undefined;
  while (port === undefined) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the service ended:\n${text}`);
    text += new TextDecoder().decode(value);
    port = /listening on 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async end(signal) {
      child.kill(signal);
      const { code } = await child.status;
      await reader.cancel();
      return code;
    },
  };
}
