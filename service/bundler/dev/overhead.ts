/** Gas that the EntryPoint cannot meter: the transaction itself and the loop around it. @module */
import { type Hex, hexToBytes } from "viem";
import type { OperationJson } from "../../../core/protocol/service/mod.ts";
import { handleOpsData } from "./check.ts";

/** Intrinsic gas of a transaction. */
const TRANSACTION = 21_000n;
/** What `handleOps` spends outside of its own metering, measured on bundles of one. */
const LOOP = 14_500n;
/** Memory and copying per 32-byte word of the operation. */
const WORD = 12n;
const BENEFICIARY: Hex = "0x0000000000000000000000000000000000000001";

/**
 * What an operation must offer as `preVerificationGas` in a bundle of its own. `metered` is the gas
 * that it will use under the EntryPoint's metering: where that is little, the transaction costs the
 * floor of EIP-7623, and the operation has to cover the difference.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7623
 */
export function overhead(operation: OperationJson, metered: bigint): bigint {
  const data = hexToBytes(handleOpsData([operation], BENEFICIARY));
  const { standard, floor } = calldataCost(data);
  const plain = TRANSACTION + LOOP + standard + WORD * BigInt(Math.ceil(data.length / 32));
  const bound = TRANSACTION + floor - metered;
  return plain > bound ? plain : bound;
}

/** Least gas limit of a transaction with this data. */
export function floorGas(data: Hex): bigint {
  return TRANSACTION + calldataCost(hexToBytes(data)).floor;
}

function calldataCost(data: Uint8Array): { standard: bigint; floor: bigint } {
  let tokens = 0n;
  for (const byte of data) tokens += byte === 0 ? 1n : 4n;
  return { standard: tokens * 4n, floor: tokens * 10n };
}
