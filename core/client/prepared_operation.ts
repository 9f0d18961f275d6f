/**
 * Hashes user operations (ERC-4337, EntryPoint v0.8) and checks prepared ones before they are signed.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4337
 * @module
 */
import { type Address, type Hex, hexToBigInt, isAddressEqual } from "viem";
import {
  getUserOperationHash,
  getUserOperationTypedData,
  type UserOperation,
} from "viem/account-abstraction";
import { contracts, ENTRY_POINT } from "../chain/contracts.ts";
import { AcctError } from "../ground/errors.ts";
import { feeApproval, maximumTokenCost, readTokenTerms } from "../fee/token_fee.ts";
import type { PrepareResult } from "../protocol/service/mod.ts";
import type { FeeTokenJson } from "../wire/fees.ts";
import type { AccountJson, OperationJson } from "../wire/values.ts";
import { isDerived } from "../account/address.ts";
import { type Bound, type Call, encodeCalls } from "../account/calls.ts";
import { requireKnown } from "../account/code.ts";
import type { OwnerTypedData, ToSign } from "../account/to_sign.ts";
import { deploys } from "../account/owners/creation.ts";

/** Maximum of each gas limit of an operation: EIP-7825's limit per transaction. */
const MAX_GAS: bigint = 16_777_216n;

/** Number of nonce keys for sponsored operations, so that several can be pending concurrently. */
export const PARALLEL_KEYS: bigint = 8n;

/** Computes the operation's hash, which the account's owner signs. */
export function operationHash(operation: OperationJson, chainId: number): Hex {
  return getUserOperationHash({
    chainId,
    entryPointAddress: ENTRY_POINT,
    entryPointVersion: "0.8",
    userOperation: toUserOperation(operation),
  });
}

/** Describes an operation for an owner to sign. */
export function operationToSign(operation: OperationJson, chainId: number): ToSign {
  return {
    digest: operationHash(operation, chainId),
    typedData: () =>
      getUserOperationTypedData({
        chainId,
        entryPointAddress: ENTRY_POINT,
        userOperation: toUserOperation(operation),
      }) as OwnerTypedData,
  };
}

/** Converts an operation from hex strings to viem's numbers. */
export function toUserOperation(operation: OperationJson): UserOperation<"0.8"> {
  const big = (value: Hex | undefined) => value === undefined ? undefined : hexToBigInt(value);
  return {
    sender: operation.sender,
    nonce: hexToBigInt(operation.nonce),
    factory: operation.factory,
    factoryData: operation.factoryData,
    callData: operation.callData,
    callGasLimit: hexToBigInt(operation.callGasLimit),
    verificationGasLimit: hexToBigInt(operation.verificationGasLimit),
    preVerificationGas: hexToBigInt(operation.preVerificationGas),
    maxFeePerGas: hexToBigInt(operation.maxFeePerGas),
    maxPriorityFeePerGas: hexToBigInt(operation.maxPriorityFeePerGas),
    paymaster: operation.paymaster,
    paymasterVerificationGasLimit: big(operation.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: big(operation.paymasterPostOpGasLimit),
    paymasterData: operation.paymasterData,
    signature: operation.signature ?? "0x",
  };
}

/** Computes an operation's maximum cost in wei: the sum of all gas limits times the maximum price. */
export function maximumCost(operation: OperationJson): bigint {
  const gas = [
    operation.callGasLimit,
    operation.verificationGasLimit,
    operation.preVerificationGas,
    operation.paymasterVerificationGasLimit ?? "0x0",
    operation.paymasterPostOpGasLimit ?? "0x0",
  ].reduce((sum, part) => sum + hexToBigInt(part), 0n);
  return gas * hexToBigInt(operation.maxFeePerGas);
}

/** The request that a prepared operation must match. */
export interface Asked {
  /** The account that acts. */
  readonly account: AccountJson;
  /** Expected call data of the account. */
  readonly callData: Hex;
  /**
   * Calls of the operation, including an approval for the fee; empty for the account's own
   * functions.
   */
  readonly calls?: readonly Call[];
  /** Bytes after the encoded calls. */
  readonly suffix?: Hex;
  /**
   * Tokens that must be bounded, in addition to the native currency; absent if no bounds were
   * requested.
   */
  readonly bounds?: readonly Address[];
  /** Token in which the fee may be paid, from the service's configuration. */
  readonly feeToken?: FeeTokenJson;
}

/**
 * Compares the prepared operation with the request: sender, call data, deployment, nonce key, gas
 * limits, payer and maximum; for a fee in a token also the approval. No value of the service is
 * trusted if it can be computed.
 *
 * @throws {AcctError} `service_mismatch`, with the field that differs; `code_unknown` if the
 * account runs no known version
 */
export function checkPrepared(prepared: PrepareResult, asked: Asked): void {
  const { operation } = prepared;
  const refuse = (field: string, detail: string) =>
    new AcctError("service_mismatch", { field: `operation.${field}`, detail });
  const { implementation, chain } = prepared;
  if (implementation !== null) {
    requireKnown(implementation, { account: asked.account.address, chain: chain.name });
  }
  try {
    if (!isDerived(asked.account)) {
      throw refuse("sender", "The address is not derived from its owners.");
    }
    if (!same(operation.sender, asked.account.address)) {
      throw refuse("sender", "It is another account.");
    }
    const bounds = readBounds(prepared, asked, refuse);
    const own = bounds.length === 0
      ? asked.callData
      : encodeCalls(asked.calls ?? [], bounds, asked.suffix);
    const expected = prepared.feeToken === undefined
      ? [own]
      : checkTokenFee(prepared, { ...asked, callData: own }, bounds, refuse);
    if (!expected.some((data) => data.toLowerCase() === operation.callData.toLowerCase())) {
      throw refuse("callData", "The calls differ from those shown.");
    }
    checkCreation(operation, asked.account, refuse);
    checkNonce(prepared, refuse);
    checkGas(operation, refuse);
    checkPayer(prepared, refuse);
  } catch (cause) {
    if (cause instanceof AcctError) throw cause;
    throw new AcctError("service_mismatch", { detail: "The operation is malformed.", cause });
  }
}

/**
 * Reads the bounds: exactly the value of the calls for the native currency, and every requested
 * token, unless it is listed as unboundable. Without a successful simulation there are no bounds,
 * and the dialog shows that.
 */
function readBounds(
  { bounds, unbounded = [], simulation }: PrepareResult,
  asked: Asked,
  refuse: Refuse,
): Bound[] {
  if (asked.bounds === undefined || simulation.status !== "success") {
    if (bounds !== undefined) throw refuse("callData", "It has bounds that were not requested.");
    return [];
  }
  const { calls = [] } = asked;
  const [native, ...others] = (bounds ?? []).map(({ token, most }) => ({
    token: token.address,
    most: hexToBigInt(most),
  }));
  const value = calls.reduce((sum, call) => sum + call.value, 0n);
  if (native?.token !== null || native.most !== value) {
    throw refuse("callData", "The native currency is not bounded by the value of the calls.");
  }
  const covered = [...others.map(({ token }) => token), ...unbounded];
  if (!asked.bounds.every((token) => covered.some((each) => each && same(each, token)))) {
    throw refuse("callData", "A token is not bounded.");
  }
  return [native, ...others];
}

type Refuse = (field: string, detail: string) => AcctError;

/**
 * Checks the nonce key, which is the upper 192 bits of a nonce. Key 0 is sequential, so that a pending
 * operation can be cancelled by reusing its nonce; the other keys are only for sponsored operations,
 * which expire with the sponsor's signature.
 */
function checkNonce({ operation, sponsor }: PrepareResult, refuse: Refuse): void {
  const key = hexToBigInt(operation.nonce) >> 64n;
  const keys = sponsor === null ? 1n : PARALLEL_KEYS;
  if (key >= keys) throw refuse("nonce", "Unknown nonce key.");
}

/**
 * Checks that the deployment is absent or exactly the expected one, with or without signed owner
 * changes.
 */
function checkCreation(operation: OperationJson, account: AccountJson, refuse: Refuse): void {
  if (operation.factory === undefined && operation.factoryData === undefined) return;
  if (!same(operation.factory, contracts.factory)) throw refuse("factory", "Unknown factory.");
  if (!deploys(operation.factoryData ?? "0x", account)) {
    throw refuse("factoryData", "It does not deploy this account.");
  }
}

/** Checks that each gas limit is bounded and the priority fee is within the fee. */
function checkGas(operation: OperationJson, refuse: Refuse): void {
  for (
    const field of [
      "callGasLimit",
      "verificationGasLimit",
      "preVerificationGas",
      "paymasterVerificationGasLimit",
      "paymasterPostOpGasLimit",
    ] as const
  ) {
    const gas = hexToBigInt(operation[field] ?? "0x0");
    if (gas < 0n || gas > MAX_GAS) throw refuse(field, "Out of bounds.");
  }
  if (hexToBigInt(operation.maxPriorityFeePerGas) > hexToBigInt(operation.maxFeePerGas)) {
    throw refuse("maxPriorityFeePerGas", "It exceeds the maximum fee.");
  }
}

/**
 * Checks a fee in a token: the recipient is its paymaster, the token matches, the approval is
 * exact, and the price results in the maximum. Returns the call data that is allowed.
 */
function checkTokenFee(
  prepared: PrepareResult,
  asked: Asked,
  bounds: readonly Bound[],
  refuse: Refuse,
): Hex[] {
  const { operation, fee, sponsor, feeToken } = prepared;
  const token = asked.feeToken;
  if (sponsor !== null || token === undefined || !same(feeToken?.address, token.address)) {
    throw refuse("paymaster", "A fee in a token that was not chosen.");
  }
  if (!same(operation.paymaster, token.paymaster)) {
    throw refuse("paymaster", "It is not the token's paymaster.");
  }
  const amount = hexToBigInt(fee.maximum);
  const terms = readTokenTerms(operation.paymasterData ?? "0x");
  if (!same(terms.token, token.address)) {
    throw refuse("paymasterData", "It charges another token.");
  }
  if (terms.validUntil !== 0 && terms.validUntil < prepared.validUntil) {
    throw refuse("paymasterData", "The price expires before the quote.");
  }
  if (amount !== maximumTokenCost(operation, terms.tokenPerNative)) {
    throw refuse("paymasterData", "The quoted maximum does not match the price.");
  }
  if (terms.mode === "prepaid") return [asked.callData];
  const { calls = [] } = asked;
  // The account's own functions cannot be batched with an approval.
  if (calls.length === 0) {
    throw refuse("paymasterData", "The fee cannot be approved in this operation.");
  }
  const approval = { token: token.address, paymaster: token.paymaster, amount };
  return [false, true].map((reset) =>
    encodeCalls([...feeApproval({ ...approval, reset }), ...calls], bounds, asked.suffix)
  );
}

/** Checks that the payer and the maximum match the dialog. */
function checkPayer(prepared: PrepareResult, refuse: Refuse): void {
  const { operation, sponsor, fee } = prepared;
  if (prepared.feeToken !== undefined) return;
  if ((sponsor !== null) !== (operation.paymaster !== undefined)) {
    throw refuse("paymaster", "Sponsor and paymaster do not match.");
  }
  if (operation.paymaster === undefined) {
    const extra = operation.paymasterData ?? operation.paymasterVerificationGasLimit ??
      operation.paymasterPostOpGasLimit;
    if (extra !== undefined && extra !== "0x" && hexToBigInt(extra) !== 0n) {
      throw refuse("paymasterData", "It has data without a paymaster.");
    }
    if (hexToBigInt(fee.maximum) !== maximumCost(operation)) {
      throw refuse("maxFeePerGas", "The quoted maximum does not match the operation.");
    }
  }
}

function same(left: Address | undefined, right: Address): boolean {
  return left !== undefined && isAddressEqual(left, right);
}
