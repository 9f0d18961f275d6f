import { assertEquals, assertRejects } from "@std/assert";
import { accountOf } from "../../account/address.ts";
import { AcctError } from "../../ground/errors.ts";
import { type Grant, grantBook } from "../device/grants.ts";
import { siteBook } from "../device/sites.ts";
import { memoryStorage } from "../../lib/storage.ts";
import { perSite } from "./per_site.ts";
import type { DialogMethod, ParamsOf, ResultOf, Wallet } from "../../dialog/requests.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const { signal } = new AbortController();

Deno.test("sites: a site acts for its connected accounts, until it is disconnected", async () => {
  const asked: string[] = [];
  const wallet: Wallet = {
    ask: (method) => {
      asked.push(method);
      return Promise.resolve(method === "wallet_connect" ? { account } : "0x") as Promise<never>;
    },
    dispose() {},
  };
  const sites = siteBook(memoryStorage());
  const of = (origin: string) =>
    perSite(wallet, { name: "Shop", logoUrl: null, origin }, { sites }, () => 5_000);
  const [shop, other] = [of("https://shop.example"), of("https://other.example")];
  const sign = (by: Wallet) =>
    by.ask(
      "personal_sign",
      { account: account.address, chainId: 1, message: "0x" },
      { signal },
    );
  const refused = async (by: Wallet) => (await assertRejects(() => sign(by), AcctError)).data.cause;

  // An address alone is no connection.
  assertEquals(await refused(shop), "connection_revoked");
  await shop.ask("wallet_connect", { chainId: 1 }, { signal });
  assertEquals(await sign(shop), "0x");
  assertEquals(await refused(other), "connection_revoked");
  assertEquals(sites.list().map(({ origin, lastUsed }) => [origin, lastUsed]), [
    ["https://shop.example", 5],
  ]);
  sites.forget("https://shop.example", account.address);
  assertEquals(await refused(shop), "connection_revoked");
  // A request without an account needs no connection.
  await shop.ask("wallet_showCallsStatus", { id: "x", chainId: 1 }, { signal });
  assertEquals(asked, ["wallet_connect", "personal_sign", "wallet_showCallsStatus"]);
});

/** Methods whose result may contain the record of an account. */
type Connecting = {
  [M in DialogMethod]: Extract<ResultOf[M], { readonly account: object }> extends never ? never : M;
}[DialogMethod];

Deno.test("sites: only the result of connecting adds an account", async () => {
  // Does not compile if another result contains a record of an account.
  const connecting: Readonly<Record<Connecting, true>> = { wallet_connect: true };
  const sites = siteBook(memoryStorage());
  for (
    const [result, count] of [
      [{ account: account.address, permissionId: "0x1" }, 0],
      [{ account: null }, 0],
      [null, 0],
      ["0x", 0],
      [{ account }, Object.keys(connecting).length],
    ] as const
  ) {
    const wallet: Wallet = { ask: () => Promise.resolve(result) as Promise<never>, dispose() {} };
    const site = perSite(
      wallet,
      { name: "Shop", logoUrl: null, origin: "https://a.example" },
      { sites },
    );
    await site.ask("wallet_showCallsStatus", { id: "x", chainId: 1 }, { signal });
    assertEquals(sites.list().length, count);
  }
});

Deno.test("sites: the site that requested a permission is stored with it", async () => {
  const storage = memoryStorage();
  const [sites, grants] = [siteBook(storage), grantBook(storage)];
  const granted = { permissionId: `0x${"ab".repeat(32)}`, spender: `0x${"e5".repeat(20)}` };
  const wallet: Wallet = {
    ask: (method) =>
      Promise.resolve(method === "wallet_connect" ? { account } : granted) as Promise<never>,
    dispose() {},
  };
  const origin = "https://shop.example";
  const site = perSite(
    wallet,
    { name: "Shop", logoUrl: null, origin },
    { sites, grants },
    () => 7_000,
  );
  await site.ask("wallet_connect", { chainId: 1 }, { signal });
  assertEquals(grants.list(), []);
  const request = { account: account.address } as ParamsOf["wallet_grantPermissions"];
  await site.ask("wallet_grantPermissions", request, { signal });
  const by = { account: account.address, origin, at: 7 };
  const expected = { id: granted.permissionId, spender: granted.spender, ...by };
  assertEquals(grants.list().map((grant) => ({ ...grant })), [expected as Grant]);
  // A permission is listed once, and invalid grants are excluded.
  await site.ask("wallet_grantPermissions", request, { signal });
  storage.set("acct.grants.1", JSON.stringify([...grants.list(), { id: "0x1" }, 5, null]));
  assertEquals(grants.list().length, 1);
});

Deno.test("sites: the first use of an account, connections and grants are reported", async () => {
  const [sites, changes] = [siteBook(memoryStorage()), [] as string[]];
  const results: Partial<Record<DialogMethod, unknown>> = {
    wallet_connect: { account },
    wallet_grantPermissions: {
      permissionId: `0x${"ab".repeat(32)}`,
      spender: `0x${"e5".repeat(20)}`,
    },
  };
  const wallet: Wallet = {
    ask: (method) => Promise.resolve(results[method]) as Promise<never>,
    dispose() {},
  };
  const open = () =>
    perSite(
      wallet,
      { name: "Shop", logoUrl: null, origin: "https://shop.example" },
      { sites, onChange: (address) => Promise.resolve(changes.push(address)) },
    );
  const ask = async (site: Wallet, method: DialogMethod) => {
    changes.length = 0;
    const params = method === "wallet_connect" ? { chainId: 1 } : { account: account.address };
    await site.ask(method, params as never, { signal });
    assertEquals(changes.every((address) => address === account.address), true);
    return changes.length;
  };
  const first = open();
  assertEquals(await ask(first, "wallet_connect"), 1);
  assertEquals(await ask(first, "personal_sign"), 0);
  assertEquals(await ask(first, "wallet_connect"), 1);
  const next = open();
  assertEquals(await ask(next, "personal_sign"), 1);
  assertEquals(await ask(next, "personal_sign"), 0);
  assertEquals(await ask(next, "wallet_grantPermissions"), 1);
});

Deno.test("sites: a request ends if the site was disconnected on another device", async () => {
  const sites = siteBook(memoryStorage());
  const origin = "https://shop.example";
  sites.put({ origin, account: account.address, name: "Shop", lastUsed: 1, since: 1 });
  const wallet: Wallet = {
    // Waits for the user, until the signal aborts.
    ask: (_method, _params, { signal }) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(new AcctError("aborted")))
      ),
    dispose() {},
  };
  const ask = (onChange: () => void, signal: AbortSignal) =>
    assertRejects(
      () =>
        perSite(wallet, { name: "Shop", logoUrl: null, origin }, {
          sites,
          onChange: () => Promise.resolve().then(onChange),
        }).ask("personal_sign", { account: account.address, chainId: 1, message: "0x" }, {
          signal,
        }),
      AcctError,
    );
  const abort = new AbortController();
  const stays = ask(() => {}, abort.signal);
  await new Promise((done) => setTimeout(done));
  abort.abort(new AcctError("aborted"));
  assertEquals((await stays).data.cause, "aborted");
  const ended = await ask(() => sites.forget(origin, account.address), signal);
  assertEquals(ended.data.cause, "connection_revoked");
});

Deno.test("sites: every open request ends if the site was disconnected on another device", async () => {
  const sites = siteBook(memoryStorage());
  const origin = "https://shop.example";
  sites.put({ origin, account: account.address, name: "Shop", lastUsed: 1, since: 1 });
  const wallet: Wallet = {
    ask: (_method, _params, { signal }) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(new AcctError("aborted")))
      ),
    dispose() {},
  };
  const site = perSite(wallet, { name: "Shop", logoUrl: null, origin }, {
    sites,
    onChange: () => Promise.resolve().then(() => sites.forget(origin, account.address)),
  });
  const ask = () =>
    site.ask("personal_sign", { account: account.address, chainId: 1, message: "0x" }, { signal })
      .catch((error) => error.data.cause);
  assertEquals(await Promise.all([ask(), ask()]), ["connection_revoked", "connection_revoked"]);
});

Deno.test("sites: the site of an operation is stored with its origin, once it is signed", async () => {
  const sites = siteBook(memoryStorage());
  const origin = "https://shop.example";
  sites.put({ origin, account: account.address, name: "Verified bank", lastUsed: 1, since: 1 });
  const wallet: Wallet = {
    ask(_method, _params, { onSent }) {
      onSent?.("0xAB");
      onSent?.(null);
      return Promise.resolve({ id: "0xAB" }) as Promise<never>;
    },
    dispose() {},
  };
  const put: unknown[] = [];
  const sent: (string | null)[] = [];
  const site = perSite(wallet, { name: "Verified bank", logoUrl: null, origin }, {
    sites,
    requesters: { put: (entry) => void put.push(entry) },
  });
  const params = { account: account.address, chainId: 1, calls: [] };
  const onSent = (id: string | null) => sent.push(id);
  await site.ask("wallet_sendCalls", params, { signal, onSent });
  await site.ask("wallet_sendCalls", { ...params, id: "0xAB" }, { signal });
  await site.ask("personal_sign", { ...params, message: "0x" }, { signal });
  assertEquals(sent, ["0xAB", null]);
  assertEquals(put, [
    { id: "0xAB", isChosen: false, account: account.address, origin },
    { id: "0xAB", isChosen: true, account: account.address, origin },
  ]);
});
