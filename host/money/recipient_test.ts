/** Recipients that users type: an address, a contact, or a name to look up. */
import { assertEquals } from "@std/assert";
import { getAddress } from "viem";
import { memoryStorage } from "../../core/lib/storage.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import { contactBook } from "../../core/wallet/device/contacts.ts";
import { lookUp, readRecipient } from "./recipient.ts";

const mia = `0x${"c7".repeat(20)}` as const;

Deno.test("recipient: addresses with a wrong checksum are rejected, names are looked up", () => {
  const contacts = contactBook(memoryStorage());
  contacts.put({ address: mia, name: "Mia" });
  const kindOf = (typed: string) => readRecipient(typed, { contacts }).kind;
  const whole = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  for (
    const [typed, kind] of [
      ["", "none"],
      ["  ", "none"],
      [whole, "address"],
      [` ${whole.toLowerCase()} `, "address"],
      [whole.replace("C8", "c8"), "invalid"],
      [whole.slice(0, -1), "invalid"],
      ["mia", "address"],
      ["Max", "invalid"],
      ["mia.eth", "name"],
      ["0x12.eth", "invalid"],
      ["a b.eth", "invalid"],
      [".eth", "invalid"],
    ] as const
  ) assertEquals([typed, kindOf(typed)], [typed, kind]);
});

Deno.test("contacts: names are sanitized, and damaged entries are ignored", () => {
  const storage = memoryStorage();
  const contacts = contactBook(storage);
  contacts.put({ address: mia, name: "\u202eMia\u200b" });
  contacts.put({ address: `0x${"c8".repeat(20)}`, name: "\u200b" });
  storage.set(
    "acct.contacts.1",
    JSON.stringify([...JSON.parse(storage.get("acct.contacts.1")!), {
      address: "0x12",
      name: "x",
    }]),
  );
  assertEquals(contacts.list(), [{ address: mia, name: "Mia" }]);
  contacts.forget(mia);
  assertEquals(contacts.list(), []);
});

const chain = { id: 8453, name: "Base" };

/** A service whose names have these addresses, by chain. */
function serviceWith(
  names: Readonly<Record<number, unknown>>,
  chains = [{ id: 1, name: "Ethereum" }, chain],
): ServiceClient {
  return {
    configuration: () => Promise.resolve({ chains }),
    call: (method: string, { name, chainId }: { name: string; chainId: string }) =>
      Promise.resolve(
        method === "acct_resolveName" ? names[Number(chainId)] ?? { name, address: null } : null,
      ),
  } as unknown as ServiceClient;
}

Deno.test("recipient: a result without a name or with another value is not an address", async () => {
  const answers: unknown[] = [
    { name: null, address: mia },
    { name: "mia.eth", address: null },
    { name: "mia.eth", address: "0x12" },
    { name: "mia.eth", address: mia },
  ];
  const kinds = [];
  for (const answer of answers) {
    const service = serviceWith({ 8453: answer });
    kinds.push((await lookUp({ service }, "mia.eth", 8453)).kind);
  }
  assertEquals(kinds, ["missing", "missing", "missing", "found"]);
});

Deno.test("recipient: a name is looked up on the network where it is used", async () => {
  const max = `0x${"c8".repeat(20)}` as const;
  const here = { name: "mia.eth", address: mia };
  const found = {
    kind: "found",
    recipient: { address: getAddress(mia), name: "mia.eth" },
  } as const;
  const onBase = { kind: "missing", network: "Base" } as const;
  const look = (names: Readonly<Record<number, unknown>>, chainId: number | null) =>
    lookUp({ service: serviceWith(names) }, "mia.eth", chainId);
  assertEquals(await look({ 1: here }, 1), found);
  assertEquals(await look({ 1: here }, 8453), onBase);
  // Contacts and recovery addresses are used on every network.
  assertEquals(await look({ 1: here }, null), onBase);
  assertEquals(await look({ 1: here, 8453: here }, null), found);
  assertEquals(await look({ 1: here, 8453: { ...here, address: max } }, null), { kind: "differs" });
});
