/**
 * Which contracts and functions a sponsor pays for. Calls are looked for at every depth that an
 * account offers: batches, calls of itself, and calls made with a permission.
 *
 * @module
 */
import { type Address, decodeFunctionData, type Hex, isAddressEqual } from "viem";
import { acctAbi, permissionsAbi } from "../../core/chain/abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Policy } from "./policy.ts";

/** Calls within calls that are looked into. */
const DEPTH = 4;

/** The account's own functions, which change nothing outside of the wallet. */
const OWN = ["addOwnerAddress", "addOwnerPublicKey", "removeOwnerAtIndex"];

/**
 * Refuses call data of an account that calls anything which the policy does not name.
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
      (target.functions === undefined || target.functions.includes(selectorOf(data)))
    );
    if (!pays) throw refused(`The sponsor does not pay for calls of ${to}.`);
  }
}

interface OutsideCall {
  readonly to: Address;
  readonly data: Hex;
}

/** What the account's call data makes it call beside the wallet's own contracts. */
function outsideCalls(sender: Address, callData: Hex, depth = 0): OutsideCall[] {
  if (depth > DEPTH) throw unreadable();
  const { functionName, args } = decoded(acctAbi, callData);
  if (functionName === "execute") {
    const [to, , data] = args;
    return followed(sender, [{ to, data }], depth);
  }
  if (functionName === "executeBatch") {
    return followed(sender, args[0].map(asCall), depth);
  }
  if (functionName === "enablePermissions") {
    return followed(sender, [{ to: args[0], data: args[1] }], depth);
  }
  if (OWN.includes(functionName)) return [];
  throw unreadable();
}

function followed(
  sender: Address,
  calls: readonly OutsideCall[],
  depth: number,
): OutsideCall[] {
  return calls.flatMap((call) => {
    if (isAddressEqual(call.to, sender)) return outsideCalls(sender, call.data, depth + 1);
    if (isAddressEqual(call.to, contracts.permissions)) return permitted(call.data, depth + 1);
    return [call];
  });
}

function asCall({ target, data }: { readonly target: Address; readonly data: Hex }): OutsideCall {
  return { to: target, data };
}

/** What a call of the permission contract makes the account of the permission call. */
function permitted(data: Hex, depth: number): OutsideCall[] {
  if (depth > DEPTH) throw unreadable();
  const { functionName, args } = decoded(permissionsAbi, data);
  const calls = functionName === "execute"
    ? args[1]
    : functionName === "executeWithSignature"
    ? args[2]
    : [];
  const [permission] = args ?? [];
  return typeof permission === "object"
    ? followed(permission.account, calls.map(asCall), depth)
    : [];
}

function decoded<const Abi extends typeof acctAbi | typeof permissionsAbi>(abi: Abi, data: Hex) {
  try {
    return decodeFunctionData<Abi>({ abi, data });
  } catch {
    throw unreadable();
  }
}

/** The function that call data names; a plain transfer has none. */
function selectorOf(data: Hex): Hex {
  return data.slice(0, 10).toLowerCase() as Hex;
}

function unreadable(): AcctError {
  return refused("The sponsor cannot tell what the operation calls.");
}

function refused(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
