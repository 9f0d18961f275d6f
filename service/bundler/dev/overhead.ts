/** Gas that the EntryPoint cannot meter: the transaction itself and the loop around it. @module */
import { type Hex, hexToBytes } from "viem";
import type { OperationJson } from "../../../core/service/protocol.ts";
import { handleOpsData } from "./check.ts";

/** Intrinsic gas of a transaction (EIP-2028, EIP-7623 below its floor). */
const TRANSACTION = 21_000n;
/** What `handleOps` spends outside of its own metering, measured on bundles of one. */
const LOOP = 11_000n;
/** Memory and copying per 32-byte word of the operation. */
const WORD = 12n;
const BENEFICIARY: Hex = "0x0000000000000000000000000000000000000001";

/** What an operation must offer as `preVerificationGas` in a bundle of its own. */
export function overhead(operation: OperationJson): bigint {
  const data = hexToBytes(handleOpsData([operation], BENEFICIARY));
  let cost = 0n;
  for (const byte of data) cost += byte === 0 ? 4n : 16n;
  return TRANSACTION + LOOP + cost + WORD * BigInt(Math.ceil(data.length / 32));
}
