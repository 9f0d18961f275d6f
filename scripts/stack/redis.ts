/** A private Redis: Debian's package, a free port, no data on the disk. @module */
import { freePort } from "./anvil.ts";
import { PATIENCE_MS } from "./patience.ts";

/** A running server. */
export interface RedisServer extends AsyncDisposable {
  /** URL of the server. */
  readonly url: string;
  /** Stops it hard. */
  halt(): Promise<void>;
  /** Starts it again, empty. */
  restart(): Promise<void>;
  /** Makes it hang: it accepts connections and never answers. */
  freeze(): void;
  /** Lets it go on. */
  thaw(): void;
}

/**
 * Starts a server.
 *
 * @throws {Error} if it is not installed; the message contains the remedy.
 */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort(0);
  const spawn = () => {
    try {
      return new Deno.Command("redis-server", {
        args: ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"],
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn();
    } catch (cause) {
      throw new Error("Redis is missing: install Debian's package `redis-server`.", { cause });
    }
  };
  let child = spawn();
  let runs = true;
  const answers = async () => {
    for (const end = Date.now() + PATIENCE_MS;;) {
      try {
        return (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      } catch (error) {
        if (Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const halt = async () => {
    if (runs) child.kill("SIGKILL");
    runs = false;
    await child.status;
  };
  await answers();
  return {
    url: `redis://127.0.0.1:${port}`,
    halt,
    async restart() {
      child = spawn();
      runs = true;
      await answers();
    },
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    [Symbol.asyncDispose]: halt,
  };
}
