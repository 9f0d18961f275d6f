/** Converts operations between the wire, viem and the chain. @module */
import { type Hex, hexToBigInt, numberToHex, size, slice } from "viem";
import {
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { OperationJson } from "../../core/wire/values.ts";

/** User operation with bigint fields. */
export type Operation = UserOperation<"0.8">;

/**
 * Nonce keys for sponsored operations. Operations prepared in parallel get different keys, so that
 * all of them can land. A small number of keys keeps the cost of a fresh one (a new storage slot)
 * rare.
 */
export const PARALLEL_NONCE_KEYS = 8;

/** Converts an operation from the wire format. */
export function toOperation(json: OperationJson): Operation {
  return {
    sender: json.sender,
    nonce: hexToBigInt(json.nonce),
    callData: json.callData,
    callGasLimit: hexToBigInt(json.callGasLimit),
    verificationGasLimit: hexToBigInt(json.verificationGasLimit),
    preVerificationGas: hexToBigInt(json.preVerificationGas),
    maxFeePerGas: hexToBigInt(json.maxFeePerGas),
    maxPriorityFeePerGas: hexToBigInt(json.maxPriorityFeePerGas),
    signature: json.signature ?? "0x",
    ...(json.factory !== undefined && {
      factory: json.factory,
      factoryData: json.factoryData ?? "0x",
    }),
    ...(json.paymaster !== undefined && {
      paymaster: json.paymaster,
      paymasterData: json.paymasterData ?? "0x",
      paymasterVerificationGasLimit: hexToBigInt(json.paymasterVerificationGasLimit ?? "0x0"),
      paymasterPostOpGasLimit: hexToBigInt(json.paymasterPostOpGasLimit ?? "0x0"),
    }),
  };
}

/** Computes an operation's hash as the EntryPoint does. */
export function operationHash(json: OperationJson, chainId: number): Hex {
  return getUserOperationHash({
    chainId,
    entryPointAddress: ENTRY_POINT,
    entryPointVersion: "0.8",
    userOperation: toOperation(json),
  });
}

/** Packs an operation for the EntryPoint's functions. */
export function packOperation(json: OperationJson): ReturnType<typeof toPackedUserOperation> {
  return toPackedUserOperation(toOperation(json));
}

/** Converts a packed operation to the wire format. */
export function unpackOperation(packed: ReturnType<typeof packOperation>): OperationJson {
  const { initCode, paymasterAndData: paymaster } = packed;
  const quantity = (data: Hex, start: number, end: number) =>
    numberToHex(hexToBigInt(slice(data, start, end)));
  const rest = (data: Hex, start: number) => size(data) > start ? slice(data, start) : "0x";
  return {
    sender: packed.sender,
    nonce: numberToHex(packed.nonce),
    ...(size(initCode) >= 20 && {
      factory: slice(initCode, 0, 20),
      factoryData: rest(initCode, 20),
    }),
    callData: packed.callData,
    verificationGasLimit: quantity(packed.accountGasLimits, 0, 16),
    callGasLimit: quantity(packed.accountGasLimits, 16, 32),
    preVerificationGas: numberToHex(packed.preVerificationGas),
    maxPriorityFeePerGas: quantity(packed.gasFees, 0, 16),
    maxFeePerGas: quantity(packed.gasFees, 16, 32),
    ...(size(paymaster) >= 52 && {
      paymaster: slice(paymaster, 0, 20),
      paymasterVerificationGasLimit: quantity(paymaster, 20, 36),
      paymasterPostOpGasLimit: quantity(paymaster, 36, 52),
      paymasterData: rest(paymaster, 52),
    }),
    signature: packed.signature,
  };
}

/** Key and sequence of a nonce. */
export interface NonceParts {
  /** Upper 192 bits. */
  readonly key: bigint;
  /** Lower 64 bits. */
  readonly sequence: bigint;
}

/** Splits a nonce. */
export function splitNonce(nonce: Hex): NonceParts {
  const value = hexToBigInt(nonce);
  return { key: value >> 64n, sequence: value & 0xffffffffffffffffn };
}

/** Joins a nonce. */
export function joinNonce({ key, sequence }: NonceParts): Hex {
  return numberToHex((key << 64n) | sequence);
}

/** Sums all gas limits. A paymaster's limits count only if there is one, as in the signed data. */
export function gasSum(json: OperationJson): bigint {
  const own = hexToBigInt(json.callGasLimit) + hexToBigInt(json.verificationGasLimit) +
    hexToBigInt(json.preVerificationGas);
  if (json.paymaster === undefined) return own;
  return own + hexToBigInt(json.paymasterVerificationGasLimit ?? "0x0") +
    hexToBigInt(json.paymasterPostOpGasLimit ?? "0x0");
}
