/** Reads typed data by which others move assets or make calls for its signer. @module */
import { type Address, type Hex, isAddressEqual, zeroAddress } from "viem";
import { ACCOUNT_DOMAIN } from "../../chain/contracts.ts";
import type { Made } from "../effects/mod.ts";
import { addressOf, bytesOf, type Fields, numberOf } from "./fields.ts";
import type { Action, Given } from "./reading.ts";

/** Reads a transfer that anyone may hand in (EIP-3009). */
function readAuthorization({ data: { domain, message } }: Given): Action {
  const address = addressOf(domain.verifyingContract);
  const to = addressOf(message.to);
  return {
    kind: "transfer",
    effects: [{
      effect: "gives",
      kind: "token",
      address: address ?? zeroAddress,
      amount: numberOf(message.value ?? message.amount),
      ...(to && { to }),
    }],
    until: numberOf(message.validBefore ?? message.deadline),
  };
}

/** Reads the transaction of a Safe, which moves that Safe's assets. */
function readSafe({ data: { domain, message } }: Given): Action {
  const by = addressOf(domain.verifyingContract);
  return { ...calls([callOf(message)], null), ...(by && { by }) };
}

/** Reads a request that a forwarder carries out in the signer's name (ERC-2771). */
function readForwarded({ data: { message } }: Given): Action {
  const deadline = numberOf(message.deadline ?? message.validUntilTime ?? message.validUntil);
  return calls([callOf(message)], deadline);
}

/** Reads a native meta-transaction: a function of the contract that verifies it. */
function readMeta({ data: { domain, message } }: Given): Action {
  const to = addressOf(domain.verifyingContract) ?? zeroAddress;
  return calls([{ to, value: 0n, data: bytesOf(message.functionSignature) }], null);
}

function calls(made: readonly Made[], until: bigint | null): Action {
  return { kind: "call", effects: [], calls: made, until };
}

function callOf(message: Fields): Made {
  const inner = message.req ?? message.request ?? message.call;
  const fields = typeof inner === "object" && inner !== null ? inner as Fields : message;
  const data: Hex = bytesOf(fields.data ?? fields.callData ?? fields.functionSignature);
  const to: Address = addressOf(fields.to ?? fields.target) ?? zeroAddress;
  return { to, value: numberOf(fields.value) ?? 0n, data };
}

/** Types that accounts of this wallet's kind, and operations of others, are changed by. */
const ofAccounts = new Set([
  "OwnerChange",
  "Recovery",
  "TypedDataSign",
  "PersonalSign",
  "PackedUserOperation",
  "UserOperation",
  "Permission",
]);

/** Reads changes and operations of accounts: by their types, or by this wallet's own domain. */
export function readAccountChange(
  { data: { domain, primaryType }, account }: Given,
): Action | null {
  const contract = addressOf(domain.verifyingContract);
  const own = domain.name === ACCOUNT_DOMAIN.name && domain.version === ACCOUNT_DOMAIN.version &&
    contract !== null;
  if (!own && !ofAccounts.has(primaryType)) return null;
  // The account's own domain is refused before any dialog.
  const by = contract !== null && !isAddressEqual(contract, account) ? contract : undefined;
  return { kind: "account", effects: [], until: null, ...(by && { by }) };
}

/** Reads a message of a Safe: a hash of whatever that Safe is to sign (ERC-1271). */
function readSafeMessage(): Action {
  return { kind: "hash", effects: [], until: null };
}

/** Readers by primary type. */
export const actions: Readonly<Record<string, (given: Given) => Action | null>> = {
  TransferWithAuthorization: readAuthorization,
  ReceiveWithAuthorization: readAuthorization,
  SafeTx: readSafe,
  SafeMessage: readSafeMessage,
  ForwardRequest: readForwarded,
  RelayRequest: readForwarded,
  Forward: readForwarded,
  MetaTransaction: readMeta,
};
