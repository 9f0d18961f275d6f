/**
 * A fee that the account pays in a token: what the token paymaster was told, what it can take at
 * most, and the approval that it needs. All of it is computed here from the operation itself.
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
import type { OperationJson } from "../protocol/service/mod.ts";

/** What the token paymaster's data says: `contracts/README.md`, "Paymasters". */
export interface TokenTerms {
  /** First second, or 0. */
  readonly validAfter: number;
  /** Last second, or 0. */
  readonly validUntil: number;
  /** Taken before, from an allowance that is there; or after, so that the calls can give it. */
  readonly mode: "prepaid" | "postpaid";
  /** What it takes. */
  readonly token: Address;
  /** Units of the token per 10^18 wei. */
  readonly tokenPerNative: bigint;
}

/** Bytes of the token paymaster's `paymasterData`. */
const SIZE = 130;
/** Gas that the paymaster counts for its own work afterwards. */
const POST_OP = 45_000n;
/** Below this the EntryPoint takes nothing for gas that was asked for and not used. */
const FREE_LIMIT = 40_000n;

/**
 * Reads the token paymaster's `paymasterData`.
 *
 * @throws {RangeError} for anything that is not exactly of its form
 */
export function readTokenTerms(data: Hex): TokenTerms {
  if (!isHex(data) || size(data) !== SIZE) {
    throw new RangeError(`The token paymaster's data has ${SIZE} bytes.`);
  }
  const mode = (["prepaid", "postpaid"] as const)[hexToNumber(slice(data, 12, 13))];
  if (mode === undefined) throw new RangeError("The token paymaster has two modes.");
  return {
    validAfter: hexToNumber(slice(data, 0, 6)),
    validUntil: hexToNumber(slice(data, 6, 12)),
    mode,
    token: getAddress(slice(data, 13, 33)),
    tokenPerNative: hexToBigInt(slice(data, 33, 65)),
  };
}

/**
 * The most that the token paymaster can take for an operation, in the token's smallest unit: what a
 * prepaid one hands over at first, and what is approved for a postpaid one.
 */
export function maximumTokenCost(operation: OperationJson, tokenPerNative: bigint): bigint {
  const postOp = hexToBigInt(operation.paymasterPostOpGasLimit ?? "0x0");
  const penalty = postOp > FREE_LIMIT ? postOp / 10n : 0n;
  const gas = [
    operation.callGasLimit,
    operation.verificationGasLimit,
    operation.preVerificationGas,
    operation.paymasterVerificationGasLimit ?? "0x0",
  ].reduce((sum, part) => sum + hexToBigInt(part), postOp + penalty + POST_OP);
  const ether = 10n ** 18n;
  return (gas * hexToBigInt(operation.maxFeePerGas) * tokenPerNative + ether - 1n) / ether;
}

const abi = parseAbi(["function approve(address spender, uint256 amount)"]);

/**
 * The calls that let a paymaster take a fee, to be put before all others. `reset` is for tokens that
 * refuse to change an allowance which is not 0.
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
