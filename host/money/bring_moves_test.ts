import { assertEquals } from "@std/assert";
import type { Address } from "viem";
import type { TransferJson } from "../../core/wire/transfers.ts";
import { chain, localService } from "../../core/testing/local_wallet.ts";
import { linkOf, type Move, readWallet, receivedOf } from "./bring_moves.ts";
import { placeOf } from "./payment_request.ts";

const account: Address = `0x${"a1".repeat(20)}`;
const from: Address = `0x${"b2".repeat(20)}`;
const token: Address = `0x${"c3".repeat(20)}`;

const native: Move = {
  id: "native",
  from,
  chainId: 10,
  chainName: "OP",
  token: { address: null, symbol: "ETH", decimals: 18 },
  amount: 7n,
  lacksFee: false,
};
const erc20: Move = {
  ...native,
  id: "erc20",
  token: { address: token, symbol: "USDC", decimals: 6 },
};

function transfer(changes: Partial<TransferJson>): TransferJson {
  return {
    id: "10.1.2.3.4",
    chainId: "0xa",
    timestamp: 1,
    transactionHash: `0x${"11".repeat(32)}`,
    incoming: true,
    kind: "erc20",
    token,
    amount: "0x7",
    other: from,
    ...changes,
  };
}

/** Reads a wallet on two chains at a gas price of 1 gwei; of the third, nothing is known. */
function read(
  ether: bigint,
  gasPrice: () => Promise<unknown> = () => Promise.resolve("0x3b9aca00"),
) {
  const names = ["One", "Two", "Three"];
  const asset = { type: "erc20", metadata: { decimals: 6, name: "Dollar", symbol: "USD" } };
  const coin = { type: "native", metadata: { decimals: 18, name: "Ether", symbol: "ETH" } };
  const service = localService({
    configuration: () =>
      Promise.resolve({
        version: 1,
        keysUrl: "https://k.example",
        chains: names.map((name, at) => ({ ...chain, id: at + 1, name })),
      }),
    call: () => ({
      "0x1": [
        { ...coin, address: null, balance: `0x${ether.toString(16)}` },
        { ...asset, address: token, balance: "0x5" },
        { ...asset, address: from, balance: "0x0" },
      ],
      "0x2": [{ ...asset, address: token, balance: "0x6" }],
    }),
    chain: gasPrice,
  });
  return readWallet({ service, tokens: { of: () => [] } }, account, { address: from });
}

Deno.test("bring funds: the native currency is last and keeps twice the fees of all moves", async () => {
  const { moves, unread } = await read(10n ** 18n);
  assertEquals(
    moves.map(({ chainId, token, amount, lacksFee }) => [
      chainId,
      token.symbol,
      amount,
      lacksFee,
    ]),
    [
      [1, "USD", 5n, false],
      // 1 ether less 2 · 2 · 60,000 gas at 1 gwei, which is 0.00024, in six decimals.
      [1, "ETH", 999_760n * 10n ** 12n, false],
      [2, "USD", 6n, true],
    ],
  );
  assertEquals(unread, ["Three"]);
});

Deno.test("bring funds: a balance below its fee cannot be moved", async () => {
  const { moves } = await read(10n ** 13n);
  assertEquals(moves.map(({ amount }) => amount), [5n, 0n, 6n]);
});

Deno.test("bring funds: without a gas price, the native currency of the network is not offered", async () => {
  const { moves, unread } = await read(10n ** 18n, () => Promise.reject(new Error("unreachable")));
  assertEquals(moves.map(({ token }) => token.symbol), ["USD", "USD"]);
  assertEquals(unread, ["Three", "One"]);
});

Deno.test("bring funds: links of EIP-681", () => {
  assertEquals(linkOf(native, account), `ethereum:${account}@10?value=7`);
  assertEquals(
    linkOf(erc20, account),
    `ethereum:${token}@10/transfer?address=${account}&uint256=7`,
  );
});

Deno.test("bring funds: a transfer of the token from that wallet is the arrival", () => {
  const arrived = transfer({
    amount: "0x5",
    other: from.toUpperCase().replace("X", "x") as Address,
  });
  assertEquals(receivedOf([arrived], [native, erc20], new Set()), new Map([["erc20", 5n]]));
  const ether = transfer({ kind: "native", token: null, id: "10.1.2.3.5" });
  assertEquals(
    receivedOf([ether, arrived], [native, erc20], new Set()),
    new Map([["native", 7n], ["erc20", 5n]]),
  );
});

Deno.test("bring funds: other transfers are no arrival", () => {
  const others = [
    transfer({ incoming: false }),
    transfer({ chainId: "0x1" }),
    transfer({ other: account }),
    transfer({ token: account }),
    transfer({ kind: "erc721", item: "0x1" }),
  ];
  for (const each of others) assertEquals(receivedOf([each], [erc20], new Set()), new Map());
});

Deno.test("bring funds: a transfer counts once, and not if it was known", () => {
  const arrived = transfer({});
  const two = [erc20, { ...erc20, id: "again" }];
  assertEquals(receivedOf([arrived], two, new Set()), new Map([["erc20", 7n]]));
  assertEquals(receivedOf([arrived], two, new Set([placeOf(arrived)])), new Map());
});
