import { assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import type { Store } from "../store/store.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { until } from "../../scripts/stack/patience.ts";
import type { Chain } from "../chain/chain.ts";
import { createHeads } from "../chain/node/heads.ts";
import type { IndexerContext } from "./reading/context.ts";
import { addBlock, lastBlocks } from "../store/rows/transfers.ts";
import { createBlockFollower } from "./follow.ts";

Deno.test("transfers: a node of another chain, far ahead, does not move the cursor", async () => {
  await using store = await openTestStore();
  const first = { number: 20_000_000, hash: numberToHex(20_000_000, { size: 32 }) };
  await addBlock(store, 1, null, { block: first });
  let chainId = 42_161;
  let heads = 0;
  const request = (method: string, [block]: readonly unknown[] = []): Promise<unknown> => {
    if (method === "eth_getLogs") return Promise.resolve([]);
    if (method === "eth_chainId") return Promise.resolve(numberToHex(chainId));
    const number = block === "latest" ? 350_000_000 : Number(block as Hex);
    if (block === "latest") heads++;
    return Promise.resolve({
      number: numberToHex(number),
      hash: numberToHex(chainId === 1 ? number : number + 1, { size: 32 }),
    });
  };
  const logged: string[] = [];
  const follow = async (enough: () => Promise<boolean>) => {
    const chain = { id: 1, node: { request }, config: {}, heads: createHeads() };
    const context = {
      store,
      chains: new Map([[1, chain as unknown as Chain]]),
      metrics: { set() {} },
      log: (_level: string, event: string) => logged.push(event),
    } as unknown as IndexerContext;
    const follower = createBlockFollower(context, { interval: 1 });
    follower.start();
    while (!await enough()) await new Promise((resolve) => setTimeout(resolve, 5));
    await follower.stop();
  };
  await follow(() => Promise.resolve(heads >= 3));
  assertEquals([await lastBlocks(store, 1), logged], [[first], []]);
  // The same applies after a long pause of the service, and is logged.
  chainId = 1;
  await follow(async () => (await lastBlocks(store, 1))[0]!.number !== first.number);
  assertEquals((await lastBlocks(store, 1))[0]!.number, 350_000_000 - 50_000);
  assertEquals(logged[0], "transfers_left_out");
});

/** Makes the context of a chain without events; `onPoll` is called for each poll of the head. */
function chainOf(store: Store, onPoll: () => void): { readonly context: IndexerContext } {
  const request = (method: string, [block]: readonly unknown[] = []): Promise<unknown> => {
    if (method === "eth_getLogs") return Promise.resolve([]);
    if (method === "eth_chainId") return Promise.resolve("0x1");
    if (block === "latest") onPoll();
    return Promise.resolve({ number: "0x7", hash: numberToHex(7, { size: 32 }) });
  };
  const chain = { id: 1, node: { request }, config: {}, heads: createHeads() };
  const chains = new Map([[1, chain as unknown as Chain]]);
  const context = { store, chains, metrics: { set() {} }, log() {} };
  return { context: context as unknown as IndexerContext };
}

Deno.test("follower: it polls often while something is pending, and no longer", async () => {
  await using store = await openTestStore();
  let heads = 0;
  const { context } = chainOf(store, () => heads++);
  const follower = createBlockFollower(context, { interval: 3_600_000 });
  follower.start();
  try {
    await until("the first poll", () => heads > 0);
    follower.hurry(1, 0);
    await until("many polls", () => heads >= 8);
    follower.hurry(1, null);
    const before = heads;
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The pause that had started is the last short one.
    assertEquals(heads <= before + 1, true, `${heads - before} more polls`);
  } finally {
    await follower.stop();
  }
});

Deno.test("follower: it polls less often the longer an operation waits", async () => {
  await using store = await openTestStore();
  let heads = 0;
  const { context } = chainOf(store, () => heads++);
  const follower = createBlockFollower(context, { interval: 3_600_000 });
  follower.start();
  try {
    await until("the first poll", () => heads > 0);
    const before = heads;
    // A tenth of 20 seconds.
    follower.hurry(1, 20_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assertEquals(heads - before <= 4, true, `${heads - before} polls`);
  } finally {
    await follower.stop();
  }
});
