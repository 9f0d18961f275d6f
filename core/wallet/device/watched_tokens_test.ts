import { assertEquals } from "@std/assert";
import type { Address } from "viem";
import { memoryStorage } from "../../lib/storage.ts";
import { MAX_TOKENS } from "../../ground/limits.ts";
import { tokenBook } from "./watched_tokens.ts";

const alice: Address = `0x${"a1".repeat(20)}`;
const bob: Address = `0x${"b0".repeat(20)}`;
const token = (index: number, account = alice, chainId = 1) => ({
  account,
  chainId,
  address: `0x${String(index).padStart(40, "0")}` as Address,
});

Deno.test("watched tokens: each once, the last added first, per account and chain", () => {
  const storage = memoryStorage();
  const book = tokenBook(storage);
  assertEquals(tokenBook({ ...storage, set: () => false }).add(token(1)), false);
  for (const one of [token(1), token(2), token(1, bob), token(1, alice, 10), token(1)]) {
    book.add(one);
  }
  assertEquals(book.of(alice), [token(1), token(1, alice, 10), token(2)]);
  assertEquals(tokenBook(storage).of(bob), [token(1, bob)]);
});

Deno.test("watched tokens: the oldest is dropped above the limit, another account's never", () => {
  const book = tokenBook(memoryStorage());
  book.add(token(0, bob));
  for (let index = 0; index < MAX_TOKENS; index++) book.add(token(index));
  assertEquals(book.of(alice).length, MAX_TOKENS);
  book.add(token(MAX_TOKENS));
  assertEquals(book.of(alice).length, MAX_TOKENS);
  assertEquals(book.of(alice)[0], token(MAX_TOKENS));
  assertEquals(book.of(alice).at(-1), token(1));
  assertEquals(book.of(bob), [token(0, bob)]);
});

Deno.test("watched tokens: a corrupt storage has none", () => {
  const entries = [null, 5, { ...token(1), address: "0x1" }, { ...token(1), account: 5 }, {
    ...token(1),
    chainId: -1,
  }];
  for (const text of ["{", "5", "{}", JSON.stringify(entries)]) {
    const storage = memoryStorage();
    storage.set("acct.tokens.1", text);
    assertEquals(tokenBook(storage).of(alice), [], text);
    tokenBook(storage).add(token(3));
    assertEquals(tokenBook(storage).of(alice), [token(3)]);
  }
});
