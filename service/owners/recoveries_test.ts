import { assertEquals } from "@std/assert";
import { type Address, toHex } from "viem";
import { openStore } from "../store/store.ts";
import type { Chain } from "../chain/chain.ts";
import { findAccounts, waitingAmong } from "./recoveries.ts";

Deno.test("recoveries: no number of emitters hides an account", async () => {
  const store = await openStore(`${await Deno.makeTempDir()}/recoveries.sqlite`);
  const account: Address = `0x${"a7".repeat(20)}`;
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
  await store.insertInto("recoveries").values({
    chain_id: 1,
    account,
    recovery: `0x${"02".repeat(32)}`,
    owner: "0x",
    ready_at: 1,
    seen_at: 0,
    checked_at: 0,
    ended_at: null,
  }).execute();
  // Contracts that emit once, when they are made: a fraction of a dollar on a cheap chain.
  const emitters = Array.from({ length: 40_000 }, (_, index) => toHex(index, { size: 20 }));
  const chain = { id: 1 } as Chain;
  for (const all of [[], [account], [...emitters, account], [account, ...emitters]]) {
    const found = await findAccounts(store, all);
    const expected = all.length === 0 ? [] : [account];
    assertEquals(found.map(({ address }) => address), expected);
    assertEquals(await waitingAmong(store, chain, all), expected);
  }
  await store.destroy();
});
