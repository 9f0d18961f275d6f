import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { accountOf } from "../../../core/account/address.ts";
import { getCredential, putCredential } from "./credentials.ts";

const key = (n: number): Hex => `0x${n.toString(16).padStart(128, "0")}`;
const entry = (n: number, proved: boolean) => ({
  credentialId: "id",
  publicKey: key(n),
  account: accountOf(key(n)),
  proved,
});

Deno.test("credentials: several keys per id, proved ones first", async () => {
  const store = await openTestStore();
  await putCredential(store, entry(1, false));
  await putCredential(store, entry(2, true));
  await putCredential(store, entry(1, false));
  const { keys } = await getCredential(store, "id");
  assertEquals(keys.map((each) => each.publicKey), [key(2), key(1)]);
  assertEquals(keys[1]!.account.owners, [key(1)]);
  assertEquals((await getCredential(store, "other")).keys, []);
  await store.destroy();
});

Deno.test("credentials: storing a key again without a proof keeps its proof", async () => {
  const store = await openTestStore();
  await putCredential(store, entry(1, true));
  await putCredential(store, entry(1, false));
  await putCredential(store, entry(2, false));
  const { keys } = await getCredential(store, "id");
  assertEquals(keys[0]!.publicKey, key(1));
  await store.destroy();
});

Deno.test("credentials: a flood of wrong keys evicts no proved or late ones", async () => {
  const store = await openTestStore();
  await putCredential(store, entry(1, true));
  for (let n = 100; n < 200; n++) await putCredential(store, entry(n, false));
  await putCredential(store, entry(2, true));
  for (let n = 200; n < 300; n++) await putCredential(store, entry(n, false));
  await putCredential(store, entry(3, false));
  const found = (await getCredential(store, "id")).keys.map((each) => each.publicKey);
  for (const n of [1, 2, 3]) assertEquals(found.includes(key(n)), true, `key ${n}`);
  assertEquals(found.length <= 32, true);
  await store.destroy();
});
