/** Reads the refund of a Safe transaction. The transaction names the receiver. @module */
import { type Address, zeroAddress } from "viem";
import type { Effect, Made } from "./effect.ts";
import { selectorIn, selectorOf } from "./selectors.ts";
import { WORD, wordsOf } from "./words.ts";

/** Gas refund of a Safe transaction. */
export interface Refund {
  readonly safe: Address;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  /** Token; zero for the native currency. */
  readonly gasToken: Address;
  /** Receiver; zero for the sender of the transaction. */
  readonly receiver: Address;
}

/** Maximum gas of a transaction. A Safe adds it to the given base gas. */
const MAX_GAS = 100_000_000n;

/**
 * Reads a refund. Its base gas is arbitrary: a transaction without calls can pay out the whole
 * balance of a Safe.
 */
export function readRefund(
  { safe, baseGas, gasPrice, gasToken, receiver }: Refund,
): readonly Effect[] {
  if (gasPrice === 0n) return [];
  const isNative = gasToken === zeroAddress;
  return [{
    effect: "gives",
    kind: isNative ? "native" : "token",
    address: isNative ? null : gasToken,
    amount: (baseGas + MAX_GAS) * gasPrice,
    by: safe,
    ...(receiver !== zeroAddress && { to: receiver }),
  }];
}

const EXEC_TRANSACTION = selectorIn(
  "0x6a761202 execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
);

/** Reads the refund of a call that executes a Safe transaction. */
export function refundOf(call: Made): readonly Effect[] {
  if (selectorOf(call.data) !== EXEC_TRANSACTION) return [];
  const words = wordsOf(call.data, 4);
  return readRefund({
    safe: call.to,
    baseGas: words.word(5 * WORD),
    gasPrice: words.word(6 * WORD),
    gasToken: words.address(7 * WORD),
    receiver: words.address(8 * WORD),
  });
}
