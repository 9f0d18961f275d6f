/**
 * Recipients: all data of the device is shown immediately, and a name never replaces an address.
 */
import { assertEquals } from "@std/assert";
import type { Address } from "viem";
import { memoryStorage } from "../../lib/storage.ts";
import { decodeCalls } from "../../reading/decode.ts";
import { accountBook } from "../device/accounts.ts";
import { contactBook } from "../device/contacts.ts";
import { recipientBook } from "../device/recipients.ts";
import { knownParties, nameOfHolder, payeesOf, unnamed, withNames } from "./parties.ts";

const mia: Address = `0x${"c7".repeat(20)}`;
const shop: Address = `0x${"c8".repeat(20)}`;
const token: Address = `0x${"70".repeat(20)}`;
const native = { symbol: "ETH", decimals: 18 };

/** Books of a device. */
function device() {
  const storage = memoryStorage();
  return {
    accounts: accountBook(storage),
    contacts: contactBook(storage),
    recipients: recipientBook(storage, () => []),
  };
}

Deno.test("parties: recipients of payments, without duplicates and without spenders of approvals", () => {
  const word = (value: string) => value.replace("0x", "").padStart(64, "0");
  const transfer = `0xa9059cbb${word(mia)}${word("0x01")}` as const;
  const approve = `0x095ea7b3${word(shop)}${word("0x01")}` as const;
  const calls = decodeCalls(
    [
      { to: token, value: 0n, data: transfer },
      { to: mia, value: 1n, data: "0x" },
      { to: token, value: 0n, data: approve },
    ],
    native,
    [],
  );
  assertEquals(payeesOf(calls).map((address) => address.toLowerCase()), [mia]);
});

Deno.test("parties: contacts and payments are known immediately, and only others are looked up", () => {
  const known = device();
  known.contacts.put({ address: mia, name: "Mia" });
  known.recipients.paid([mia]);
  known.recipients.paid([mia]);
  const parties = knownParties(known, [mia, shop]);
  assertEquals(parties, [
    { address: mia, contact: "Mia", paid: 2 },
    { address: shop, paid: 0 },
  ]);
  assertEquals(unnamed(parties), [shop]);
});

Deno.test("parties: a name is sanitized, and belongs to its own address", () => {
  const parties = knownParties(device(), [mia]);
  for (
    const [names, expected] of [
      [[{ address: mia, name: "mia\u202e.eth" }], "mia.eth"],
      [[{ address: shop, name: "shop.eth" }], undefined],
      [[{ address: mia, name: null }], undefined],
      [[{ address: mia, name: "\u200b" }], undefined],
      [[], undefined],
    ] as const
  ) assertEquals(withNames(parties, names)[0]?.name, expected);
});

Deno.test("parties: a permission is named by its site, otherwise by the contact of its spender", async () => {
  const known = device();
  known.contacts.put({ address: mia, name: "Mia" });
  const site = { ...known, holderOf: () => Promise.resolve("shop.example") };
  const broken = { ...known, holderOf: () => Promise.reject(new Error("not loaded")) };
  assertEquals(await nameOfHolder(site, "0x12", mia), "shop.example");
  assertEquals(await nameOfHolder(broken, "0x12", mia), "Mia");
  assertEquals(await nameOfHolder(known, "0x12", shop), undefined);
  assertEquals(await nameOfHolder(known, "0x12", undefined), undefined);
});
