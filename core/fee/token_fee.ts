/**
 * Reads the token paymaster's terms and computes the maximum token fee and the required approval,
 * all from the operation itself.
 *
 * @module
 */
import {
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBigInt,
  hexToNumber,
  isHex,
  parseAbi,
  size,
  slice,
} from "viem";
import type { Call } from "../account/calls.ts";
import type { Address } from "../lib/hex.ts";
import type { OperationJson } from "../wire/values.ts";

/** Decoded data of the token paymaster; see `contracts/README.md`, "Paymasters". */
export interface TokenTerms {
  /** First valid second (Unix), or 0. */
  readonly validAfter: number;
  /** Last valid second (Unix), or 0. */
  readonly validUntil: number;
  /**
   * Charged before the calls, from an existing allowance, or after them, so that the calls can
   * approve it.
   */
  readonly mode: "prepaid" | "postpaid";
  /** Token that the fee is charged in. */
  readonly token: Address;
  /** Units of the token per 10^18 wei. */
  readonly tokenPerNative: bigint;
}

/** Length of the token paymaster's `paymasterData`, in bytes. */
const SIZE = 134;

/**
 * Reads the token paymaster's `paymasterData`.
 *
 * @throws {RangeError} if the data does not have exactly this format
 */
export function readTokenTerms(data: Hex): TokenTerms {
  if (!isHex(data) || size(data) !== SIZE) {
    throw new RangeError(`The token paymaster's data must have ${SIZE} bytes.`);
  }
  const mode = (["prepaid", "postpaid"] as const)[hexToNumber(slice(data, 12, 13))];
  if (mode === undefined) throw new RangeError("The token paymaster's mode is unknown.");
  return {
    validAfter: hexToNumber(slice(data, 0, 6)),
    validUntil: hexToNumber(slice(data, 6, 12)),
    mode,
    token: getAddress(slice(data, 13, 33)),
    tokenPerNative: hexToBigInt(slice(data, 33, 65)),
  };
}

/**
 * Computes the maximum of an operation's fee in the token's smallest unit. The token paymaster
 * first takes all but one unit of it, and refunds the rest. The remaining unit stays in the
 * allowance, because renewing an allowance costs less gas than setting one.
 */
export function maximumTokenCost(operation: OperationJson, tokenPerNative: bigint): bigint {
  const gas = [
    operation.callGasLimit,
    operation.verificationGasLimit,
    operation.preVerificationGas,
    operation.paymasterVerificationGasLimit ?? "0x0",
    operation.paymasterPostOpGasLimit ?? "0x0",
  ].reduce((sum, part) => sum + hexToBigInt(part), 0n);
  const ether = 10n ** 18n;
  return (gas * hexToBigInt(operation.maxFeePerGas) * tokenPerNative + ether - 1n) / ether + 1n;
}

const abi = parseAbi(["function approve(address spender, uint256 amount)"]);

/**
 * Builds the calls that approve a paymaster's fee; they precede all other calls. `reset` is for
 * tokens that reject a change of a nonzero allowance.
 */
export function feeApproval(
  { token, paymaster, amount, reset }: {
    readonly token: Address;
    readonly paymaster: Address;
    readonly amount: bigint;
    readonly reset: boolean;
  },
): Call[] {
  const approve = (value: bigint): Call => ({
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi, functionName: "approve", args: [paymaster, value] }),
  });
  return reset ? [approve(0n), approve(amount)] : [approve(amount)];
}
