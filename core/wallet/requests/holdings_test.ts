import { assertEquals } from "@std/assert";
import type { Address, Hex } from "viem";
import { AcctError } from "../../ground/errors.ts";
import { chain, localService } from "../../testing/local_wallet.ts";
import { holdingsOf } from "./holdings.ts";

const account: Address = `0x${"a1".repeat(20)}`;
const held: Address = `0x${"11".repeat(20)}`;
const none: Address = `0x${"22".repeat(20)}`;
const noToken: Address = `0x${"33".repeat(20)}`;

const metadata = { decimals: 6, name: "Dollar", symbol: "USD" };
const asset = (address: Address, balance: Hex) => ({ address, balance, metadata, type: "erc20" });

function service(down: readonly number[] = []) {
  const asked: [string, unknown][] = [];
  const client = localService({
    configuration: () =>
      Promise.resolve({
        version: 1,
        keysUrl: "https://k.example",
        chains: [chain, { ...chain, id: 2, name: "Two" }],
      }),
    call(method, params) {
      asked.push([method, params]);
      if (method === "acct_getTokens") {
        const { tokens } = params as { tokens: readonly Address[] };
        return tokens.filter((address) => address !== noToken)
          .map((address) => ({ address, ...metadata }));
      }
      const { assetFilter } = params as {
        assetFilter?: Record<Hex, readonly { address: Address }[]>;
      };
      if (assetFilter === undefined) {
        return { "0x1": [asset(held, "0x5"), asset(noToken, "0x0")] };
      }
      // The service omits tokens with a zero balance.
      return Object.fromEntries(
        Object.entries(assetFilter).filter(([id]) => !down.includes(Number(id))).map((
          [id, named],
        ) => [
          id,
          named.filter(({ address }) => address === held).map(({ address }) =>
            asset(address, "0x5")
          ),
        ]),
      );
    },
  });
  return { client, asked };
}

const watch = (address: Address, chainId = 1) => ({ account, address, chainId });

Deno.test("holdings: without watched tokens one request is enough, and empty balances are omitted", async () => {
  const { client, asked } = service();
  const list = await holdingsOf(client, { account, watched: [] });
  assertEquals(list.map(({ token, amount }) => [token.address, amount]), [[held, 5n]]);
  assertEquals(asked, [["wallet_getAssets", { account }]]);
});

Deno.test("holdings: a watched token is listed once, even with a zero balance, on its chain", async () => {
  const { client } = service();
  const watched = [watch(none), watch(held), watch(held, 2), watch(noToken), watch(none, 3)];
  const list = await holdingsOf(client, { account, watched });
  assertEquals(
    list.map(({ chainName, token, amount }) => [chainName, token.address, token.symbol, amount]),
    [["One", held, "USD", 5n], ["One", none, "USD", 0n], ["Two", held, "USD", 5n]],
  );
  // The operator does not list it, so that its symbol proves nothing.
  assertEquals(list.map(({ token }) => token.unlisted), [undefined, true, true]);
});

Deno.test("holdings: a chain that is down lists no balances, not even zero", async () => {
  const { client } = service([1]);
  const list = await holdingsOf(client, { account, watched: [watch(none), watch(held, 2)] });
  assertEquals(list.map(({ chainName, amount }) => [chainName, amount]), [["One", 5n], [
    "Two",
    5n,
  ]]);
});

Deno.test("holdings: an error of the service is one, not an empty list", async () => {
  const client = localService({ call: () => Promise.reject(new AcctError("service_down")) });
  const error = await holdingsOf(client, { account, watched: [watch(none)] }).catch((one) => one);
  assertEquals(error.data.cause, "service_down");
});
