import { assertEquals } from "@std/assert";
import type { Address } from "viem";
import { recipientBook } from "./recipients.ts";
import { memoryStorage } from "../../lib/storage.ts";

const known: Address = `0xabcd${"1".repeat(32)}9876`;
const fake: Address = `0xabcd${"2".repeat(32)}9876`;
const mine: Address = `0x1234${"3".repeat(32)}5678`;

Deno.test("recipients: an address with the same ends and another middle is detected", () => {
  const book = recipientBook(memoryStorage(), () => [mine]);
  assertEquals(book.resembled(fake), null);
  book.add([known]);
  assertEquals(book.resembled(fake), known);
  assertEquals(book.resembled(fake.toUpperCase().replace("0X", "0x") as Address), known);
  assertEquals(book.resembled(known), null);
  assertEquals(book.resembled(`0x1234${"4".repeat(32)}5678`), mine);
  assertEquals(book.resembled(`0xabce${"1".repeat(32)}9876`), null);
  assertEquals(book.resembled(`0xabcd${"1".repeat(32)}9875`), null);
});

Deno.test("recipients: the list is bounded and survives damage", () => {
  const storage = memoryStorage();
  const book = recipientBook(storage, () => []);
  book.add([known]);
  for (let index = 0; index < 300; index++) {
    book.add([`0x${index.toString(16).padStart(40, "0")}`]);
  }
  assertEquals(JSON.parse(storage.get("acct.recipients.1")!).length, 200);
  for (const damage of ["{", "5", "[1,null,{}]", `["0x12"]`]) {
    storage.set("acct.recipients.1", damage);
    assertEquals(recipientBook(storage, () => []).resembled(fake), null);
  }
});

Deno.test("recipients: payments are counted once per batch, and damaged data is ignored", () => {
  const storage = memoryStorage();
  const book = recipientBook(storage, () => []);
  assertEquals(book.timesPaid(known), 0);
  book.paid([known, known.toUpperCase().replace("0X", "0x") as Address]);
  book.paid([known, mine]);
  assertEquals([known, mine, fake].map(book.timesPaid), [2, 1, 0]);
  for (const damage of ["{", "5", "[1,null,{}]", `[["0x12",3]]`, `[["${known}",-1]]`]) {
    storage.set("acct.recipients.1.paid", damage);
    assertEquals([damage, book.timesPaid(known)], [damage, 0]);
  }
});
