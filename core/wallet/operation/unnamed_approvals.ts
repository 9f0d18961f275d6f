/** Finds what others may take after the calls, although no reading of the calls says so. @module */
import { type Address, getAddress, hexToBigInt, isAddressEqual, zeroAddress } from "viem";
import type { AllowedView } from "../../dialog/reading.ts";
import type { Warning } from "../../dialog/types.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";

/**
 * Warns of each address that may take something after the simulated calls, unless the reading names it
 * for the same token: a function with a harmless name can give approvals, and `approve(spender, 0)` takes
 * an allowance of a token back, but gives the first item of a collection.
 */
export function unnamedApprovals(
  approvals: PrepareResult["approvals"] = [],
  allows: readonly AllowedView[] = [],
): Warning[] {
  const isRead = (token: Address | null, spender: Address) =>
    allows.some((allowed) =>
      allowed.spender !== null && isAddressEqual(allowed.spender, spender) &&
      (token === null || allowed.address === null || isAddressEqual(allowed.address, token))
    );
  const unread = approvals.filter(({ kind, token, spender, amount }) =>
    // The amount of an item is its id.
    (kind === "item" || hexToBigInt(amount) > 0n) && !isAddressEqual(spender, zeroAddress) &&
    !isRead(token.address, spender)
  );
  const spenders = new Set(unread.map(({ spender }) => getAddress(spender)));
  return [...spenders].map((detail) => ({ code: "gives_approval", level: "danger", detail }));
}
