import { assertEquals } from "@std/assert";
import { accountOf } from "../../core/account/address.ts";
import { fromBase64Url } from "../../core/lib/base64url.ts";
import { memoryStorage, type Storage } from "../../core/lib/storage.ts";
import { accountBook } from "../../core/wallet/device/accounts.ts";
import { grantBook } from "../../core/wallet/device/grants.ts";
import { siteBook } from "../../core/wallet/device/sites.ts";
import { friendBook, helpedBook } from "../../core/wallet/device/friends.ts";
import { secretBook } from "./secrets.ts";
import { sync } from "./sync.ts";

const publicKey = `0x${"11".repeat(64)}` as const;
const account = accountOf(publicKey);
const { address } = account;
const now = Math.floor(Date.now() / 1000);

/** A service that stores data by token. */
function openService() {
  const rows = new Map<string, string>();
  const calls: string[] = [];
  const service = {
    rows,
    calls,
    isDown: false,
    /** Called before a read is answered. */
    onRead: () => {},
    fetch: (async (_url: string, init: RequestInit) => {
      assertEquals(init.keepalive, true);
      if (service.isDown) throw new TypeError("down");
      const { method, params: [{ token, data }] } = JSON.parse(String(init.body));
      calls.push(method);
      if (method === "acct_getSyncedData") service.onRead();
      else rows.set(token, data);
      const result = method === "acct_getSyncedData" ? { data: rows.get(token) ?? null } : true;
      return await Promise.resolve(Response.json({ jsonrpc: "2.0", id: 1, result }));
    }) as unknown as typeof fetch,
  };
  return service;
}

/** A browser with a passkey of the account. */
function openBrowser(service: ReturnType<typeof openService>, id = "cred", secret = 7) {
  const storage = memoryStorage();
  const answers: object[] = [];
  const browser = {
    storage,
    answers,
    sites: siteBook(storage),
    grants: grantBook(storage),
    signIn() {
      accountBook(storage).put({
        credentialId: id,
        publicKey,
        account,
        ownerIndex: 0,
        name: "Account",
        lastUsed: now,
        registered: true,
        backedUp: true,
      });
      answers.push(answer(id, new Uint8Array(32).fill(secret)));
    },
    connect: (origin: string, since = now) =>
      browser.sites.put({ origin, account: address, name: "Shop", lastUsed: since, since }),
    origins: () => browser.sites.list().map(({ origin }) => origin).sort(),
    sync: () =>
      sync({
        reach: { serverUrl: "https://service.example", apiKey: "", fetch: service.fetch },
        storage,
        answers,
        account: address,
      }),
  };
  browser.signIn();
  return browser;
}

/** A credential as the browser returns it. */
function answer(id: string, output: unknown): object {
  return {
    rawId: fromBase64Url(id)!.buffer,
    getClientExtensionResults: () => ({ prf: { results: { first: output } } }),
  };
}

/** Everything that a storage contains. */
function contents(storage: Storage): string {
  const keys = ["accounts", "sites", "grants", "friends", "helped", "synced"].map((name) =>
    `acct.${name}.1`
  );
  return JSON.stringify(keys.map((key) => storage.get(key)));
}

const shop = "https://shop.example";
const other = "https://other.example";
const id = `0x${"ee".repeat(32)}` as const;

Deno.test("sync: the next device has the sites and the origins of grants", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service), openBrowser(service)];
  first.connect(shop);
  first.grants.put({ id, account: address, spender: address, origin: shop, at: now });
  assertEquals(await first.sync(), false);
  assertEquals(await second.sync(), true);
  assertEquals(second.origins(), [shop]);
  assertEquals(second.grants.list().map(({ id, origin }) => [id, origin]), [[id, shop]]);
  // The service has neither the origin nor the account.
  const stored = JSON.stringify([...service.rows]);
  assertEquals([stored.includes("shop"), stored.includes(address.slice(2).toLowerCase())], [
    false,
    false,
  ]);
  // Without a change, one read.
  service.calls.length = 0;
  assertEquals(await second.sync(), false);
  assertEquals(service.calls, ["acct_getSyncedData"]);
});

Deno.test("sync: the next device has the names of friends", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service), openBrowser(service)];
  const friend = { account: address, address: accountOf(`0x${"22".repeat(64)}`).address };
  friendBook(first.storage).put({ ...friend, name: "Bob", at: now });
  await first.sync();
  assertEquals(await second.sync(), true);
  assertEquals(friendBook(second.storage).nameOf(address, friend.address), "Bob");
  assertEquals(helpedBook(second.storage).nameOf(address, friend.address), undefined);
  helpedBook(second.storage).put({ ...friend, name: "Lily", at: now });
  await second.sync();
  assertEquals(await first.sync(), true);
  assertEquals(helpedBook(first.storage).nameOf(address, friend.address), "Lily");
  assertEquals(JSON.stringify([...service.rows]).includes("Bob"), false);
});

Deno.test("sync: a removal on one device reaches the other, also after a lost write", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service), openBrowser(service)];
  first.connect(shop, now - 100);
  await first.sync();
  await second.sync();
  second.connect(other, now - 50);
  first.sites.forget(shop, address);
  await first.sync();
  const older = [...service.rows][0]!;
  await second.sync();
  assertEquals(second.origins(), [other]);
  // Another device's write, or the service, replaced the data with earlier data.
  service.rows.set(...older);
  assertEquals(await first.sync(), false);
  assertEquals(await second.sync(), false);
  await first.sync();
  assertEquals([first.origins(), second.origins()], [[other], [other]]);
  // A site that connects again is back on both.
  second.connect(shop, now + 10);
  await second.sync();
  await first.sync();
  assertEquals(first.origins(), [other, shop]);
});

Deno.test("sync: the user's name for a passkey follows it, also after signing out", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service), openBrowser(service)];
  const books = [first, second].map(({ storage }) => accountBook(storage));
  const rename = (index: number, name: string, renamed: number) =>
    books[index]!.put({ ...books[index]!.of("cred")!, name, renamed });
  rename(0, "Savings", now - 10);
  await first.sync();
  assertEquals(await second.sync(), true);
  assertEquals(books[1]!.of("cred")!.name, "Savings");
  // A new sign-in starts with the default name, which replaces no chosen one.
  books[1]!.forget("cred");
  second.signIn();
  assertEquals(books[1]!.of("cred")!.name, "Account");
  await second.sync();
  assertEquals(books[1]!.of("cred")!.name, "Savings");
  rename(1, "Holidays", now);
  await second.sync();
  await first.sync();
  assertEquals(books.map((book) => book.of("cred")!.name), ["Holidays", "Holidays"]);
});

Deno.test("sync: passkeys of one account have separate data; a device with both merges it", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service, "aaaa", 1), openBrowser(service, "bbbb", 2)];
  first.connect(shop);
  await first.sync();
  await second.sync();
  assertEquals(second.origins(), []);
  const both = openBrowser(service, "aaaa", 1);
  await both.sync();
  accountBook(both.storage).put({
    ...accountBook(both.storage).list()[0]!,
    credentialId: "bbbb",
  });
  both.answers.push(answer("bbbb", new Uint8Array(32).fill(2)));
  await both.sync();
  assertEquals(service.rows.size, 2);
  await second.sync();
  assertEquals(second.origins(), [shop]);
});

Deno.test("sync: nothing is sent without a secret of one of the account's passkeys", async () => {
  const service = openService();
  const browser = openBrowser(service);
  for (
    const odd of [
      {},
      { rawId: new Uint8Array(3) },
      answer("cred", undefined),
      answer("cred", new Uint8Array(31)),
      answer("cred", "text"),
      // A passkey of another account, or of none.
      answer("else", new Uint8Array(32)),
      {
        rawId: fromBase64Url("cred")!.buffer,
        getClientExtensionResults() {
          throw new Error("password manager");
        },
      },
    ]
  ) {
    browser.answers.splice(0, Infinity, odd);
    browser.connect(shop);
    assertEquals(await browser.sync(), false);
    assertEquals(browser.answers, []);
  }
  assertEquals([service.calls, secretBook(browser.storage).list()], [[], []]);
});

Deno.test("sync: data that the service changed is ignored, and replaced", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service), openBrowser(service)];
  first.connect(shop);
  await first.sync();
  const [[token, data]] = [...service.rows] as [[string, string]];
  for (const forged of [`${data.slice(0, -2)}00`, "0x", "text"]) {
    service.rows.set(token, forged);
    assertEquals(await second.sync(), false);
    assertEquals(second.origins(), []);
    await first.sync();
  }
  assertEquals(await second.sync(), true);
});

Deno.test("sync: two devices that rename a passkey in the same second agree on one name", async () => {
  const service = openService();
  const browsers = [openBrowser(service), openBrowser(service)];
  const books = browsers.map(({ storage }) => accountBook(storage));
  const name = (index: number) => books[index]!.of("cred")!.name;
  for (const [index, chosen] of [[0, "Tablet"], [1, "Phone"]] as const) {
    books[index]!.put({ ...books[index]!.of("cred")!, name: chosen, renamed: now });
  }
  for (const each of [...browsers, ...browsers]) await each.sync();
  assertEquals([name(0), name(1)], ["Tablet", "Tablet"]);
  // Nothing is left to write.
  service.calls.length = 0;
  for (const each of browsers) await each.sync();
  assertEquals(service.calls, ["acct_getSyncedData", "acct_getSyncedData"]);
});

Deno.test("sync: an account that signs out during a request leaves nothing", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service), openBrowser(service)];
  first.connect(shop);
  await first.sync();
  service.onRead = () => {
    accountBook(second.storage).forget("cred");
    secretBook(second.storage).forget("cred");
  };
  service.calls.length = 0;
  assertEquals(await second.sync(), false);
  assertEquals(service.calls, ["acct_getSyncedData"]);
  assertEquals(contents(second.storage), JSON.stringify(["[]", null, null, null, null, null]));
});

Deno.test("sync: an unreachable service keeps the sites, and the next run repeats it", async () => {
  const service = openService();
  const [first, second] = [openBrowser(service), openBrowser(service)];
  service.isDown = true;
  first.connect(shop);
  assertEquals(await first.sync().catch(() => "failed"), "failed");
  assertEquals(first.origins(), [shop]);
  service.isDown = false;
  await first.sync();
  assertEquals(await second.sync(), true);
});
