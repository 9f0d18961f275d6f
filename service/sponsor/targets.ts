/**
 * Checks which contracts and functions an operation calls, at every depth that an account offers:
 * batches, calls of itself, and calls made with a permission.
 *
 * @module
 */
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  slice,
} from "viem";
import { upgradeTarget } from "../../core/account/code.ts";
import { acctAbi, EXECUTE_USER_OP, permissionsAbi } from "../../core/chain/abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Policy } from "./policy.ts";

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
  // An update to a known version calls nothing.
  if (depth === 0 && upgradeTarget(callData) !== null) return [];
  // The account takes a grant in an operation's own call data only.
  if (depth === 0 && readSelector(callData) === EXECUTE_USER_OP) {
    const [manager, grant] = decodeGrant(slice(callData, 4));
    return followCalls(sender, [{ to: manager, data: grant }], depth);
  }
  const { functionName, args } = decodeCall(acctAbi, callData);
  if (functionName === "execute") {
    const [to, , data] = args;
    return followCalls(sender, [{ to, data }], depth);
  }
  if (functionName === "executeBatch" || functionName === "executeBounded") {
    return followCalls(sender, args[0].map(asCall), depth);
  }
  if (functionName === "enablePermissions") {
    const [manager] = args;
    return isAddressEqual(manager, contracts.permissions) ? [] : [{ to: manager, data: "0x" }];
  }
  throw unreadable();
}

function followCalls(
  sender: Address,
  calls: readonly OutsideCall[],
  depth: number,
): OutsideCall[] {
  return calls.flatMap((call) => {
    if (isAddressEqual(call.to, sender)) return outsideCalls(sender, call.data, depth + 1);
    if (isAddressEqual(call.to, contracts.permissions)) return permittedCalls(call.data, depth + 1);
    return [call];
  });
}

function asCall({ target, data }: { readonly target: Address; readonly data: Hex }): OutsideCall {
  return { to: target, data };
}

/** Lists the calls that a call of the permission contract makes for the permission's account. */
function permittedCalls(data: Hex, depth: number): OutsideCall[] {
  if (depth > MAX_DEPTH) throw unreadable();
  const { functionName, args } = decodeCall(permissionsAbi, data);
  const calls = functionName === "execute"
    ? args[1]
    : functionName === "executeWithSignature"
    ? args[2]
    : [];
  const [permission] = args ?? [];
  return typeof permission === "object"
    ? followCalls(permission.account, calls.map(asCall), depth)
    : [];
}

function decodeCall<const Abi extends typeof acctAbi | typeof permissionsAbi>(abi: Abi, data: Hex) {
  try {
    return decodeFunctionData<Abi>({ abi, data });
  } catch {
    throw unreadable();
  }
}

function decodeGrant(data: Hex): readonly [manager: Address, grant: Hex] {
  try {
    return decodeAbiParameters([{ type: "address" }, { type: "bytes" }], data);
  } catch {
    throw unreadable();
  }
}

/** Returns the selector of call data; a plain transfer has none. */
function readSelector(data: Hex): Hex {
  return data.slice(0, 10).toLowerCase() as Hex;
}

function unreadable(): AcctError {
  return refused("The sponsor cannot tell what the operation calls.");
}

function refused(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
