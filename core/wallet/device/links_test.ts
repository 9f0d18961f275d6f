import { assertEquals } from "@std/assert";
import { memoryStorage } from "../../lib/storage.ts";
import { linkBook, type LinkRecord, MAX_LINK_TTL_S } from "./links.ts";

const record: LinkRecord = {
  secret: "s".repeat(22),
  resume: "r".repeat(43),
  token: "t".repeat(22),
  name: "Deploy script",
  origin: null,
  account: null,
  ttl: 60,
  lastUsed: 1_000_000,
  ended: false,
};
const other = { ...record, secret: "o".repeat(22) };

Deno.test("links: a link lasts for its time after the last use", () => {
  let now = 1_000_000;
  const book = linkBook(memoryStorage(), () => now);
  book.put(record);
  now += 59_000;
  book.touch(record.secret);
  now += 59_000;
  assertEquals(book.list().map(({ secret }) => secret), [record.secret]);
  now += 1_000;
  assertEquals([book.list(), book.find(record.secret)], [[], undefined]);
  book.touch(record.secret);
  assertEquals(book.list(), [], "a use does not restore an expired link");
});

Deno.test("links: an ended link is not listed or extended, and is known until it expires", () => {
  let now = 1_000_000;
  const book = linkBook(memoryStorage(), () => now);
  book.put(record);
  book.put(other);
  book.end(record.secret);
  assertEquals(book.list().map(({ secret }) => secret), [other.secret]);
  now += 59_000;
  book.touch(record.secret, { account: `0x${"11".repeat(20)}` });
  assertEquals(book.find(record.secret), { ...record, ended: true });
  now += 1_000;
  assertEquals(book.find(record.secret), undefined);
  book.remove(other.secret);
  assertEquals(book.list(), []);
});

Deno.test("links: malformed entries of the storage are ignored", () => {
  const storage = memoryStorage();
  const malformed: unknown[] = [
    null,
    "text",
    { ...record, secret: "short" },
    { ...record, resume: record.secret },
    { ...record, origin: 1 },
    { ...record, account: "0x12" },
    { ...record, ttl: 0 },
    { ...record, ttl: MAX_LINK_TTL_S + 1 },
    { ...record, lastUsed: "now" },
    { ...record, name: "x".repeat(256) },
  ];
  storage.set("acct.links.1", JSON.stringify([...malformed, record]));
  assertEquals(linkBook(storage, () => record.lastUsed).list(), [record]);
});
