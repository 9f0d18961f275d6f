/** Reads functions that pay a receiver of the caller's choice, or spend what the caller allowed. @module */
import { type Address, isAddressEqual, numberToHex, pad, size, zeroAddress } from "viem";
import { allows, type Args, gives, type Reader } from "./args.ts";
import type { Effect } from "./effect.ts";
import { bytesAt, listAt, WORD, wordsOf } from "./words.ts";

/** Placeholders of routers: for their caller, and for themselves until a later step. */
const stands: readonly Address[] = [1, 2].map((each) => pad(numberToHex(each), { size: 20 }));

/** Checks whether a receiver is another than the caller, or the contract that is called. */
function isOther(to: Address, { call, sender }: Args): boolean {
  return ![zeroAddress, ...stands, sender, call.to].some((each) => isAddressEqual(each, to));
}

/** Reads what is paid out to another address: of the token at an argument, or of the contract. */
const paysOther = (to: number, token: number | null, amount: number | null): Reader => (args) => {
  const { call, address, number } = args;
  return !isOther(address(to), args) ? [] : [
    gives({
      kind: "token",
      address: token === null ? call.to : address(token),
      amount: amount === null ? null : number(amount),
      to: address(to),
    }),
  ];
};

/** Ether in the form of a token, which routers take from a call's value instead. */
const wrapped: readonly Address[] = [
  "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
  "0x4200000000000000000000000000000000000006",
  "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
  "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1",
];

/** Makes the effect of what a contract takes by an allowance of its caller, whoever gets it then. */
function spent(args: Args, token: Address, amount: bigint, to: Address): readonly Effect[] {
  const { call } = args;
  // None is what the contract holds already; ether that came along is counted as such.
  if (amount === 0n) return [];
  if (amount <= call.value && wrapped.some((each) => isAddressEqual(each, token))) return [];
  return [
    gives({
      kind: "token",
      address: token,
      amount,
      through: call.to,
      ...(isOther(to, args) && { to }),
    }),
  ];
}

/** Reads what is taken of the token at an argument, for a receiver. */
const spends = (to: number, token: number, amount: number): Reader => (args) =>
  spent(args, args.address(token), args.number(amount), args.address(to));

/** Reads a swap along a list of tokens. */
const swapsFor = (amount: number, path: number, to: number): Reader => (args) => {
  const list = listAt(args.words, 0, path * WORD);
  return list.count === 0
    ? []
    : spent(args, args.words.address(list.at), args.number(amount), args.address(to));
};

/** Reads a swap along packed pools: `path, recipient, …`. */
const swapsAlong = (exact: "in" | "out", amount: number): Reader => (args) => {
  const { words } = args;
  const at = words.follow(0, 0);
  const path = bytesAt(words, at, at);
  // Reversed for exact outputs: written from the token that is exact.
  const token = exact === "in" ? 0 : Math.max(0, size(path) - 20);
  const recipient = words.address(at + WORD);
  return spent(args, wordsOf(path).address(token - 12), words.word(at + amount * WORD), recipient);
};

/** Functions that pay a receiver of the caller's choice, and of which nothing else is read. */
export const paying: Readonly<Record<string, Reader>> = {
  // Lending pools: the asset, its amount, the receiver.
  "withdraw(address,uint256,address)": paysOther(2, 0, 1),
  "withdrawTo(address,address,uint256)": paysOther(0, 1, 2),
  "supply(address,uint256,address,uint16)": spends(2, 0, 1),
  "repay(address,uint256,uint256,address)": spends(3, 0, 1),
  // To another network, where the receiver is written as 32 bytes.
  "depositForBurn(uint256,uint32,bytes32,address)": spends(2, 3, 0),
  "depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)": spends(2, 3, 0),
  "transferAsset(address,address,uint256)": paysOther(0, 1, 2),
  "requestWithdrawals(uint256[],address)": paysOther(1, null, null),
  // Positions of Uniswap, and what its routers hold.
  "collect((uint256,address,uint128,uint128))": paysOther(1, null, null),
  // What a router is handed, it pays out to the first that asks.
  "pull(address,uint256)": (args) => spent(args, args.address(0), args.number(1), args.call.to),
  "selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)": ({ call, address, number }) => [
    allows({ kind: "token", address: address(0), amount: number(1), spender: call.to }),
  ],
  "unwrapWETH9(uint256,address)": paysOther(1, null, null),
  "sweepToken(address,uint256,address)": paysOther(2, 0, null),
  "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))": spends(3, 0, 4),
  "exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))": spends(
    3,
    0,
    5,
  ),
  "exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))": spends(3, 0, 5),
  "exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))": spends(
    3,
    0,
    6,
  ),
  "exactInput((bytes,address,uint256,uint256))": swapsAlong("in", 2),
  "exactInput((bytes,address,uint256,uint256,uint256))": swapsAlong("in", 3),
  "exactOutput((bytes,address,uint256,uint256))": swapsAlong("out", 3),
  "exactOutput((bytes,address,uint256,uint256,uint256))": swapsAlong("out", 4),
  "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)": swapsFor(0, 2, 3),
  "swapExactTokensForTokens(uint256,uint256,address[],address)": swapsFor(0, 2, 3),
  "swapTokensForExactTokens(uint256,uint256,address[],address,uint256)": swapsFor(1, 2, 3),
  "swapTokensForExactTokens(uint256,uint256,address[],address)": swapsFor(1, 2, 3),
  "swapExactTokensForETH(uint256,uint256,address[],address,uint256)": swapsFor(0, 2, 3),
  "swapTokensForExactETH(uint256,uint256,address[],address,uint256)": swapsFor(1, 2, 3),
};
