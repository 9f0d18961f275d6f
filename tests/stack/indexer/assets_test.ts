import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, erc20Abi, getAddress } from "viem";
import { deployDev } from "../../../contracts/deploy.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import type { AssetJson } from "../../../core/wire/assets.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { NODE_TIMEOUT_MS } from "../../../service/chain/node/node.ts";
import { call, rpc, sendCalls, settled, user } from "../support/client.ts";
import { freeze } from "../support/freeze.ts";

type Found = Readonly<Record<string, readonly AssetJson[]>>;

const NATIVE = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const ether = { decimals: 18, name: "Ether", symbol: "ETH" };

function list(stack: Stack, params: Record<string, unknown>): Promise<Found> {
  return call<Found>(stack, "wallet_getAssets", [params]);
}

/** Symbols and balances of the local chain. */
async function held(stack: Stack, params: Record<string, unknown>): Promise<unknown[]> {
  const found = await list(stack, params);
  return (found["0x7a69"] ?? []).map((asset) => [asset.metadata?.symbol, Number(asset.balance)]);
}

/** Builds a call that transfers a token. */
const transfer = (token: Address, to: Address, amount: bigint) =>
  ({
    to: token,
    value: "0x0",
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
  }) as const;

Deno.test("assets: the native balance always, tokens where there are some, exactly shaped", async () => {
  await using stack = await startStack();
  const account = user(1100).account.address;
  assertEquals(await list(stack, { account }), {
    "0x7a69": [{ address: null, balance: "0x0", metadata: ether, type: "native" }],
  });
  const rich = user(1101).account.address;
  const [dollar, coin] = stack.tokens;
  await stack.fund(rich, 10n ** 18n);
  await stack.mint(dollar.address, rich, 5n);
  assertEquals(await list(stack, { account: rich }), {
    "0x7a69": [
      { address: null, balance: "0xde0b6b3a7640000", metadata: ether, type: "native" },
      {
        address: getAddress(dollar.address),
        balance: "0x5",
        metadata: { decimals: 6, name: "Test Dollar", symbol: "TUSD" },
        type: "erc20",
      },
    ],
  });
  const one = 10 ** 18;
  const native = { type: "native" };
  const filters: [Record<string, unknown>, unknown][] = [
    [{ chainFilter: ["0x7a69"] }, [["ETH", one], ["TUSD", 5]]],
    [{ chainFilter: ["0x1"] }, []],
    [{ chainFilter: [] }, []],
    [{ assetTypeFilter: ["native"] }, [["ETH", one]]],
    [{ assetTypeFilter: ["erc20"] }, [["TUSD", 5]]],
    [{ assetTypeFilter: [] }, []],
    [{ assetFilter: { "0x7a69": [{ ...native, address: null }] } }, [["ETH", one]]],
    [{ assetFilter: { "0x7a69": [{ ...native, address: "native" }] } }, [["ETH", one]]],
    [{ assetFilter: { "0x7a69": [{ ...native, address: NATIVE }] } }, [["ETH", one]]],
    [{ assetFilter: { "0x7a69": [{ address: dollar.address, type: "erc20" }] } }, [["TUSD", 5]]],
    [{ assetFilter: { "0x7a69": [{ address: coin.address, type: "erc20" }] } }, []],
    [{ assetFilter: { "0x7a69": ["native"] } }, [["ETH", one]]],
    [{ assetFilter: { "0x7a69": [dollar.address, "native"] } }, [["ETH", one], ["TUSD", 5]]],
    [{ assetFilter: { "0x1": [{ ...native, address: null }] } }, []],
    // ERC-7811: an asset filter takes precedence.
    [{ assetFilter: { "0x7a69": [{ ...native, address: null }] }, chainFilter: ["0x1"] }, [[
      "ETH",
      one,
    ]]],
  ];
  for (const [filter, wanted] of filters) {
    assertEquals(await held(stack, { account: rich, ...filter }), wanted, JSON.stringify(filter));
  }
  const wrong: [Record<string, unknown>, string][] = [
    [{}, "params[0].account"],
    [{ account, chainFilter: ["1"] }, "params[0].chainFilter[0]"],
    [{ account, assetTypeFilter: ["erc721"] }, "params[0].assetTypeFilter[0]"],
    [{ account, assetFilter: { "1": [] } }, "params[0].assetFilter.1"],
    [
      { account, assetFilter: { "0x1": [{ address: NATIVE, type: "erc20" }] } },
      "params[0].assetFilter.0x1[0].address",
    ],
    [
      { account, assetFilter: { "0x1": Array(101).fill({ address: null, type: "native" }) } },
      "params[0].assetFilter.0x1",
    ],
    [{ account, more: 1 }, "params[0].more"],
  ];
  for (const [params, field] of wrong) {
    const { error } = await rpc(stack, "wallet_getAssets", [params]);
    assertEquals([error?.code, error?.data?.field], [-32602, field]);
  }
});

Deno.test("assets: hostile tokens hurt only themselves", async () => {
  const at = (n: number) => `0x${"00".repeat(18)}bad${n}` as Address;
  const codes = [
    "0x5b5f56", // burns all gas
    "0x5f5ffd", // reverts
    "0x623fffff5ff3", // answers with four megabytes
    "0x60075f5260405ff3", // answers with two words
    "0x60075f5260205ff3", // answers 7 to everything: a symbol that is no text
    "0xfe", // invalid
    "0x5f5ff3", // returns no data
  ];
  await using stack = await startStack({ listed: [...codes.map((_, n) => at(n)), at(9)] });
  for (const [n, code] of codes.entries()) {
    await stack.node.request("anvil_setCode", [at(n), code]);
  }
  const account = user(1110).account.address;
  const [dollar, coin] = stack.tokens;
  await stack.mint(dollar.address, account, 5n);
  await stack.mint(coin.address, account, 6n);
  const before = performance.now();
  assertEquals(await held(stack, { account }), [["ETH", 0], ["TUSD", 5], ["TEST", 6], ["?", 7]]);
  assertEquals(performance.now() - before < 15_000, true, "no one waits for them");

  const { tokens: [evil] } = await deployDev({
    rpcUrl: stack.rpcUrl,
    account: deployerKey,
    tokens: [{ name: "US\u202eD \u200bCoin\n\u0000", symbol: "U\u2066SD\u202e", decimals: 0 }],
  });
  await stack.mint(evil!, account, 9n);
  const found = await list(stack, {
    account,
    assetFilter: {
      "0x7a69": [evil!, ...codes.map((_, n) => at(n))].map((address) => ({
        address,
        type: "erc20",
      })),
    },
  });
  assertEquals(found["0x7a69"]!.map(({ metadata }) => metadata), [
    { decimals: 0, name: "USD Coin", symbol: "USD" },
    { decimals: 7, name: "?", symbol: "?" },
  ]);
});

Deno.test("assets: concurrent requests share one read, cleared when an operation of the account lands", async () => {
  await using stack = await startStack();
  const [dollar] = stack.tokens;
  const [ann, bob] = [user(1120), user(1121)];
  await stack.mint(dollar.address, ann.account.address, 10n);
  const ask = (who: typeof ann) => held(stack, { account: who.account.address });
  const answers = await Promise.all([ask(ann), ask(ann), ask(ann)]);
  assertEquals(answers, Array(3).fill([["ETH", 0], ["TUSD", 10]]));
  assertEquals(await ask(bob), [["ETH", 0]]);
  // From outside: not seen until the half minute is over.
  await stack.mint(dollar.address, ann.account.address, 1n);
  assertEquals(await ask(ann), [["ETH", 0], ["TUSD", 10]]);
  const calls = [transfer(dollar.address, bob.account.address, 4n)];
  assertEquals((await settled(stack, await sendCalls(stack, ann, calls))).status, 200);
  assertEquals(await ask(ann), [["ETH", 0], ["TUSD", 7]]);
  // The other party of the transfer comes from the operation's logs.
  assertEquals(await ask(bob), [["ETH", 0], ["TUSD", 4]]);
});

Deno.test("assets: an unreachable chain is omitted, and returns later", async () => {
  const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = closed.addr as Deno.NetAddr;
  closed.close();
  const url = `http://127.0.0.1:${port}`;
  await using stack = await startStack({
    nodeTimeout: NODE_TIMEOUT_MS,
    chains: [{
      id: 5,
      name: "Dead",
      testnet: true,
      nativeCurrency: ether,
      rpcUrl: url,
      bundler: url,
    }],
  });
  const account = user(1130).account.address;
  const before = performance.now();
  assertEquals(Object.keys(await list(stack, { account })), ["0x7a69"]);
  assertEquals(await list(stack, { account, chainFilter: ["0x5"] }), {});
  assertEquals(performance.now() - before < 20_000, true);
  {
    using _ = await freeze(stack.chainPid);
    // Cached answers are returned; chains that must be read are omitted.
    assertEquals(Object.keys(await list(stack, { account })), ["0x7a69"]);
    assertEquals(await list(stack, { account: user(1131).account.address }), {});
  }
  assertEquals(Object.keys(await list(stack, { account: user(1131).account.address })), [
    "0x7a69",
  ]);
});
