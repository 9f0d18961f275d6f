/** Finds approvals after the calls that the decoded calls do not include. @module */
import { getAddress, hexToBigInt, isAddressEqual, zeroAddress } from "viem";
import type { AllowanceView } from "../../dialog/reading.ts";
import type { Warning } from "../../dialog/types.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { Reduction } from "../../reading/reductions.ts";

type Approval = NonNullable<PrepareResult["approvals"]>[number];

/**
 * Warns of each spender that has an approval after the simulated calls, unless the decoded calls
 * grant it at least as much of the same token. A function with a harmless name can grant approvals,
 * or larger ones than another call of the batch. `approve(spender, 0)` revokes an allowance of a
 * token, but approves the first item of a collection. The rest of an allowance that the decoded
 * calls lower causes no warning.
 */
export function unnamedApprovals(
  approvals: PrepareResult["approvals"] = [],
  allows: readonly AllowanceView[] = [],
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

/**
 * Returns whether the decoded calls name an approval. Their amounts and ids of one function are
 * summed up.
 */
function names({ kind, address, amount, spender }: AllowanceView, approval: Approval): boolean {
  const token = approval.token.address;
  if (spender === null || !isAddressEqual(spender, approval.spender)) return false;
  if (token !== null && address !== null && !isAddressEqual(address, token)) return false;
  if (kind !== "token") return true;
  return approval.kind !== "operator" &&
    (amount === null || amount >= hexToBigInt(approval.amount));
}

/** Returns whether an allowance of a listed token is the rest of an earlier one. */
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
