/** Reads commands of routers that spend their caller's tokens through Permit2. @module */
import { type Address, isAddressEqual, maxUint256, size, zeroAddress } from "viem";
import { type Command, commandsOf } from "./calls/inside.ts";
import type { Effect, Maker } from "./calls/effect.ts";
import { paidToken } from "./calls/path.ts";
import { LENGTH_MASK, listAt, WORD, type Words, wordsOf } from "./calls/words.ts";

/** Bytes of an address. */
const ADDRESS_BYTES = size(zeroAddress);

type Reader = (words: Words, maker: Maker) => readonly Effect[];

const gives = (token: Address, amount: bigint, to?: Address): Effect => ({
  effect: "gives",
  kind: "token",
  address: token,
  amount,
  ...(to && { to }),
});
const allows = (token: Address, amount: bigint, spender: Address, until: bigint): Effect => ({
  effect: "allows",
  kind: "token",
  address: token,
  amount,
  spender,
  until,
});

/** Reads a swap that its caller pays for: `recipient, amount, limit, path, payerIsUser`. */
const swap = (exact: "in" | "out", version: 2 | 3): Reader => (words) => {
  if (words.word(4 * WORD) === 0n) return [];
  const amount = words.word(exact === "in" ? WORD : 2 * WORD);
  if (version === 2) {
    const path = listAt(words, 0, 3 * WORD);
    return path.count === 0 ? [] : [gives(words.address(path.at), amount)];
  }
  const start = words.follow(0, 3 * WORD);
  const path = words.slice(start + WORD, Number(words.word(start) & LENGTH_MASK));
  return size(path) < ADDRESS_BYTES ? [] : [gives(paidToken(path, exact), amount)];
};

/** Maximum number of Uniswap v4 actions to read in one command. */
const MAX_ACTIONS = 200;

/** Represents all possible effects of further actions. */
const unreadActions: readonly Effect[] = [
  { effect: "allows", kind: "control", address: null, amount: null, spender: null },
];

/** Action that takes a currency and thereby creates a debt: `currency, recipient, amount`. */
const TAKE = 0x0e;

/** Positions of the maximum input of a Uniswap v4 swap in its struct. */
const inputs: Readonly<Record<number, number>> = { 0x06: 6, 0x07: 2, 0x08: 7, 0x09: 3 };

/** Reads the amounts that actions of Uniswap v4 take from the caller: `SETTLE` and `SETTLE_ALL`. */
function readActions(actions: readonly Command[]): readonly Effect[] {
  const swapped = actions.flatMap(({ type, input }) => {
    const words = wordsOf(input);
    const place = inputs[type];
    return place === undefined ? [] : [words.word(words.follow(0, 0) + place * WORD)];
  });
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);
  // The debt is at most the sum of all swaps, and is created before it is paid.
  const owedOf = (token: Address) =>
    swapped.length === 0 ? maxUint256 : sum(swapped) + sum(actions.flatMap(({ type, input }) => {
      const words = wordsOf(input);
      return type === TAKE && isAddressEqual(words.address(0), token) ? [words.word(2 * WORD)] : [];
    }));
  const paid = actions.slice(0, MAX_ACTIONS).flatMap(({ type, input }) => {
    const words = wordsOf(input);
    const [token, amount] = [words.address(0), words.word(WORD)];
    const isPaid = type === 0x0c || (type === 0x0b && words.word(2 * WORD) !== 0n);
    // The native currency is paid with the value of the call.
    if (!isPaid || isAddressEqual(token, zeroAddress)) return [];
    return [gives(token, amount === 0n ? owedOf(token) : amount)];
  });
  return actions.length > MAX_ACTIONS ? [...paid, ...unreadActions] : paid;
}

const readers: Readonly<Record<number, Reader>> = {
  0x00: swap("in", 3),
  0x01: swap("out", 3),
  0x08: swap("in", 2),
  0x09: swap("out", 2),
  // V4_SWAP: actions, and their parameters.
  0x10: (words) => readActions(commandsOf(words, MAX_ACTIONS + 1)),
  // PERMIT2_TRANSFER_FROM: token, recipient, amount.
  0x02: (words) => [gives(words.address(0), words.word(2 * WORD), words.address(WORD))],
  // PERMIT2_PERMIT: ((token, amount, expiration, nonce), spender, deadline), signature.
  0x0a: (words) => [
    allows(words.address(0), words.word(WORD), words.address(4 * WORD), words.word(2 * WORD)),
  ],
  // PERMIT2_PERMIT_BATCH: ((token, amount, expiration, nonce)[], spender, deadline), signature.
  0x03(words) {
    const batch = words.follow(0, 0);
    const list = listAt(words, batch, batch, 4 * WORD);
    return Array.from({ length: list.count }, (_, index) => list.at + index * 4 * WORD).map((at) =>
      allows(
        words.address(at),
        words.word(at + WORD),
        words.address(batch + WORD),
        words.word(at + 2 * WORD),
      )
    );
  },
  // PERMIT2_TRANSFER_FROM_BATCH: (from, to, amount, token)[].
  0x0d(words) {
    const list = listAt(words, 0, 0, 4 * WORD);
    return Array.from({ length: list.count }, (_, index) => list.at + index * 4 * WORD).map((at) =>
      gives(words.address(at + 3 * WORD), words.word(at + 2 * WORD), words.address(at + WORD))
    );
  },
};

/** Reads the effects of a command on its caller. */
export function readCommandEffects({ type, input }: Command, maker: Maker): readonly Effect[] {
  return readers[type]?.(wordsOf(input), maker) ?? [];
}
