/**
 * Computes the gas that the EntryPoint cannot meter: the transaction and the bundle loop. @module
 */
import { type Hex, hexToBytes } from "viem";
import type { OperationJson } from "../../../core/wire/values.ts";
import { handleOpsData } from "./check.ts";

/** Intrinsic gas of a transaction. */
const TRANSACTION_GAS = 21_000n;
/** Gas of `handleOps` outside its own metering, measured on bundles of one. */
const LOOP_GAS = 14_500n;
/** Memory and copying per 32-byte word of the operation. */
const WORD_GAS = 12n;
const BENEFICIARY: Hex = "0x0000000000000000000000000000000000000001";

/**
 * Returns the `preVerificationGas` that an operation needs in a separate bundle. `metered` is the
 * gas that it uses under the EntryPoint's metering. If that is low, the transaction costs the floor
 * of EIP-7623, and the operation must cover the difference.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7623
 */
export function overhead(operation: OperationJson, metered: bigint): bigint {
  const data = hexToBytes(handleOpsData([operation], BENEFICIARY));
  const { standard, floor } = calldataCost(data);
  const plain = TRANSACTION_GAS + LOOP_GAS + standard +
    WORD_GAS * BigInt(Math.ceil(data.length / 32));
  const bound = TRANSACTION_GAS + floor - metered;
  return plain > bound ? plain : bound;
}

/** Returns the minimum gas limit of a transaction with this data. */
export function floorGas(data: Hex): bigint {
  return TRANSACTION_GAS + calldataCost(hexToBytes(data)).floor;
}

function calldataCost(data: Uint8Array): { standard: bigint; floor: bigint } {
  let tokens = 0n;
  for (const byte of data) tokens += byte === 0 ? 1n : 4n;
  return { standard: tokens * 4n, floor: tokens * 10n };
}
