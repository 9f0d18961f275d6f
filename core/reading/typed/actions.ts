/** Reads typed data that lets others move assets or make calls for its signer. @module */
import { type Address, type Hex, isAddressEqual, zeroAddress } from "viem";
import { ACCOUNT_DOMAIN } from "../../chain/contracts.ts";
import type { Effect, Made } from "../effects/mod.ts";
import { isMultiSend } from "../effects/calls/inside.ts";
import { readRefund } from "../effects/calls/refund.ts";
import { addressOf, bytesOf, type Fields, numberOf } from "./fields.ts";
import type { Action, Given } from "./reading.ts";

/** Reads a transfer that anyone may submit (EIP-3009). */
function readAuthorization({ data: { domain, message } }: Given): Action {
  const address = addressOf(domain.verifyingContract);
  const to = addressOf(message.to);
  const amount = numberOf(message.value ?? message.amount);
  return {
    kind: "transfer",
    effects: [{
      effect: "gives",
      kind: "token",
      address: address ?? zeroAddress,
      // Not a token amount: the whole balance.
      amount: amount !== null && amount < 0n ? null : amount,
      ...(to && { to }),
    }],
    until: numberOf(message.validBefore ?? message.deadline),
  };
}

/** Reads the transaction of a Safe, which moves that Safe's assets. */
function readSafe({ data: { domain, message } }: Given): Action {
  const by = addressOf(domain.verifyingContract);
  const call = callOf(message);
  const isForeign = numberOf(message.operation) !== 0n;
  const effects: Effect[] = [];
  // Foreign code that the Safe runs as its own; only the code of batches is recognized.
  if (isForeign) {
    effects.push(
      { effect: "allows", kind: "control", address: by, amount: null, spender: call.to },
    );
  }
  effects.push(...readRefund({
    safe: by ?? zeroAddress,
    baseGas: numberOf(message.baseGas) ?? 0n,
    gasPrice: numberOf(message.gasPrice) ?? 0n,
    gasToken: addressOf(message.gasToken) ?? zeroAddress,
    receiver: addressOf(message.refundReceiver) ?? zeroAddress,
  }));
  const made = isForeign && !isMultiSend(call.data) ? [] : [call];
  return { ...calls(made, null), effects, ...(by && { by }) };
}

/** Reads an operation of a Safe (ERC-4337), which calls a function of that Safe. */
function readSafeOperation({ data: { message } }: Given): Action {
  const by = addressOf(message.safe);
  const made = { to: by ?? zeroAddress, value: 0n, data: bytesOf(message.callData) };
  return { ...calls([made], numberOf(message.validUntil)), ...(by && { by }) };
}

/** Reads a request that a forwarder executes on behalf of the signer (ERC-2771). */
function readForwarded({ data: { message } }: Given): Action {
  const deadline = numberOf(message.deadline ?? message.validUntilTime ?? message.validUntil);
  return calls(callsOf(message), deadline);
}

/** Reads a native meta-transaction: a function of the contract that verifies it. */
function readMeta({ data: { domain, message } }: Given): Action {
  const to = addressOf(domain.verifyingContract) ?? zeroAddress;
  return calls([{ to, value: 0n, data: bytesOf(message.functionSignature) }], null);
}

function calls(made: readonly Made[], until: bigint | null): Action {
  return { kind: "call", effects: [], calls: made, until };
}

/**
 * Reads the calls of a request: in the message itself, and in nested structs. Some forwarders
 * accept types with further members, so a member may describe another call than the executed one.
 */
function callsOf(message: Fields): readonly Made[] {
  const structs = Object.values(message).filter((each): each is Fields =>
    typeof each === "object" && each !== null && !Array.isArray(each)
  );
  const isCall = (fields: Fields) => (fields.to ?? fields.target) !== undefined;
  const found = [message, ...structs].filter(isCall).map(callOf);
  const full = found.filter(({ data, value }) => data !== "0x" || value > 0n);
  return full.length > 0 ? full : found.length > 0 ? found.slice(0, 1) : [callOf(message)];
}

function callOf(fields: Fields): Made {
  const data: Hex = bytesOf(fields.data ?? fields.callData ?? fields.functionSignature);
  const to: Address = addressOf(fields.to ?? fields.target) ?? zeroAddress;
  return { to, value: numberOf(fields.value) ?? 0n, data };
}

/** Types that change accounts of this wallet's kind, or that are operations of other accounts. */
const ofAccounts = new Set([
  "OwnerChange",
  "Recovery",
  "TypedDataSign",
  "PersonalSign",
  "PackedUserOperation",
  "UserOperation",
  "Permission",
  // Accounts of Biconomy and ZeroDev: code that may act for them.
  "ModuleEnableMode",
  "Enable",
]);

/** Reads changes and operations of accounts: by their types, or by this wallet's own domain. */
export function readAccountChange(
  { data: { domain, primaryType }, account }: Given,
): Action | null {
  const contract = addressOf(domain.verifyingContract);
  const own = domain.name === ACCOUNT_DOMAIN.name && domain.version === ACCOUNT_DOMAIN.version &&
    contract !== null;
  if (!own && !ofAccounts.has(primaryType)) return null;
  // The account's own domain is rejected before any dialog.
  const by = contract !== null && !isAddressEqual(contract, account) ? contract : undefined;
  return { kind: "account", effects: [], until: null, ...(by && { by }) };
}

/** Reads a message of a Safe (ERC-1271): the hash of any data that the Safe signs. */
function readSafeMessage(): Action {
  return { kind: "hash", effects: [], until: null };
}

/** Readers by primary type. */
export const actions: Readonly<Record<string, (given: Given) => Action | null>> = {
  TransferWithAuthorization: readAuthorization,
  ReceiveWithAuthorization: readAuthorization,
  SafeTx: readSafe,
  SafeOp: readSafeOperation,
  SafeMessage: readSafeMessage,
  ForwardRequest: readForwarded,
  RelayRequest: readForwarded,
  Forward: readForwarded,
  MetaTransaction: readMeta,
};
