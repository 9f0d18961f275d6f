/**
 * How quick the service is on the local stack: `deno run -A bench/service.ts`. Reported, never a
 * gate.
 *
 * @module
 */
import { startStack } from "../scripts/stack/mod.ts";
import type { CallJson } from "../core/service/protocol.ts";
import { call, person, prepare, send, sendCalls, settled, sign } from "../tests/stack/client.ts";

const ROUNDS = 200;
const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
const unlimited = { burst: 1_000_000, perSecond: 1_000_000 };

await using stack = await startStack({ limits: { key: unlimited, client: unlimited } });
console.log(`start            ${JSON.stringify(stack.timings)}`);

const who = person(1);
await settled(stack, await sendCalls(stack, who, [ping]));
const prepared: number[] = [];
const sent: number[] = [];
const landed: number[] = [];
const first: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const { operation } = await timed(prepared, () => prepare(stack, who, [ping, ping]));
  const signed = await sign(stack, who, operation);
  await timed(landed, async () => {
    const { result } = await timed(sent, () => send(stack, who, signed));
    while ((await settled(stack, result!.id)).status === 100);
  });
  await timed(first, () => prepare(stack, person(1_000 + round), [ping, ping]));
}
report("prepare", prepared);
report("prepare (first)", first);
report("send", sent);
report("send to status", landed);

const pages: number[] = [];
const begin = performance.now();
await Promise.all(Array.from({ length: 16 }, async () => {
  for (let n = 0; n < 250; n++) {
    const params = [{ address: who.account.address, limit: 20 }];
    await timed(pages, () => call<unknown[]>(stack, "wallet_getCallsHistory", params));
  }
}));
report("history page", pages);
const perSecond = pages.length / (performance.now() - begin) * 1_000;
console.log(`history page     ${Math.round(perSecond)} a second, asked from this process`);

async function timed<T>(list: number[], work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  list.push(performance.now() - from);
  return result;
}

function report(name: string, list: readonly number[]): void {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
  console.log(`${name.padEnd(16)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
}
