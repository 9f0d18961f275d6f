/** Reads typed data that lets others spend or act: permits and delegations. @module */
import { type Address, maxUint256 } from "viem";
import { isUnlimited } from "../../lib/unlimited.ts";
import type { Allows, Effect } from "../effects/mod.ts";
import { hasPayload } from "./calls_within.ts";
import { addressOf, type Fields, latest, numberOf, structsOf } from "./fields.ts";
import type { Action, Given } from "./reading.ts";

/** Reads permits of tokens and collections: ERC-2612, DAI, ERC-4494, and operators. */
function readTokenPermit({ data }: Given): Action | null {
  const { domain, message } = data;
  const address = addressOf(domain.verifyingContract);
  const spender = addressOf(message.spender ?? message.operator);
  // Euler's permit of the same name lets its sender make calls.
  if (spender === null && hasPayload(data)) return null;
  const until = numberOf(message.deadline ?? message.expiry ?? message.validBefore);
  // DAI's permit and operator permits allow everything or nothing.
  const flag = message.allowed ?? message.approved;
  const of = (effects: readonly Effect[]) =>
    // For DAI, an expiry of zero means none.
    permit(effects, until, flag !== undefined && until === 0n ? maxUint256 : until);
  if (flag === false) return of([]);
  if (message.operator !== undefined || message.approved !== undefined) {
    return of([{ effect: "allows", kind: "collection", address, amount: null, spender }]);
  }
  if (message.tokenId !== undefined) {
    const id = numberOf(message.tokenId);
    return of([{
      effect: "gives",
      kind: "item",
      address,
      amount: 1n,
      ...(id !== null && { id }),
      ...(spender && { to: spender }),
    }]);
  }
  const amount = flag === undefined
    ? amountOf(message.value ?? message.amount ?? message.increment)
    : null;
  return of([allowance(address, amount, spender)]);
}

/** Reads allowances in Permit2. */
function readPermit2({ data: { message } }: Given): Action {
  const details = structsOf(message.details);
  return permit(
    details.map((each) => grant(each, message)),
    latest(details.map(({ expiration }) => numberOf(expiration))),
  );
}

/** Reads transfers that Permit2 executes. */
function readPermit2Transfer({ data: { message } }: Given): Action {
  return permit(
    structsOf(message.permitted).map((each) => grant(each, message)),
    numberOf(message.deadline),
  );
}

/** Reads data that lets another address act as the account in a contract. */
function readControl({ data: { domain, message } }: Given): Action | null {
  const refused = [message.isAuthorized, message.isAllowed, message.authorized, message.approved];
  if (refused.includes(false)) return null;
  const named = [
    "agentAddress",
    "delegatee",
    "delegate",
    "authorized",
    "manager",
    "operator",
    "relayer",
    "sender",
  ];
  const spender = named.map((name) => addressOf(message[name])).find((each) => each !== null);
  return {
    kind: "control",
    effects: [{
      effect: "allows",
      kind: "control",
      address: addressOf(domain.verifyingContract),
      amount: null,
      spender: spender ?? null,
    }],
    until: numberOf(message.deadline ?? message.expiry ?? message.validUntil),
  };
}

/** Readers by primary type. */
export const permits: Readonly<Record<string, (given: Given) => Action | null>> = {
  Permit: readTokenPermit,
  PermitAll: readTokenPermit,
  PermitForAll: readTokenPermit,
  ApproveWithAuthorization: readTokenPermit,
  IncreaseAllowanceWithAuthorization: readTokenPermit,
  PermitSingle: readPermit2,
  PermitBatch: readPermit2,
  PermitTransferFrom: readPermit2Transfer,
  PermitBatchTransferFrom: readPermit2Transfer,
  PermitWitnessTransferFrom: readPermit2Transfer,
  PermitBatchWitnessTransferFrom: readPermit2Transfer,
  Delegation: readControl,
  DelegationWithSig: readControl,
  DelegateBySig: readControl,
  Delegate: readControl,
  Authorization: readControl,
  SetRelayerApproval: readControl,
  SetApproval: readControl,
  // Keys that replace the account's own: of Loopring and DeGate, zkSync, and Hyperliquid.
  AccountUpdate: readControl,
  ChangePubKey: readControl,
  "HyperliquidTransaction:ApproveAgent": readControl,
};

/** Returns the action of a permit, whose allowances expire at a time. */
function permit(
  effects: readonly Effect[],
  until: bigint | null,
  last: bigint | null = until,
): Action {
  return {
    kind: "permit",
    effects: effects.map((effect) =>
      effect.effect === "gives" || last === null ? effect : { ...effect, until: last }
    ),
    until,
  };
}

/** Reads one token of Permit2. */
function grant(details: Fields, message: Fields): Effect {
  return allowance(
    addressOf(details.token),
    amountOf(details.amount),
    addressOf(message.spender),
  );
}

function allowance(
  address: Address | null,
  amount: bigint | null,
  spender: Address | null,
): Allows {
  return { effect: "allows", kind: "token", address, amount, spender };
}

/**
 * Reads an amount; `null` if it is unlimited in practice or unreadable, which is the worst case.
 */
function amountOf(value: unknown): bigint | null {
  const amount = numberOf(value);
  return amount === null || amount < 0n || isUnlimited(amount) ? null : amount;
}
