import { assertEquals } from "@std/assert";
import { accountOf } from "../../account/address.ts";
import { accountBook, type AccountRecord } from "../../wallet/device/accounts.ts";
import { sessionStore } from "./session.ts";
import { browserStorage, memoryStorage, type Storage } from "../../lib/storage.ts";

const publicKey = `0x${"11".repeat(64)}` as const;
const account = accountOf(publicKey);
const HOUR = 3_600_000;

function open(storage: Storage, ttl: number, clock: { now: number }) {
  return sessionStore({ storage, key: "s", ttl, now: () => clock.now });
}

Deno.test("session: it lasts authTTL seconds from the last passkey use", () => {
  const clock = { now: 1_000 * HOUR };
  const store = open(memoryStorage(), 3600, clock);
  assertEquals(store.get(), null);
  store.set({ account, chainId: 1, at: clock.now });
  clock.now += HOUR;
  assertEquals(store.get()?.chainId, 1);
  clock.now += 1;
  assertEquals(store.get(), null);
});

Deno.test("session: with 0, it is not stored beyond this page load", () => {
  const clock = { now: 1_000 * HOUR };
  const storage = memoryStorage();
  const store = open(storage, 0, clock);
  store.set({ account, chainId: 1, at: clock.now });
  assertEquals(store.get()?.chainId, 1);
  assertEquals(storage.get("s"), null);
  assertEquals(open(storage, 0, clock).get(), null);
});

Deno.test("session: a clock that moved back a day closes it, a minute does not", () => {
  const clock = { now: 1_000 * HOUR };
  const store = open(memoryStorage(), 86_400, clock);
  store.set({ account, chainId: 1, at: clock.now });
  clock.now -= 30_000;
  assertEquals(store.get()?.chainId, 1);
  clock.now -= 24 * HOUR;
  assertEquals(store.get(), null);
});

Deno.test("session: for any stored content, the worst result is a missing connection", () => {
  const clock = { now: 1_000 * HOUR };
  const good = { account, chainId: 1, at: clock.now };
  const bad: unknown[] = [
    "",
    "{",
    "null",
    "[]",
    "5",
    JSON.stringify({}),
    JSON.stringify({ ...good, chainId: "1" }),
    JSON.stringify({ ...good, chainId: -1 }),
    JSON.stringify({ ...good, chainId: 1.5 }),
    JSON.stringify({ ...good, at: null }),
    JSON.stringify({ ...good, at: clock.now + 10 * HOUR }),
    JSON.stringify({ ...good, account: { ...account, address: "0x12" } }),
    JSON.stringify({ ...good, account: { ...account, owners: [] } }),
    JSON.stringify({ ...good, account: null }),
    `{"__proto__":{"account":1}}`,
  ];
  for (const text of bad) {
    const storage = memoryStorage();
    storage.set("s", text as string);
    assertEquals(open(storage, 86_400, clock).get(), null, String(text));
  }
});

Deno.test("session: storage that throws or loses data breaks nothing", () => {
  const clock = { now: 1_000 * HOUR };
  let broken = false;
  const inner = memoryStorage();
  const storage: Storage = {
    get: (key) => {
      if (broken) throw new DOMException("denied", "SecurityError");
      return inner.get(key);
    },
    set: (key, value) => inner.set(key, value),
  };
  const store = open(storage, 86_400, clock);
  store.set({ account, chainId: 1, at: clock.now });
  broken = true;
  assertEquals(store.get(), null);
  broken = false;
  assertEquals(store.get()?.chainId, 1);
});

Deno.test("storage: without a document localStorage is not used", () => {
  const storage = browserStorage();
  storage.set("shared", "by accident");
  assertEquals(globalThis.localStorage.getItem("shared"), null);
  assertEquals(browserStorage().get("shared"), null);
  assertEquals(storage.get("shared"), "by accident");
});

const record: AccountRecord = {
  credentialId: "abc",
  publicKey,
  account,
  ownerIndex: 0,
  name: "Me",
  lastUsed: 5,
  registered: true,
  backedUp: true,
};

Deno.test("accounts: last used first, found by address in any case, removed one by one", () => {
  const book = accountBook(memoryStorage());
  book.put(record);
  const other = accountOf(`0x${"22".repeat(64)}`);
  book.put({ ...record, credentialId: "def", account: other, lastUsed: 9 });
  assertEquals(book.list().map(({ credentialId }) => credentialId), ["def", "abc"]);
  assertEquals(book.at(account.address.toLowerCase() as `0x${string}`)?.credentialId, "abc");
  book.forget("def");
  assertEquals(book.of("def"), undefined);
});

Deno.test("accounts: a manually edited record is ignored, the others remain", () => {
  const storage = memoryStorage();
  const thief = { ...record, credentialId: "x", account: { ...account, nonce: "0x1" } };
  storage.set("acct.accounts.1", JSON.stringify([thief, null, 5, record, { ...record, name: 1 }]));
  assertEquals(accountBook(storage).list(), [record]);
});
