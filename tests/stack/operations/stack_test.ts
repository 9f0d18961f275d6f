import { assertEquals, assertStringIncludes } from "@std/assert";
import { sql } from "kysely";
import { fileURLToPath } from "node:url";
import type { CallJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import {
  prepare,
  send,
  sendCalls,
  settled,
  sign,
  status,
  tryPrepare,
  user,
} from "../support/client.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
const root = fileURLToPath(new URL("../../../", import.meta.url));

function runs(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  await until("the process is gone", () => !runs(pid)).catch(() => {});
  return !runs(pid);
}

/** Runs a script in a separate process and resolves with its first line of output. */
async function spawn(args: string[], wanted: RegExp, stderr: "inherit" | "null" = "inherit") {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", ...args],
    cwd: root,
    stdout: "piped",
    stderr,
  }).spawn();
  const reader = child.stdout.getReader();
  let text = "";
  let found: RegExpExecArray | null = null;
  while (found === null) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`it ended:\n${text}`);
    text += new TextDecoder().decode(value);
    found = wanted.exec(text);
  }
  reader.releaseLock();
  return { child, found: found[1]!, text };
}

Deno.test("stack: unavailable ports are replaced, and nothing stays behind", async () => {
  const first = await startStack({ demo: () => new Response("demo") });
  const port = (url: string) => Number(new URL(url).port);
  const second = await startStack({
    ports: {
      chain: port(first.rpcUrl),
      service: port(first.serverUrl),
      demo: port(first.demoUrl!),
    },
    demo: () => new Response("demo"),
  });
  for (const name of ["rpcUrl", "serverUrl", "demoUrl"] as const) {
    assertEquals(first[name] === second[name], false, name);
  }
  assertEquals((await fetch(`${second.serverUrl}/ready`).then((r) => r.json())).ok, true);
  for (const stack of [first, second]) {
    await stack.stop();
    await stack.stop();
    assertEquals(await gone(stack.chainPid), true);
    await fetch(stack.serverUrl).then(() => Promise.reject(new Error("still there")), () => {});
  }
});

Deno.test("stack: stopping finishes started work, and starts none", async () => {
  const stack = await startStack();
  const people = Array.from({ length: 60 }, (_, n) => user(510 + n));
  const begun = people.map((who) => tryPrepare(stack, who, [ping]).catch(() => null));
  // In the middle of the first of them.
  await Promise.race(begun);
  await stack.stop();
  // Answered, or rejected before it started; never an error in the middle.
  const replies = await Promise.all(begun);
  assertEquals(replies.some((reply) => reply?.result !== undefined), true);
  for (const reply of replies) {
    if (reply?.error === undefined) continue;
    assertStringIncludes(reply.error.message, "The service is stopping.");
  }
});

Deno.test("stack: with a folder, chain and database resume", async () => {
  const state = await Deno.makeTempDir();
  const who = user(500);
  const before = await startStack({ state });
  const ports = { service: Number(new URL(before.serverUrl).port) };
  const id = await sendCalls(before, who, [ping], { id: "kept" });
  assertEquals((await settled(before, id)).status, 200);
  await before.stop();
  const after = await startStack({ state, ports });
  // The same port results in the same key.
  assertEquals(after.apiKey, before.apiKey);
  assertEquals((await status(after, "kept")).status, 200);
  const next = await prepare(after, who, [ping]);
  assertEquals([next.deployed, next.operation.nonce], [true, "0x1"]);
  assertEquals((await settled(after, await sendCalls(after, who, [ping]))).status, 200);
  await after.stop();
  await Deno.remove(state, { recursive: true });
});

Deno.test("stack: Ctrl-C stops everything that `deno task dev` started", async () => {
  const { child, found, text } = await spawn(["scripts/dev.ts"], /chain +http:\S+ \(.*pid (\d+)\)/);
  assertStringIncludes(text, "wallet host");
  assertEquals(runs(Number(found)), true);
  child.kill("SIGINT");
  assertEquals((await child.status).code, 0);
  await child.stdout.cancel();
  assertEquals(await gone(Number(found)), true);
});

Deno.test("stack: leftovers of a killed or crashed one are stopped", async () => {
  const start = `const { startStack } = await import("./scripts/stack/mod.ts");` +
    `console.log("pid", (await startStack()).chainPid);`;
  const file = await Deno.makeTempFile({ suffix: ".ts", dir: root });
  try {
    await Deno.writeTextFile(file, start);
    const killed = await spawn([file], /pid (\d+)/);
    killed.child.kill("SIGKILL");
    await killed.child.status;
    await killed.child.stdout.cancel();
    assertEquals(runs(Number(killed.found)), true);
    await Deno.writeTextFile(file, `${start} Promise.reject(new Error("on purpose"));`);
    const crashed = await spawn([file], /pid (\d+)/, "null");
    await crashed.child.status;
    await crashed.child.stdout.cancel();
    await using _stack = await startStack();
    assertEquals(await gone(Number(killed.found)), true, "killed");
    assertEquals(await gone(Number(crashed.found)), true, "crashed");
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("stack: a full disk is reported, nothing is sent, and it continues once there is space", async () => {
  // SQLite's own way to simulate a full disk, independent of the other tests' database.
  await using stack = await startStack({ database: ":memory:" });
  const who = user(501);
  // More than the remaining space of the existing pages.
  const { operation } = await prepare(stack, who, [{ ...ping, data: `0x${"00".repeat(20_000)}` }]);
  const signed = await sign(stack, who, operation);
  const { store } = stack.service;
  await sql`pragma max_page_count = 1`.execute(store);
  const replies = await Promise.all([send(stack, who, signed), send(stack, who, signed)]);
  for (const { error } of replies) {
    assertEquals(error?.data?.cause, "storage_full");
    assertStringIncludes(error!.message, "disk is full");
  }
  const sent = await stack.node.request<string>("eth_getTransactionCount", [
    stack.addresses.bundler,
    "latest",
  ]);
  assertEquals(sent, "0x0");
  await sql`pragma max_page_count = 100000`.execute(store);
  const { result } = await send(stack, who, signed);
  assertEquals((await settled(stack, result!.id)).status, 200);
});
