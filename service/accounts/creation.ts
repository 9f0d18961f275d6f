/**
 * Adds owner changes to operations: at deployment, and on chains that lack some of them.
 *
 * @module
 */
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, numberToHex } from "viem";
import { runsUnknown } from "../../core/account/code.ts";
import { currentCreation, missingChangesCall } from "../../core/account/owners/creation.ts";
import { readOwnerState } from "../../core/account/owners/find.ts";
import {
  type OwnerHistory,
  type OwnersAt,
  setAt,
  wordsOf,
} from "../../core/account/owners/history.ts";
import { withOwnerChanges } from "../../core/account/signature.ts";
import { factoryAbi } from "../../core/chain/abi.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import type { Chain } from "../chain/chain.ts";
import { readable } from "../chain/node/failure.ts";
import type { AccountState } from "../chain/state.ts";
import { readOwnerHistory } from "../store/rows/owner_changes.ts";
import type { Store } from "../store/store.ts";

/** Operation that may deploy its account. */
export interface Deploying {
  readonly sender: Address;
  readonly factory?: Address;
  readonly factoryData?: Hex;
}

/**
 * Requires an operation that deploys its account to apply all owner changes. The contract accepts
 * any prefix of them, so a removed owner would otherwise control the account.
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

/**
 * Inserts the owner changes that a chain lacks before an operation's signature. Owners that they
 * add can then sign on every chain, and owners that they remove can no longer sign. The operation's
 * hash does not cover them.
 */
export async function bringChanges(
  chain: Pick<Chain, "node">,
  history: OwnerHistory,
  state: Pick<AccountState, "deployed" | "implementation" | "ownerHead">,
  signature: Hex = "0x",
): Promise<Hex> {
  const { deployed, ownerHead: head } = state;
  if (!deployed || head === null || runsUnknown(state) || history.steps.size === 0) {
    return signature;
  }
  const set = setAt(history, head);
  // A head that is not known was set on this chain alone: a later change can continue it.
  const owners = set === undefined
    ? await readOwners(chain, history.account.address)
    : { head, words: wordsOf(set) };
  const changes = missingChangesCall(history, owners);
  return changes === null ? signature : withOwnerChanges(changes, signature);
}

async function readOwners({ node }: Pick<Chain, "node">, to: Address): Promise<OwnersAt> {
  const data = encodeFunctionData({ abi: ownersAbi, functionName: "ownerState" });
  const answer = await node.request<Hex>("eth_call", [{ to, data }, "latest"]);
  return readable(() => readOwnerState(answer));
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
