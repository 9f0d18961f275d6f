import { assertEquals } from "@std/assert";
import { decodeFunctionData, type Hex, numberToHex } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { openTestStore } from "../../../scripts/stack/database.ts";
import type { Chain } from "../../chain/chain.ts";
import { createHeads } from "../../chain/node/heads.ts";
import type { PaymentContext } from "./context.ts";
import type { SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Store } from "../../store/store.ts";
import { record, reserve } from "./ledger.ts";
import { ledgerRow, sponsored } from "../../testing/ledger.ts";
import { returnExpired } from "./return_expired.ts";

const address = (n: number): Hex => numberToHex(n, { size: 20 });

/** A chain at a given block. The nonces of some accounts were used without an event. */
function chainAt(
  at: { time: number },
  used: ReadonlySet<Hex>,
) {
  let asked = 0;
  const request = (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    if (method === "eth_getLogs") return Promise.resolve([]);
    if (method === "eth_chainId") return Promise.resolve("0x1");
    if (method === "eth_getBlockByNumber") {
      const hash = numberToHex(100, { size: 32 });
      const number = numberToHex(100);
      return Promise.resolve({ number, hash, timestamp: numberToHex(at.time) });
    }
    const [{ data }] = params as [{ data: Hex }];
    const { functionName, args } = decodeFunctionData({ abi: entryPoint08Abi, data });
    if (functionName !== "getNonce") return Promise.resolve(numberToHex(0, { size: 32 }));
    asked++;
    const isUsed = used.has((args[0] as Hex).toLowerCase() as Hex);
    return Promise.resolve(numberToHex(isUsed ? 1 : 0, { size: 32 }));
  };
  const chain = {
    id: 1,
    config: { name: "Test" },
    node: { request },
    heads: createHeads(),
    sponsor: { paymaster: address(9) },
    tokenFees: null,
  } as unknown as Chain;
  return { chain, asked: () => asked };
}

function expiryOf(store: Store, chain: Chain, at: { readonly time: number }) {
  const context = {
    store,
    chains: new Map([[1, chain]]),
    metrics: { set() {}, count() {} },
    log() {},
  } as unknown as PaymentContext;
  return () => returnExpired(context, chain, { number: 100, time: at.time });
}

Deno.test("settlement: an undecided reservation does not delay the release of others", async () => {
  await using store = await openTestStore();
  const row = (n: number): SponsorshipTable =>
    ledgerRow({
      sender: address(n),
      expires_at: 1_000 + n,
      signatures: JSON.stringify([{
        hash: numberToHex(n, { size: 32 }),
        gwei: 1,
        until: 1_000 + n,
      }]),
    });
  // A stranger's accounts have skipped their nonces: no event shows which operation used them.
  const many = Array.from({ length: 600 }, (_, n) => row(1_000 + n));
  for (let at = 0; at < many.length; at += 100) {
    await store.insertInto("sponsorships").values(many.slice(at, at + 100)).execute();
  }
  await store.insertInto("sponsorships").values(row(5_000)).execute();
  const used = new Set(many.map(({ sender }) => sender as Hex));
  const time = { time: 10_000 };
  const { chain, asked } = chainAt(time, used);
  const expire = expiryOf(store, chain, time);
  const stateOf = async (n: number) =>
    (await store.selectFrom("sponsorships").select("state").where("sender", "=", address(n))
      .executeTakeFirstOrThrow()).state;
  for (let round = 0; round < 3; round++) await expire();
  assertEquals([await stateOf(5_000), await stateOf(1_000)], ["returned", "signed"]);
  // The node does not get a request for each of them every few seconds.
  const before = asked();
  await expire();
  assertEquals(asked(), before);
  time.time += 3_600;
  await expire();
  assertEquals(asked() > before, true);
});

Deno.test("settlement: a reservation renewed during the node request is released in its new state", async () => {
  await using store = await openTestStore();
  const { chain } = chainAt({ time: 10_000 }, new Set());
  const asked = sponsored(1);
  const nonce: Hex = "0x0";
  const choice = { nonces: [nonce], taken: new Set<Hex>(), replaces: nonce };
  await reserve(store, asked, choice);
  await record(store, { ...asked, nonce }, {
    hash: numberToHex(1, { size: 32 }),
    cost: 1_000_000_000n,
    until: 1_600,
    chainTime: 1_000,
  });
  const { request } = chain.node;
  let again = 0;
  Object.assign(chain.node, {
    async request(method: string, params: readonly unknown[]) {
      // It deploys the account now.
      if (method === "eth_call" && again++ === 0) {
        await reserve(store, { ...asked, deploys: true }, choice);
      }
      return await request.call(chain.node, method, params);
    },
  });
  const expire = expiryOf(store, chain, { time: 10_000 });
  for (let round = 0; round < 2; round++) await expire();
  const left = await store.selectFrom("counters").select(["kind", "used"])
    .where("kind", "<>", "returned_gwei").execute();
  assertEquals(left.filter(({ used }) => Number(used) !== 0), []);
});
