/** Checks that an operation deploys its account with the current owners. @module */
import { type Address, decodeFunctionData, type Hex, numberToHex } from "viem";
import { currentCreation } from "../../core/account/creation.ts";
import { factoryAbi } from "../../core/chain/abi.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { AccountJson } from "../../core/protocol/service/mod.ts";
import { readOwnerHistory } from "../store/owner_changes.ts";
import type { Store } from "../store/store.ts";

/** Operation that may deploy its account. */
export interface Deploying {
  readonly sender: Address;
  readonly factory?: Address;
  readonly factoryData?: Hex;
}

/**
 * Requires an operation that deploys its account to apply all owner changes: the contract takes any
 * part of them, and an owner who was removed would be in charge without the removal.
 *
 * @throws {AcctError} `quote_changed` if a change is missing; `invalid_params`
 */
export async function requireCurrentOwners(
  store: Store,
  { sender, factory, factoryData = "0x" }: Deploying,
): Promise<void> {
  if (factory === undefined) return;
  const account = { address: sender, ...originIn(factoryData) };
  const expected = currentCreation(await readOwnerHistory(store, account));
  if (expected.factoryData.toLowerCase() === factoryData.toLowerCase()) return;
  throw new AcctError("quote_changed", { detail: "The owners have changed." });
}

/** Decodes the values from which the address is derived. */
function originIn(factoryData: Hex): Omit<AccountJson, "address"> {
  try {
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: factoryData });
    if (functionName === "createAccount" || functionName === "createAccountWithChanges") {
      return { owners: args[0], nonce: numberToHex(args[1]) };
    }
  } catch {
    // Refused like a call of another function.
  }
  throw new AcctError("invalid_params", {
    field: "params[0].factoryData",
    detail: "It does not deploy an account.",
  });
}
