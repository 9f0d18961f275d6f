/**
 * Checks which contracts and functions an operation calls, at every depth that an account offers:
 * batches, calls of itself, and calls made with a permission.
 *
 * @module
 */
import { type Address, type Hex, isAddressEqual } from "viem";
import { type Act, readAct, readActs } from "../../../core/account/acts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { Policy } from "../../keys/policy.ts";

/** Maximum nesting of calls. */
const MAX_DEPTH = 4;

/**
 * Refuses call data that calls anything the policy does not name.
 *
 * @throws {AcctError} `sponsor_failed`
 */
export function checkTargets(
  { targets }: Policy,
  { chainId, sender, callData }: {
    readonly chainId: number;
    readonly sender: Address;
    readonly callData: Hex;
  },
): void {
  if (targets === undefined) return;
  for (const { to, data } of outsideCalls(sender, callData)) {
    const pays = targets.some((target) =>
      isAddressEqual(target.address, to) &&
      (target.chainId === undefined || target.chainId === chainId) &&
      (target.functions === undefined || target.functions.includes(readSelector(data)))
    );
    if (!pays) throw refused(`The sponsor does not pay for calls of ${to}.`);
  }
}

interface OutsideCall {
  readonly to: Address;
  readonly data: Hex;
}

/** Lists the calls to contracts other than the wallet's own. */
function outsideCalls(sender: Address, callData: Hex, depth = 0): OutsideCall[] {
  if (depth > MAX_DEPTH) throw unreadable();
  return readActs(callData, { nested: depth > 0 }).flatMap((act) => outsideOf(sender, act, depth));
}

function outsideOf(sender: Address, act: Act, depth: number): OutsideCall[] {
  switch (act.kind) {
    case "call":
      return isAddressEqual(act.call.to, sender)
        ? outsideCalls(sender, act.call.data, depth + 1)
        : [act.call];
    case "use":
      if (depth >= MAX_DEPTH) throw unreadable();
      return act.calls.flatMap((call) =>
        outsideOf(act.permission.account, readAct(call), depth + 1)
      );
    case "redeem":
    case "unknown":
      throw unreadable();
    // These make no other calls.
    case "upgrade":
    case "grant":
    case "revoke":
    case "revokeAll":
    case "ask":
      return [];
  }
}

/** Returns the selector of call data; a plain transfer has none. */
function readSelector(data: Hex): Hex {
  return data.slice(0, 10).toLowerCase() as Hex;
}

function unreadable(): AcctError {
  return refused("The sponsor cannot decode the calls of the operation.");
}

function refused(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
