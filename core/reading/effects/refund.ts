/** Reads what a Safe pays for its transaction, to an address that the transaction names. @module */
import { type Address, zeroAddress } from "viem";
import type { Effect, Made } from "./effect.ts";
import { selectorIn, selectorOf } from "./selectors.ts";
import { WORD, wordsOf } from "./words.ts";

/** Refund of a transaction of a Safe. */
export interface Refund {
  readonly safe: Address;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  /** Token; zero for the native currency. */
  readonly gasToken: Address;
  /** Receiver; zero for the sender of the transaction. */
  readonly receiver: Address;
}

/** Gas that a transaction uses at most, which a Safe adds to the base that it is told. */
const MAX_GAS = 100_000_000n;

/** Reads a refund. Its base is any number: a transaction of nothing can pay out all that a Safe has. */
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

/** Reads the refund of a call that carries out a Safe's transaction. */
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
