/** Finds what others may take after the calls, although no reading of the calls says so. @module */
import { getAddress, hexToBigInt, isAddressEqual, zeroAddress } from "viem";
import type { AllowedView } from "../../dialog/reading.ts";
import type { Warning } from "../../dialog/types.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { Reduction } from "../../reading/reductions.ts";

type Approval = NonNullable<PrepareResult["approvals"]>[number];

/**
 * Warns of each address that may take something after the simulated calls, unless the reading names it
 * for as much of the same token: a function with a harmless name can give approvals, or more of them than
 * one beside it, and `approve(spender, 0)` takes an allowance of a token back, but gives the first item
 * of a collection. What stands of an allowance that the calls were read to lower is no news either.
 */
export function unnamedApprovals(
  approvals: PrepareResult["approvals"] = [],
  allows: readonly AllowedView[] = [],
  reductions: readonly Reduction[] = [],
): Warning[] {
  const unread = approvals.filter((approval) =>
    // The amount of an item is its id.
    (approval.kind === "item" || hexToBigInt(approval.amount) > 0n) &&
    !isAddressEqual(approval.spender, zeroAddress) &&
    !allows.some((allowed) => names(allowed, approval)) &&
    !isRest(approval, reductions)
  );
  const spenders = new Set(unread.map(({ spender }) => getAddress(spender)));
  return [...spenders].map((detail) => ({ code: "gives_approval", level: "danger", detail }));
}

/** Checks whether the reading names an approval. Amounts and ids of one function are summed up there. */
function names({ kind, address, amount, spender }: AllowedView, approval: Approval): boolean {
  const token = approval.token.address;
  if (spender === null || !isAddressEqual(spender, approval.spender)) return false;
  if (token !== null && address !== null && !isAddressEqual(address, token)) return false;
  if (kind !== "token") return true;
  return approval.kind !== "operator" &&
    (amount === null || amount >= hexToBigInt(approval.amount));
}

/** Checks whether an allowance of a listed token is what is left of an earlier one. */
function isRest(
  { kind, token, spender, amount, before }: Approval,
  reductions: readonly Reduction[],
): boolean {
  if (kind !== "allowance" || token.listed !== true || before === undefined) return false;
  const lowered = reductions.filter((each) =>
    token.address !== null && isAddressEqual(each.token, token.address) &&
    isAddressEqual(each.spender, spender)
  );
  const by = lowered.reduce((sum, each) => sum + each.amount, 0n);
  return lowered.length > 0 && hexToBigInt(amount) + by <= hexToBigInt(before);
}
