/** Finds what others may take after the calls, although no reading of the calls says so. @module */
import { getAddress, hexToBigInt, isAddressEqual, zeroAddress } from "viem";
import type { AllowedView } from "../../dialog/reading.ts";
import type { Warning } from "../../dialog/types.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";

type Right = NonNullable<PrepareResult["rights"]>[number];

/**
 * Warns of each address that may take something after the simulated calls, unless the reading names it
 * for as much of the same token: a function with a harmless name can give rights, or more of them than
 * one beside it, and `approve(spender, 0)` takes an allowance of a token back, but gives the first item
 * of a collection.
 */
export function unnamedRights(
  rights: PrepareResult["rights"] = [],
  allows: readonly AllowedView[] = [],
): Warning[] {
  const unread = rights.filter((right) =>
    // The amount of an item is its id.
    (right.kind === "item" || hexToBigInt(right.amount) > 0n) &&
    !isAddressEqual(right.spender, zeroAddress) && !allows.some((allowed) => names(allowed, right))
  );
  const spenders = new Set(unread.map(({ spender }) => getAddress(spender)));
  return [...spenders].map((detail) => ({ code: "gives_right", level: "danger", detail }));
}

/** Checks whether the reading names a right. Amounts and ids of one function are summed up there. */
function names({ kind, address, amount, spender }: AllowedView, right: Right): boolean {
  const token = right.token.address;
  if (spender === null || !isAddressEqual(spender, right.spender)) return false;
  if (token !== null && address !== null && !isAddressEqual(address, token)) return false;
  if (kind !== "token") return true;
  return right.kind !== "operator" && (amount === null || amount >= hexToBigInt(right.amount));
}
