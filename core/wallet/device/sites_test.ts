import { assertEquals } from "@std/assert";
import { siteBook } from "./sites.ts";
import { memoryStorage } from "../../lib/storage.ts";

const account = "0x8F3a1C5bD0a7c2b1f4E9d86a5C3B2e1D0f9A8b7C".toLowerCase() as `0x${string}`;
const site = (origin: string, lastUsed: number) => ({ origin, account, name: "Shop", lastUsed });

Deno.test("sites: last used first, each once, disconnected one by one", () => {
  const book = siteBook(memoryStorage());
  assertEquals(book.has("https://a.example", account), false);
  book.put(site("https://a.example", 1));
  book.put(site("https://b.example", 2));
  book.put(site("https://a.example", 3));
  assertEquals(book.list().map(({ origin }) => origin), ["https://a.example", "https://b.example"]);
  assertEquals(book.has("https://a.example", `0x${account.slice(2).toUpperCase()}`), true);
  // Exact origins only: no subdomain, no other port, no other scheme.
  for (const origin of ["https://x.a.example", "https://a.example:8443", "http://a.example"]) {
    assertEquals(book.has(origin, account), false, origin);
  }
  book.forget("https://a.example", account);
  assertEquals(book.list().map(({ origin }) => origin), ["https://b.example"]);
});

Deno.test("sites: manually edited entries are ignored", () => {
  const storage = memoryStorage();
  for (const damaged of ["", "{", "5", "[1, null, {}]", '[{"origin":1}]']) {
    storage.set("acct.sites.1", damaged);
    assertEquals(siteBook(storage).list(), []);
  }
});

Deno.test("sites: a disconnected one is remembered as such, until it connects again", () => {
  const storage = memoryStorage();
  const book = siteBook(storage, undefined, () => 9_000);
  const origin = "https://a.example";
  book.put({ ...site(origin, 5), since: 5 });
  book.put(site(origin, 8));
  assertEquals(book.entries(account), [{ ...site(origin, 8), since: 5 }]);
  book.forget(origin, account);
  assertEquals([book.list(), book.has(origin, account)], [[], false]);
  assertEquals(book.entries(account), [{ ...site(origin, 8), since: 5, ended: 9 }]);
  // Even with a clock that is behind the one of the device that disconnected it.
  book.put({ ...site(origin, 7), since: 7 });
  assertEquals(book.list(), [{ ...site(origin, 7), since: 10 }]);
  // The clock of this device is behind the connection.
  book.forget(origin, account);
  assertEquals(book.entries(account)[0]!.ended, 11);
  // An account that signs out leaves no entry.
  book.replace(account, []);
  assertEquals(storage.get("acct.sites.1"), "[]");
});
