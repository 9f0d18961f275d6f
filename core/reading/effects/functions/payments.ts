/**
 * Reads functions that pay a receiver of the caller's choice, or spend the caller's allowance.
 *
 * @module
 */
import { type Address, isAddressEqual, numberToHex, pad, zeroAddress } from "viem";
import { allows, type Args, gives, isOwnedBy, type Reader, signs } from "../calls/args.ts";
import type { Effect } from "../calls/effect.ts";
import { commandsOf } from "../calls/inside.ts";
import { paidToken } from "../calls/path.ts";
import type { Selected } from "../calls/selectors.ts";
import { bytesAt, listAt, WORD, type Words, wordsOf } from "../calls/words.ts";

/** Placeholders of routers: for their caller, and for themselves until a later step. */
const stands: readonly Address[] = [1, 2].map((each) => pad(numberToHex(each), { size: 20 }));

/** Returns whether a receiver is neither the caller nor the called contract. */
function isOther(to: Address, { call, sender }: Args): boolean {
  return ![zeroAddress, ...stands, sender, call.to].some((each) => isAddressEqual(each, to));
}

/** Reads a payment to another address: of the token at an argument, or of the contract. */
export const paysOther =
  (to: number, token: number | null, amount: number | null): Reader => (args) => {
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

/** Creates the effect of a contract that uses its caller's allowance, for any receiver. */
export function spent(args: Args, token: Address, amount: bigint, to: Address): readonly Effect[] {
  // A zero amount means the contract's own balance.
  return amount === 0n ? [] : [
    gives({
      kind: "token",
      address: token,
      amount,
      through: args.call.to,
      ...(isOther(to, args) && { to }),
    }),
  ];
}

/** Wrapped ether. */
const wrapped: readonly Address[] = [
  "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
  "0x4200000000000000000000000000000000000006",
  "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
  "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1",
];

/** Address that represents ether in routers. */
export const ETHER: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

/** Creates the effect of a swap. Ether sent with the call replaces wrapped ether. */
export function swapped(
  args: Args,
  token: Address,
  amount: bigint,
  to: Address,
): readonly Effect[] {
  const isPaid = isAddressEqual(token, ETHER) ||
    amount <= args.call.value && wrapped.some((each) => isAddressEqual(each, token));
  return isPaid ? [] : spent(args, token, amount, to);
}

/** Reads an amount of the token at an argument that is spent for a receiver. */
export const spends = (to: number, token: number, amount: number): Reader => (args) =>
  spent(args, args.address(token), args.number(amount), args.address(to));

/** Reads a repayment of a receiver's debt: the maximum number means all of it. */
const repays = (to: number, token: number, amount: number): Reader => (args) =>
  spends(to, token, amount)(args).map((effect) =>
    effect.effect === "gives" ? { ...effect, debt: true } : effect
  );

/** Reads a swap of the token at an argument. */
export const swaps = (to: number, token: number, amount: number): Reader => (args) =>
  swapped(args, args.address(token), args.number(amount), args.address(to));

/** Reads a swap along a list of tokens. */
const swapsFor = (amount: number, path: number, to: number): Reader => (args) => {
  const list = listAt(args.words, 0, path * WORD);
  return list.count === 0
    ? []
    : swapped(args, args.words.address(list.at), args.number(amount), args.address(to));
};

/** Reads a swap along packed pools: `path, recipient, …`. */
const swapsAlong = (exact: "in" | "out", amount: number): Reader => (args) => {
  const { words } = args;
  const at = words.follow(0, 0);
  const path = bytesAt(words, at, at);
  const recipient = words.address(at + WORD);
  return swapped(
    args,
    paidToken(path, exact),
    words.word(at + amount * WORD),
    recipient,
  );
};

/**
 * Reads a payout of an owner's position to another address. Positions of others do not concern the
 * caller.
 */
const paysFrom = (owner: number, read: Reader): Reader => (args) =>
  isOwnedBy(args.address(owner), args.sender) ? read(args) : [];

/** Reads a payout of a Morpho market in its loan token, by an amount or by shares. */
const paysLoan: Reader = (args) => paysOther(8, 0, args.number(5) === 0n ? null : 5)(args);

/** Positions of the recipient and the currencies in payouts of Uniswap v4. */
const payouts: Readonly<Record<number, readonly [to: number, ...currencies: readonly number[]]>> = {
  0x0e: [1, 0],
  0x10: [1, 0],
  0x11: [2, 0, 1],
  0x14: [1, 0],
};

/** Maximum number of Uniswap v4 actions to read in one call. */
const MAX_ACTIONS = 200;

/**
 * Reads payouts to another address by a change of positions, from its actions and their parameters.
 */
function paysActions(words: Words, args: Args): readonly Effect[] {
  const actions = commandsOf(words, MAX_ACTIONS + 1);
  // Further actions may have any effect.
  const unread = actions.length > MAX_ACTIONS ? signs()(args) : [];
  const paid = actions.slice(0, MAX_ACTIONS).flatMap(({ type, input }) => {
    const [to, ...currencies] = payouts[type] ?? [];
    const given = wordsOf(input);
    if (to === undefined || !isOther(given.address(to * WORD), args)) return [];
    return currencies.map((index): Effect => {
      const currency = given.address(index * WORD);
      const isNative = isAddressEqual(currency, zeroAddress);
      return gives({
        kind: isNative ? "native" : "token",
        address: isNative ? null : currency,
        // Natively, only the value leaves the account itself.
        amount: isNative ? 0n : null,
        to: given.address(to * WORD),
      });
    });
  });
  return [...paid, ...unread];
}

/** Functions that pay a receiver of the caller's choice, without further readers. */
export const paying: Readonly<Record<Selected, Reader>> = {
  // Lending pools: the asset, its amount, the receiver.
  "0x69328dec withdraw(address,uint256,address)": paysOther(2, 0, 1),
  "0xc3b35a7e withdrawTo(address,address,uint256)": paysOther(0, 1, 2),
  "0x617ba037 supply(address,uint256,address,uint16)": spends(2, 0, 1),
  "0x573ade81 repay(address,uint256,uint256,address)": repays(3, 0, 1),
  // To another network, with the receiver in 32 bytes.
  "0x6fd3504e depositForBurn(uint256,uint32,bytes32,address)": spends(2, 3, 0),
  "0x8e0250ee depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)": spends(
    2,
    3,
    0,
  ),
  "0xe8eda9df deposit(address,uint256,address,uint16)": spends(2, 0, 1),
  "0x02c205f0 supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)":
    spends(2, 0, 1),
  "0xee3e210b repayWithPermit(address,uint256,uint256,address,uint256,uint8,bytes32,bytes32)":
    repays(3, 0, 1),
  "0x4232cd63 supplyTo(address,address,uint256)": spends(0, 1, 2),
  "0x90323177 supplyFrom(address,address,address,uint256)": paysFrom(0, spends(1, 2, 3)),
  "0x26441318 withdrawFrom(address,address,address,uint256)": paysFrom(0, paysOther(1, 2, 3)),
  "0x439e2e45 transferAsset(address,address,uint256)": paysOther(0, 1, 2),
  "0xc1ee2c18 transferAssetFrom(address,address,address,uint256)": paysFrom(0, paysOther(1, 2, 3)),
  // Morpho's market parameters start with the loan token and its collateral.
  "0x5c2bea49 withdraw((address,address,address,address,uint256),uint256,uint256,address,address)":
    paysFrom(
      7,
      paysLoan,
    ),
  "0x50d8cd4b borrow((address,address,address,address,uint256),uint256,uint256,address,address)":
    paysFrom(
      7,
      paysLoan,
    ),
  "0x8720316d withdrawCollateral((address,address,address,address,uint256),uint256,address,address)":
    paysFrom(
      6,
      paysOther(7, 1, 5),
    ),
  // Withdrawals of Lido.
  "0xd6681042 requestWithdrawals(uint256[],address)": paysOther(1, null, null),
  "0x19aa6257 requestWithdrawalsWstETH(uint256[],address)": paysOther(1, null, null),
  "0xacf41e4d requestWithdrawalsWithPermit(uint256[],address,(uint256,uint256,uint8,bytes32,bytes32))":
    paysOther(1, null, null),
  "0x7951b76f requestWithdrawalsWstETHWithPermit(uint256[],address,(uint256,uint256,uint8,bytes32,bytes32))":
    paysOther(1, null, null),
  "0x5e7eead9 claimWithdrawalsTo(uint256[],uint256[],address)": paysOther(2, null, null),
  // Positions of Uniswap, and balances of its routers.
  "0xfc6f7865 collect((uint256,address,uint128,uint128))": paysOther(1, null, null),
  "0xdd46508f modifyLiquidities(bytes,uint256)": (args) =>
    paysActions(wordsOf(bytesAt(args.words, 0, 0)), args),
  "0x4afe393c modifyLiquiditiesWithoutUnlock(bytes,bytes[])": (args) =>
    paysActions(args.words, args),
  "0xbaa2abde removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)": paysOther(
    5,
    null,
    null,
  ),
  "0x02751cec removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)": paysOther(
    4,
    null,
    null,
  ),
  "0xaf2979eb removeLiquidityETHSupportingFeeOnTransferTokens(address,uint256,uint256,uint256,address,uint256)":
    paysOther(4, null, null),
  "0x2195995c removeLiquidityWithPermit(address,address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)":
    paysOther(5, null, null),
  "0xded9382a removeLiquidityETHWithPermit(address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)":
    paysOther(4, null, null),
  // A router pays its whole balance to the first caller that requests it.
  "0xf2d5d56b pull(address,uint256)": (args) =>
    spent(args, args.address(0), args.number(1), args.call.to),
  "0xf3995c67 selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)": (
    { call, address, number },
  ) => [
    allows({ kind: "token", address: address(0), amount: number(1), spender: call.to }),
  ],
  "0x49404b7c unwrapWETH9(uint256,address)": paysOther(1, null, null),
  "0xdf2ab5bb sweepToken(address,uint256,address)": paysOther(2, 0, null),
  "0x04e45aaf exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))": swaps(
    3,
    0,
    4,
  ),
  "0x414bf389 exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))":
    swaps(
      3,
      0,
      5,
    ),
  "0x5023b4df exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))": swaps(
    3,
    0,
    5,
  ),
  "0xdb3e2198 exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))":
    swaps(
      3,
      0,
      6,
    ),
  "0xb858183f exactInput((bytes,address,uint256,uint256))": swapsAlong("in", 2),
  "0xc04b8d59 exactInput((bytes,address,uint256,uint256,uint256))": swapsAlong("in", 3),
  "0x09b81346 exactOutput((bytes,address,uint256,uint256))": swapsAlong("out", 3),
  "0xf28c0498 exactOutput((bytes,address,uint256,uint256,uint256))": swapsAlong("out", 4),
  "0x38ed1739 swapExactTokensForTokens(uint256,uint256,address[],address,uint256)": swapsFor(
    0,
    2,
    3,
  ),
  "0x472b43f3 swapExactTokensForTokens(uint256,uint256,address[],address)": swapsFor(0, 2, 3),
  "0x8803dbee swapTokensForExactTokens(uint256,uint256,address[],address,uint256)": swapsFor(
    1,
    2,
    3,
  ),
  "0x42712a67 swapTokensForExactTokens(uint256,uint256,address[],address)": swapsFor(1, 2, 3),
  "0x5c11d795 swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)":
    swapsFor(0, 2, 3),
  "0x791ac947 swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)":
    swapsFor(0, 2, 3),
  "0x18cbafe5 swapExactTokensForETH(uint256,uint256,address[],address,uint256)": swapsFor(0, 2, 3),
  "0x4a25d94a swapTokensForExactETH(uint256,uint256,address[],address,uint256)": swapsFor(1, 2, 3),
};
