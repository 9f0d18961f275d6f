/** Asserts refusals. */
import { assertRejects, assertStringIncludes } from "@std/assert";
import { type Abi, decodeErrorResult, type Hex } from "viem";
import { acctAbi } from "../artifacts/acct_abi.ts";

/** Returns the name of a contract's error, from its revert data. */
export function errorName(data: Hex | null, abi: Abi = acctAbi): string {
  if (data === null) return "(no revert)";
  if (data === "0x") return "(no reason)";
  return decodeErrorResult({ abi, data }).errorName ?? "(unknown)";
}

/** Fails unless the promise rejects with an error whose text contains `part`. */
export async function assertRefused(work: Promise<unknown>, part: string): Promise<void> {
  const error = await assertRejects(() => work, Error);
  assertStringIncludes(error instanceof Error ? error.message : String(error), part);
}
