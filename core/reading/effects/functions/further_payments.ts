/** Lists further functions that pay a receiver, or spend the caller's allowance. @module */
import { isAddressEqual, zeroAddress } from "viem";
import { all, type Args, gives, type Reader, signs } from "../calls/args.ts";
import type { Effect } from "../calls/effect.ts";
import { ETHER, paysOther, spends, spent, swaps } from "./payments.ts";
import type { Selected } from "../calls/selectors.ts";
import { listAt, WORD } from "../calls/words.ts";

/** Reads a token transfer to another network: its chain, its receiver in 32 bytes, its amount. */
const sendsAway: Reader = ({ call, words }) => {
  const at = words.follow(0, 0);
  return [gives({
    kind: "token",
    address: call.to,
    amount: words.word(at + 2 * WORD),
    to: words.address(at + WORD),
  })];
};

/** Reads the transfer of an earlier version, with a named owner. */
const sendsAwayFrom = (to: number | null): Reader => ({ call, address, number, sender }) =>
  !isAddressEqual(address(0), sender) ? [] : [
    gives({
      kind: "token",
      address: call.to,
      amount: number(3),
      ...(to !== null && { to: address(to) }),
    }),
  ];

/** Reads a payment that only its owner can request, by the position of the owner. */
const ofOwner = (owner: number, read: Reader): Reader => (args) =>
  isAddressEqual(args.address(owner), args.sender) ? read(args) : [];

/** Kind of a move into Balancer's vault. */
const DEPOSIT = 0n;

/** Reads balances that Balancer's vault moves: kind, asset, amount, sender, recipient. */
function movesBalances({ words, sender }: Args): readonly Effect[] {
  const list = listAt(words, 0, 0, 5 * WORD);
  return Array.from({ length: list.count }, (_, index) => list.at + index * 5 * WORD)
    .filter((at) =>
      isAddressEqual(words.address(at + 3 * WORD), sender) &&
      !isAddressEqual(words.address(at + 4 * WORD), sender) &&
      // The value of the call pays a deposit of the native currency.
      !(words.word(at) === DEPOSIT && isAddressEqual(words.address(at + WORD), zeroAddress))
    )
    .map((at) => {
      const asset = words.address(at + WORD);
      const isNative = isAddressEqual(asset, zeroAddress);
      return gives({
        kind: isNative ? "native" : "token",
        address: isNative ? null : asset,
        amount: words.word(at + 2 * WORD),
        to: words.address(at + 4 * WORD),
      });
    });
}

/** Reads lists of items that OpenSea's helper transfers: kind, contract, id, amount. */
function movesItems(args: Args): readonly Effect[] {
  const { words } = args;
  const groups = listAt(words, 0, 0);
  // Lists may reference the same bytes many times.
  let left = Math.ceil(words.length / (4 * WORD));
  let beyond = false;
  const moved = Array.from({ length: groups.count }, (_, index) => {
    const at = words.follow(groups.at, groups.at + index * WORD);
    const items = listAt(words, at, at, 4 * WORD);
    if (items.count > left) beyond = true;
    const count = Math.min(items.count, left);
    left -= count;
    return Array.from({ length: count }, (_, place): Effect => {
      const item = items.at + place * 4 * WORD;
      const asset = { address: words.address(item + WORD), to: words.address(at + WORD) };
      const amount = words.word(item + 3 * WORD);
      return words.word(item) < 2n
        ? gives({ kind: "token", ...asset, amount })
        : gives({ kind: "item", ...asset, id: words.word(item + 2 * WORD), amount });
    });
  }).flat();
  // Further items may include all assets that the account lets the contract move.
  return beyond ? [...moved, ...signs()(args)] : moved;
}

/** Reads orders that are settled together: the caller's own orders need no signature. */
const matches: Reader = (args) => {
  const { words, sender } = args;
  const orders = listAt(words, 0, 0);
  for (let index = 0; index < orders.count; index++) {
    const at = words.follow(orders.at, orders.at + index * WORD);
    if (isAddressEqual(words.address(words.follow(at, at)), sender)) return signs()(args);
  }
  return [];
};

/**
 * Reads a swap whose proceeds go to its caller. Takes wrapped ether even if the call sends ether.
 */
const swapsFor = (token: number, amount: number): Reader => (args) =>
  isAddressEqual(args.address(token), ETHER)
    ? []
    : spent(args, args.address(token), args.number(amount), args.sender);

/** Functions that pay a receiver of the caller's choice, or spend the caller's allowance. */
export const morePaying: Readonly<Record<Selected, Reader>> = {
  // To other networks.
  "0xc7c7f5b3 send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)":
    sendsAway,
  "0xcbef2aa9 sendToken((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)":
    sendsAway,
  "0x695ef6bf sendFrom(address,uint16,bytes32,uint256,(address,address,bytes))": sendsAwayFrom(2),
  "0x51905636 sendFrom(address,uint16,bytes,uint256,address,address,bytes)": sendsAwayFrom(null),
  "0x7b939232 depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)":
    swaps(1, 2, 4),
  "0x0f5287b0 transferTokens(address,uint256,uint16,bytes32,uint256,uint32)": spends(3, 0, 1),
  "0x540abf73 bridgeERC20To(address,address,address,uint256,uint32,bytes)": spends(2, 0, 3),
  "0x838b2520 depositERC20To(address,address,address,uint256,uint32,bytes)": spends(2, 0, 3),
  "0xd2ce7d65 outboundTransfer(address,address,uint256,uint256,uint256,bytes)": spends(1, 0, 2),
  // Routers.
  "0xe6d66ac8 sendTokens(address,address,uint256)": spends(1, 0, 2),
  "0x07ed2379 swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)": swaps(
    4,
    1,
    5,
  ),
  "0xe2c95c82 unoswapTo(uint256,uint256,uint256,uint256,uint256)": swaps(0, 1, 2),
  "0x83800a8e unoswap(uint256,uint256,uint256,uint256)": swapsFor(0, 1),
  "0x415565b0 transformERC20(address,address,uint256,uint256,(uint32,bytes)[])": swapsFor(0, 2),
  "0xe8e33700 addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)": all(
    spends(6, 0, 2),
    spends(6, 1, 3),
  ),
  "0xf305d719 addLiquidityETH(address,uint256,uint256,uint256,address,uint256)": spends(4, 0, 1),
  "0x88316456 mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))":
    all(swaps(9, 0, 5), swaps(9, 1, 6)),
  // Vaults and their positions.
  "0x6e553f65 deposit(uint256,address)": paysOther(1, null, null),
  "0x7d41c86e requestRedeem(uint256,address,address)": ofOwner(2, paysOther(1, null, 0)),
  "0x85b77f45 requestDeposit(uint256,address,address)": ofOwner(2, paysOther(1, null, null)),
  "0x8bdb3913 exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))": ofOwner(
    1,
    paysOther(2, null, null),
  ),
  "0x0e8e3e84 manageUserBalance((uint8,address,uint256,address,address)[])": movesBalances,
  "0x032d2276 operate(uint256,int256,int256,address)": paysOther(3, null, null),
  // Items and orders.
  "0x32389b71 bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)": movesItems,
  "0xa8174404 matchOrders(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes)[],((uint256,uint256)[],(uint256,uint256)[])[])":
    matches,
  "0xf2d12b12 matchAdvancedOrders(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),uint120,uint120,bytes,bytes)[],(uint256,uint8,uint256,uint256,bytes32[])[],((uint256,uint256)[],(uint256,uint256)[])[],address)":
    matches,
};
