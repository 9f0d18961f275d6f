import { assertEquals, assertRejects } from "@std/assert";
import { accountOf } from "../../account/address.ts";
import { AcctError } from "../../protocol/errors.ts";
import { siteBook } from "../device/sites.ts";
import { memoryStorage } from "../../lib/storage.ts";
import { perSite } from "./per_site.ts";
import type { Wallet } from "../../protocol/requests.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const { signal } = new AbortController();

Deno.test("sites: a site acts for the accounts that were connected to it, until it is cut off", async () => {
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
    perSite(wallet, { name: "Shop", logoUrl: null, origin }, sites, () => 5_000);
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
