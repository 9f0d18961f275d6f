/** Reads commands of routers that spend their caller's tokens through Permit2. @module */
import { type Address, isAddressEqual, maxUint256, size, zeroAddress } from "viem";
import { type Command, commandsOf } from "./inside.ts";
import type { Effect, Maker } from "./effect.ts";
import { bytesAt, listAt, WORD, type Words, wordsOf } from "./words.ts";

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
const allows = (token: Address, amount: bigint, spender: Address): Effect => ({
  effect: "allows",
  kind: "token",
  address: token,
  amount,
  spender,
});

/** Reads a swap that its caller pays: `recipient, amount, limit, path, payerIsUser`. */
const swap = (exact: "in" | "out", version: 2 | 3): Reader => (words) => {
  if (words.word(4 * WORD) === 0n) return [];
  const amount = words.word(exact === "in" ? WORD : 2 * WORD);
  if (version === 2) {
    const path = listAt(words, 0, 3 * WORD);
    return path.count === 0 ? [] : [gives(words.address(path.at), amount)];
  }
  const path = bytesAt(words, 0, 3 * WORD);
  const length = (path.length - 2) / 2;
  // A path is written from the token that is exact: reversed for exact outputs.
  const at = exact === "in" ? 0 : length - ADDRESS_BYTES;
  return length < ADDRESS_BYTES ? [] : [gives(wordsOf(path).address(at - 12), amount)];
};

/** Actions of Uniswap v4 that are read in one command. */
const MAX_ACTIONS = 200;

/** Places of the most that a swap of Uniswap v4 takes, in its struct. */
const inputs: Readonly<Record<number, number>> = { 0x06: 6, 0x07: 2, 0x08: 7, 0x09: 3 };

/** Reads what actions of Uniswap v4 take from the caller: `SETTLE` and `SETTLE_ALL`. */
function readActions(actions: readonly Command[]): readonly Effect[] {
  const swapped = actions.flatMap(({ type, input }) => {
    const words = wordsOf(input);
    const place = inputs[type];
    return place === undefined ? [] : [words.word(words.follow(0, 0) + place * WORD)];
  });
  // All that is owed is no more than all that is swapped.
  const owed = swapped.length === 0 ? maxUint256 : swapped.reduce((sum, each) => sum + each, 0n);
  return actions.flatMap(({ type, input }) => {
    const words = wordsOf(input);
    const [token, amount] = [words.address(0), words.word(WORD)];
    const isPaid = type === 0x0c || (type === 0x0b && words.word(2 * WORD) !== 0n);
    // The native currency is paid by the value of the call.
    if (!isPaid || isAddressEqual(token, zeroAddress)) return [];
    return [gives(token, amount === 0n ? owed : amount)];
  });
}

const readers: Readonly<Record<number, Reader>> = {
  0x00: swap("in", 3),
  0x01: swap("out", 3),
  0x08: swap("in", 2),
  0x09: swap("out", 2),
  // V4_SWAP: actions, and their parameters.
  0x10: (words) => readActions(commandsOf(words, MAX_ACTIONS)),
  // PERMIT2_TRANSFER_FROM: token, recipient, amount.
  0x02: (words) => [gives(words.address(0), words.word(2 * WORD), words.address(WORD))],
  // PERMIT2_PERMIT: ((token, amount, expiration, nonce), spender, deadline), signature.
  0x0a: (words) => [allows(words.address(0), words.word(WORD), words.address(4 * WORD))],
  // PERMIT2_PERMIT_BATCH: ((token, amount, expiration, nonce)[], spender, deadline), signature.
  0x03(words) {
    const batch = words.follow(0, 0);
    const list = listAt(words, batch, batch, 4 * WORD);
    return Array.from({ length: list.count }, (_, index) => list.at + index * 4 * WORD).map((at) =>
      allows(words.address(at), words.word(at + WORD), words.address(batch + WORD))
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
