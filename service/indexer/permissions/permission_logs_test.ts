import { assertEquals, assertRejects } from "@std/assert";
import { type Address, encodeAbiParameters, type Hex, numberToHex, pad } from "viem";
import type { Chain } from "../../chain/chain.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { NodeError } from "../../chain/node/node.ts";
import { openStore } from "../../store/store.ts";
import { createPace, readNext } from "../reading/backfill.ts";
import { fetchPermissions, topics } from "./permission_logs.ts";

const account: Address = `0x${"a7".repeat(20)}`;
const stranger: Address = `0x${"b8".repeat(20)}`;
/** Maximum logs that the node lists. */
const MOST = 50;

const revoked = topics[1]!;
const log = (from: Address, block: number, index: number) => ({
  address: contracts.permissions,
  topics: [revoked, pad(numberToHex(index), { size: 32 }), pad(from, { size: 32 })],
  data: encodeAbiParameters([], []),
  blockNumber: numberToHex(block),
  logIndex: numberToHex(index),
});

Deno.test("permission events: a flood does not hide an account's own", async () => {
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
  // A stranger revokes permissions that do not exist, all in block 700.
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
  const places = async () => {
    const all: (readonly [number, string])[] = [];
    const pace = createPace();
    for (let from = 0; from < 2_000;) {
      const { to, found } = await readNext(
        pace,
        { from, to: 1_999 },
        (blocks) => fetchPermissions(store, chain, blocks),
      );
      for (const row of found.ends) all.push([row.block_number, row.account]);
      from = to + 1;
    }
    return all;
  };
  assertEquals(await places(), [[3, account], [700, account], [1_999, account]]);
  // An account that fills a block itself hides its own events alone.
  logs.push(...Array.from({ length: 60 }, (_, index) => log(account, 800, index)));
  assertEquals((await places()).length, 3);
  isIll = true;
  await assertRejects(places, NodeError);
  await store.destroy();
});
