import { assertEquals } from "@std/assert";
import { memoryStorage } from "../../lib/storage.ts";
import { requesterBook, requestKey } from "./requesters.ts";

const [account, other] = [`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`] as const;
const hash = `0x${"Ab".repeat(32)}`;

Deno.test("requesters: an operation has the site that requested it last", () => {
  const storage = memoryStorage();
  const book = requesterBook(storage);
  const [shop, game] = ["https://shop.example", "https://game.example"];
  const put = (id: string, isChosen: boolean, origin: string, of: `0x${string}` = account) =>
    book.put({ id, isChosen, account: of, origin });
  put(hash, false, shop);
  // A bundle id with the text of another operation's hash does not label that operation.
  put(hash, true, game);
  put("1", true, shop);
  put("1", true, game);
  put("1", true, shop, other);
  const originOf = (key: string, of: `0x${string}` = account) =>
    requesterBook(storage).of(of).find((each) => each.key === key)?.origin;
  assertEquals(originOf(requestKey(hash.toLowerCase(), false)), shop);
  assertEquals(originOf(requestKey("1", true)), game);
  assertEquals(originOf(requestKey("1", true), other), shop);
  book.forget(account);
  assertEquals([book.of(account).length, book.of(other).length], [0, 1]);
});

Deno.test("requesters: edited entries are ignored", () => {
  const storage = memoryStorage();
  const entry = { key: "1", account, origin: "https://shop.example" };
  storage.set(
    "acct.requesters.1",
    JSON.stringify([null, { ...entry, origin: "Shop, verified" }, { ...entry, key: 1 }, entry]),
  );
  assertEquals(requesterBook(storage).of(account), [entry]);
});
