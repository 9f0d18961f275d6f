import { assertEquals, assertRejects } from "@std/assert";
import { type Address, encodeAbiParameters, type Hex, numberToHex, pad } from "viem";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";
import { openStore } from "../store/store.ts";
import { fetchEvents } from "./permission_events.ts";
import { type RawLog, topics } from "./permission_logs.ts";

const account: Address = `0x${"a7".repeat(20)}`;
const stranger: Address = `0x${"b8".repeat(20)}`;
/** Most logs that the node lists. */
const MOST = 50;

const revoked = topics[1]!;
const log = (from: Address, block: number, index: number): RawLog => ({
  topics: [revoked, pad(numberToHex(index), { size: 32 }), pad(from, { size: 32 })],
  data: encodeAbiParameters([], []),
  blockNumber: numberToHex(block),
  logIndex: numberToHex(index),
});

Deno.test("permission events: no number of them hides those of an account", async () => {
  const store = await openStore(`${await Deno.makeTempDir()}/events.sqlite`);
  await store.insertInto("owner_changes").values({
    account,
    head: `0x${"01".repeat(32)}`,
    owners: "[]",
    nonce: "0x0",
    change: "{}",
    signer: "0x",
    place: 0,
    key_id: "",
    created_at: 0,
  }).execute();
  // A stranger revokes what does not exist, all over block 700.
  const logs = [
    log(account, 3, 0),
    ...Array.from({ length: 200 }, (_, index) => log(stranger, 700, index)),
    log(account, 700, 200),
    log(account, 1_999, 0),
  ];
  let isIll = false;
  const chain = {
    id: 1,
    node: {
      request(_method: string, [filter]: [{ topics: Hex[][]; fromBlock: Hex; toBlock: Hex }]) {
        const { topics: [, , accounts], fromBlock, toBlock } = filter;
        const found = logs.filter(({ topics, blockNumber }) =>
          Number(blockNumber) >= Number(fromBlock) && Number(blockNumber) <= Number(toBlock) &&
          (accounts === undefined || accounts.includes(topics[2]!))
        );
        return isIll || found.length > MOST
          ? Promise.reject(new NodeError(-32005, "query returned more than 50 results", undefined))
          : Promise.resolve(found);
      },
    },
  } as unknown as Chain;
  const places = (await fetchEvents(store, chain, 0, 1_999)).map(({ block, account }) => [
    block,
    account.toLowerCase(),
  ]);
  assertEquals(places, [[3, account], [700, account], [1_999, account]]);
  // An account that fills a block itself hides its own events alone.
  logs.push(...Array.from({ length: 60 }, (_, index) => log(account, 800, index)));
  assertEquals((await fetchEvents(store, chain, 0, 1_999)).length, 3);
  isIll = true;
  await assertRejects(() => fetchEvents(store, chain, 0, 1_999), NodeError);
  await store.destroy();
});
