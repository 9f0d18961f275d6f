import { assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import { createHeads } from "../chain/heads.ts";
import type { Context } from "../main/context.ts";
import { addBlocks, lastBlocks } from "../store/transfers.ts";
import { createTransferFollower } from "./follow.ts";

Deno.test("transfers: a node of another chain, far ahead, moves nothing", async () => {
  await using store = await openTestStore();
  const first = { number: 20_000_000, hash: numberToHex(20_000_000, { size: 32 }) };
  await addBlocks(store, 1, null, { blocks: [first], rows: [] });
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
    } as unknown as Context;
    const follower = createTransferFollower(() => context, { interval: 1 });
    follower.start();
    while (!await enough()) await new Promise((resolve) => setTimeout(resolve, 5));
    await follower.stop();
  };
  await follow(() => Promise.resolve(heads >= 3));
  assertEquals([await lastBlocks(store, 1), logged], [[first], []]);
  // After a long pause of the service the same is true, and said.
  chainId = 1;
  await follow(async () => (await lastBlocks(store, 1))[0]!.number !== first.number);
  assertEquals((await lastBlocks(store, 1))[0]!.number, 350_000_000 - 50_000);
  assertEquals(logged[0], "transfers_left_out");
});
