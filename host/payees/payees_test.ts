/** Recipients that the send form offers. */
import { assertEquals } from "@std/assert";
import { type Address, getAddress } from "viem";
import { contactBook } from "../../core/wallet/device/contacts.ts";
import { recipientBook } from "../../core/wallet/device/recipients.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import type { Entry } from "../activity/read.ts";
import { remember } from "../device/memory.ts";
import { payeesOf, type PayeeSources } from "./payees.ts";

const address = (byte: string): Address => getAddress(`0x${byte.repeat(20)}`);
const [account, mia, bob, shop] = [address("aa"), address("c7"), address("b0"), address("5c")];

function entry(party: Address, changes: Partial<Entry> & { kind?: "sent" | "received" }): Entry {
  const { kind = "sent", ...rest } = changes;
  return {
    id: party,
    index: 1,
    status: 200,
    timestamp: 1,
    chainId: 1,
    chainName: "One",
    transactionHash: null,
    explorer: null,
    sentence: { kind, title: "", party },
    ...rest,
  };
}

function device(entries: readonly Entry[] = []): PayeeSources {
  const storage = memoryStorage();
  if (entries.length > 0) remember(storage, `history ${account}`, { entries, next: null }, "en");
  const contacts = contactBook(storage);
  return { storage, contacts, book: { list: () => [] } as never };
}

Deno.test("payees: the last paid ones first, then other contacts, each once", () => {
  const own = device([entry(bob, {}), entry(account, {})]);
  own.contacts.put({ address: mia, name: "Mia" });
  own.contacts.put({ address: shop, name: "Shop" });
  recipientBook(own.storage, () => []).paid([shop]);
  assertEquals(payeesOf(own, account, "en"), [
    { address: shop, name: "Shop" },
    { address: bob },
    { address: mia, name: "Mia" },
  ]);
});

Deno.test("payees: only payments that the account sent and that arrived", () => {
  const { index: _, ...byOthers } = entry(mia, {});
  const own = device([
    // Anyone can send a little from an address that resembles a known one.
    entry(bob, { kind: "received" }),
    entry(bob, { status: 500 }),
    byOthers,
    entry(bob, { sentence: { kind: "sent", title: "", party: bob, contract: shop } }),
    entry(shop, {}),
  ]);
  assertEquals(payeesOf(own, account, "en"), [{ address: shop }]);
});

Deno.test("payees: at most eight", () => {
  const own = device();
  const all = Array.from({ length: 12 }, (_, index) => address(String(index + 10)));
  for (const each of all) recipientBook(own.storage, () => []).paid([each]);
  assertEquals(
    payeesOf(own, account, "en").map(({ address }) => address),
    all.toReversed().slice(0, 8),
  );
});

Deno.test("payees: edited entries are ignored", () => {
  const own = device();
  own.storage.set("acct.recipients.1.paid", JSON.stringify([["0x12", 1], null, [bob, 1]]));
  assertEquals(payeesOf(own, account, "en"), [{ address: bob }]);
});
