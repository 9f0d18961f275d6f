/** Sentences about transfers by others, and pages that merge them with the account's operations. */
import { assertEquals } from "@std/assert";
import { zeroAddress } from "viem";
import type { ServiceClient } from "../../core/client/client.ts";
import type { TransferJson } from "../../core/wire/transfers.ts";
import { text } from "../text/home_en.ts";
import { type Cursor, readHistory, takeNewest } from "./read.ts";
import type { Words } from "../parts/phrases.ts";
import { describeTransfer, type KnownTransfer } from "./transfer.ts";

const account = `0x${"aa".repeat(20)}` as const;
const mia = `0x${"c7".repeat(20)}` as const;
const usdc = `0x${"d5".repeat(20)}` as const;
const chain = {
  id: 1,
  name: "One",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
} as KnownTransfer["chain"];
const token = { address: usdc, symbol: "USDC", name: "USD Coin", decimals: 6 };
const words: Words = {
  text,
  tag: "en",
  nameOf: (address) => address === mia ? "Mia" : "0xd6…",
  spenderOf: () => "0xd6…",
};
const plain = (said = "") => said.replace(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");

const transfer = (change: Partial<TransferJson> = {}): TransferJson => ({
  id: "1.1.1.1.1",
  chainId: "0x1",
  timestamp: 1,
  transactionHash: `0x${"22".repeat(32)}`,
  incoming: true,
  kind: "erc20",
  token: usdc,
  amount: "0x1312d00",
  other: mia,
  ...change,
});

Deno.test("transfer: a listed token is shown by its name, others never", () => {
  const say = (change: Partial<TransferJson>, known: Partial<KnownTransfer> = {}) => {
    const { kind, title, line, amount, symbol, contract } = describeTransfer(
      transfer(change),
      { chain, token, listed: true, ...known },
      words,
    );
    return [kind, plain(title), plain(line), amount ?? null, symbol ?? null, contract ?? null];
  };
  const out = { incoming: false };
  const item = { kind: "erc721", item: "0x7", amount: "0x1" } as const;
  assertEquals(say({}), ["received", "Received 20 USDC", "From Mia", "20", "USDC", null]);
  assertEquals(say(out), ["sent", "Spent 20 USDC", "To Mia", "20", "USDC", null]);
  assertEquals(say({ kind: "native", token: null, amount: "0xde0b6b3a7640000" }), [
    "received",
    "Received 1 ETH",
    "From Mia",
    "1",
    "ETH",
    null,
  ]);
  assertEquals(say(item), ["received", "Received a collectible", "From Mia", null, null, null]);
  // Minted tokens have no sender.
  assertEquals(say({ other: zeroAddress }).slice(1, 3), ["Received 20 USDC", ""]);
  const minted = transfer({ other: zeroAddress });
  assertEquals(describeTransfer(minted, { chain, token, listed: true }, words).act, "New tokens");
  // Its amount and its symbol are not shown, because the token's creator chose them.
  const unlisted = { listed: false };
  assertEquals(say({}, unlisted), [
    "unknown",
    "Received an unknown token",
    "It calls itself USDC",
    null,
    null,
    usdc,
  ]);
  assertEquals(say({}, { ...unlisted, token: undefined }).slice(1, 3), [
    "Received an unknown token",
    "From Mia",
  ]);
  assertEquals(say({}, { token: undefined })[0], "unknown");
  assertEquals(say(item, unlisted), [
    "unknown",
    "Received a collectible",
    "From Mia",
    null,
    null,
    usdc,
  ]);
  const hostile = { ...token, symbol: "\u202eCDSU\u2069 to Mia and much more than that" };
  const said = describeTransfer(transfer(), { chain, token: hostile, listed: false }, words).line!;
  assertEquals(said, "It calls itself \u2068CDSU to Mia and…\u2069");
});

Deno.test("history: the newest of several sources, each in its own order", () => {
  const at = (...times: number[]) => times.map((timestamp) => ({ timestamp }));
  assertEquals(takeNewest([at(9, 5, 1), at(8, 7), at()], 4), [2, 2, 0]);
  assertEquals(takeNewest([at(9), at(9, 8)], 10), [1, 2]);
  // An operation with a wrong time keeps its position among the account's own.
  assertEquals(takeNewest([at(3, 9), at(8, 7)], 2), [0, 2]);
});

/** A service with this number of entries in each of its lists. */
function serviceOf(counts: { readonly operations: number; listed: number; unlisted: number }) {
  const calls: string[] = [];
  const page = <T>(all: readonly T[], from: number, limit: number) => all.slice(from, from + limit);
  const call = (method: string, params: Record<string, unknown>) => {
    calls.push(method);
    const limit = params.limit as number;
    if (method === "wallet_getCallsHistory") {
      const all = Array.from({ length: counts.operations }, (_, n) => ({
        id: `0x${String(n).padStart(64, "0")}`,
        index: counts.operations - n,
        address: account,
        status: 200,
        timestamp: 10_000 - 30 * n,
        chainId: 1,
        transactionHash: null,
      }));
      const { index } = params as { index?: number };
      return page(all, index === undefined ? 0 : counts.operations - index + 1, limit);
    }
    if (method === "acct_getTokens") return [token];
    const unlisted = params.unlisted === true;
    const all = Array.from({ length: unlisted ? counts.unlisted : counts.listed }, (_, n) => {
      const timestamp = 10_001 - (unlisted ? 7 : 11) * n;
      return transfer({ id: `${timestamp}.1.1.1.${unlisted ? 1 : 0}`, timestamp });
    });
    const after = all.findIndex(({ id }) => id === params.after);
    return page(all, after + 1, limit);
  };
  return {
    calls,
    service: {
      configuration: () => Promise.resolve({ chains: [chain] }),
      call: (method: string, params: Record<string, unknown>) =>
        Promise.resolve(call(method, params)),
    } as unknown as ServiceClient,
  };
}

Deno.test("history: pages of all sources omit and repeat no entries", async () => {
  for (
    const counts of [
      { operations: 25, listed: 31, unlisted: 47 },
      { operations: 0, listed: 0, unlisted: 0 },
      { operations: 20, listed: 0, unlisted: 1 },
      { operations: 0, listed: 20, unlisted: 20 },
    ]
  ) {
    const { service } = serviceOf(counts);
    const seen: { id: string; timestamp: number }[] = [];
    let after: Cursor | null = {};
    let pages = 0;
    while (after !== null) {
      const request = { account, after, limit: 20, isWatched: () => false };
      const page: Awaited<ReturnType<typeof readHistory>> = await readHistory(
        service,
        request,
        words,
      );
      seen.push(...page.entries);
      after = page.next;
      if (++pages > 20) throw new Error("the pages do not end");
    }
    const all = counts.operations + counts.listed + counts.unlisted;
    assertEquals([seen.length, new Set(seen.map(({ id }) => id)).size], [all, all]);
    const times = seen.map(({ timestamp }) => timestamp);
    assertEquals(times, times.toSorted((a, b) => b - a));
  }
});

Deno.test("history: a token on the user's list is known", async () => {
  const { service } = serviceOf({ operations: 0, listed: 0, unlisted: 1 });
  for (const watched of [true, false]) {
    const page = await readHistory(
      service,
      {
        account,
        limit: 5,
        isWatched: (chainId, address) => watched && chainId === 1 && address === usdc,
      },
      words,
    );
    assertEquals(page.entries.map(({ sentence }) => sentence.kind), [
      watched ? "received" : "unknown",
    ]);
  }
});

Deno.test("history: a party without a name gets its verified name; marks and claims are none", async () => {
  const request = { account, limit: 20, isWatched: () => false };
  for (
    const [name, act] of [
      ["luna.eth", "Received from luna.eth"],
      ["official.eth", "Received from 0xc7c7…c7c7"],
      [null, "Received from 0xc7c7…c7c7"],
    ] as const
  ) {
    const { service } = serviceOf({ operations: 0, listed: 1, unlisted: 0 });
    let looked = 0;
    const names = new Map<string, string | null>();
    const named = {
      ...service,
      call: (method: string, params: Record<string, unknown>) => {
        if (method !== "acct_lookUpNames") return service.call(method as never, params as never);
        looked++;
        return Promise.resolve([{ address: mia, name }]);
      },
    } as unknown as ServiceClient;
    const nameless = { ...words, nameOf: () => "0xc7c7…c7c7" };
    // A second load does not look it up again.
    await readHistory(named, { ...request, names }, nameless);
    const { entries } = await readHistory(named, { ...request, names }, nameless);
    assertEquals([plain(entries[0]!.sentence.act), looked], [act, 1]);
  }
});
