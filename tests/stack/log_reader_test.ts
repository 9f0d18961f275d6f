import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { servicePermissions, unlimited } from "./spawn.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const chain = {
  id: 1,
  name: "Test",
  testnet: true,
  rpcUrl: "http://127.0.0.1:1",
  bundlerUrl: "http://127.0.0.1:1",
  transfers: "off",
};

/** A service whose log is read when the test asks for it. */
interface Watched extends AsyncDisposable {
  readonly url: string;
  readonly adminUrl: string;
  /** Reads on until a text comes; returns all that was read. */
  readTo(text: string): Promise<string>;
  /** Closes the reader's end. */
  leave(): Promise<void>;
  /** Ends it and resolves with its exit code. */
  end(): Promise<number>;
}

async function start(): Promise<Watched> {
  const folder = await Deno.makeTempDir();
  const config = join(folder, "service.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      admin: { port: 0 },
      database: ":memory:",
      limits: unlimited,
      chains: [chain],
    }),
  );
  const permissions = await servicePermissions();
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      ...permissions,
      "service/main/main.ts",
      "--config",
      config,
    ],
    cwd: root,
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let read = "";
  const readTo = async (text: string) => {
    while (!read.includes(text)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the log ended without ${text}: ${read.slice(-1_000)}`);
      read += decoder.decode(value, { stream: true });
    }
    return read;
  };
  const port = async (name: string) => {
    await readTo(`${name} on 127.0.0.1:`);
    const found = new RegExp(`${name} on 127\\.0\\.0\\.1:(\\d+)`).exec(await readTo('"}\n'));
    return `http://127.0.0.1:${found![1]}`;
  };
  return {
    url: await port("listening"),
    adminUrl: await port("admin"),
    readTo,
    leave: () => reader.cancel(),
    async end() {
      child.kill("SIGTERM");
      return (await child.status).code;
    },
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended.
      }
      await reader.cancel();
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Asks often enough for a few times as many lines as may wait; each is answered. */
async function ask(url: string): Promise<void> {
  for (let n = 0; n < 150; n++) {
    const all = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(20_000) });
        await response.body?.cancel();
        return response.status;
      }),
    );
    assertEquals(new Set(all), new Set([200]));
  }
}

/** Returns how many lines were dropped, by the service's own count. */
async function droppedBy({ adminUrl }: Watched): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^acct_log_dropped_total (\d+)$/m.exec(text)?.[1] ?? 0);
}

Deno.test("log reader: one that hangs costs lines, which are counted, and nothing else", async () => {
  await using service = await start();
  await ask(service.url);
  const dropped = await droppedBy(service);
  assert(dropped > 0, `${dropped}`);
  const text = await service.readTo('"event":"log_dropped"');
  const lines = text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const told = lines.filter(({ event }) => event === "log_dropped");
  assertEquals(told.reduce((sum, { lines }) => sum + lines, 0), dropped);
  // The next ones come again.
  const response = await fetch(`${service.url}/nowhere`);
  await response.body?.cancel();
  assertStringIncludes(await service.readTo("/nowhere"), '"status":404');
});

Deno.test("log reader: a signal ends the service while its log is not read", async () => {
  await using service = await start();
  await ask(service.url);
  assertEquals(await service.end(), 0);
});

Deno.test("log reader: one that goes away does no harm", async () => {
  await using service = await start();
  await service.leave();
  await ask(service.url);
  assertEquals(await service.end(), 0);
});

Deno.test("log reader: what is written just before the end comes out", async () => {
  await using service = await start();
  for (let n = 0; n < 20; n++) {
    const response = await fetch(`${service.url}/last/${n}`);
    await response.body?.cancel();
  }
  const ended = service.end();
  const text = await service.readTo("/last/19");
  assertEquals(await ended, 0);
  const asked = [...text.matchAll(/\/last\/(\d+)/g)].map(([, number]) => Number(number));
  assertEquals(asked, Array.from({ length: 20 }, (_, n) => n));
});
