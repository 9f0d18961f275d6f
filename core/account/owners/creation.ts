/** Encodes the deployment of an account with its current owners. @module */
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, hexToBigInt } from "viem";
import { factoryAbi } from "../../chain/abi.ts";
import { ownersAbi } from "../../chain/owners_abi.ts";
import { contracts } from "../../chain/contracts.ts";
import type { AccountJson } from "../../wire/values.ts";
import { factoryCall } from "../address.ts";
import { fromContract, isRecovery, toContract } from "./change.ts";
import {
  type OwnerHistory,
  type OwnersAt,
  pathBetween,
  type PlacedChange,
  stepsBetween,
  tipOf,
  unchanged,
} from "./history.ts";

/** A call of the factory. */
export interface Creation {
  readonly factory: Address;
  readonly factoryData: Hex;
}

/** Builds the factory call that deploys an account, or applies the changes that it lacks. */
export function creationOf(
  { owners, nonce }: AccountJson,
  changes: readonly PlacedChange[] = [],
): Creation {
  const origin = { owners, nonce: hexToBigInt(nonce) };
  if (changes.length === 0) return factoryCall(origin);
  return {
    factory: contracts.factory,
    factoryData: encodeFunctionData({
      abi: factoryAbi,
      functionName: "createAccountWithChanges",
      args: [
        [...owners],
        origin.nonce,
        changes.map(({ change }) => toContract(change)),
        changes.map(({ signature }) => signature),
      ],
    }),
  };
}

/**
 * Builds the factory call that deploys an account with its current owners, or applies the changes
 * that a chain lacks. It stops before a recovery, because a recovery has to wait on each chain.
 */
export function currentCreation(history: OwnerHistory, start: OwnersAt = unchanged): Creation {
  return creationOf(history.account, missingChanges(history, start));
}

/**
 * Encodes the changes that a chain lacks as call data of the account, for an operation's signature;
 * `null` if it lacks none.
 */
export function missingChangesCall(history: OwnerHistory, start: OwnersAt): Hex | null {
  const changes = missingChanges(history, start);
  if (changes.length === 0) return null;
  return encodeFunctionData({
    abi: ownersAbi,
    functionName: "applyOwnerChanges",
    args: [
      changes.map(({ change }) => toContract(change)),
      changes.map(({ signature }) => signature),
    ],
  });
}

/** Returns the changes from a chain's owners to the current ones, up to the first recovery. */
function missingChanges(history: OwnerHistory, start: OwnersAt): readonly PlacedChange[] {
  const { head } = tipOf(history);
  const steps = pathBetween(history, start, head) ?? stepsBetween(history, start, head) ?? [];
  const until = steps.findIndex(({ change }) => isRecovery(change));
  return (until < 0 ? steps : steps.slice(0, until)) as readonly PlacedChange[];
}

/**
 * Checks that factory data deploys exactly this account, with or without changes. The contract
 * accepts only changes that an owner signed, so they are not checked here.
 */
export function deploys(factoryData: Hex, account: AccountJson): boolean {
  const same = (creation: Creation) =>
    creation.factoryData.toLowerCase() === factoryData.toLowerCase();
  if (same(creationOf(account))) return true;
  try {
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: factoryData });
    if (functionName !== "createAccountWithChanges") return false;
    const [, , changes, signatures] = args;
    const placed = changes.map((change, index) => {
      const signature = signatures[index]!;
      return { change: { ...fromContract(change), signature }, signature };
    });
    return same(creationOf(account, placed));
  } catch {
    return false;
  }
}
