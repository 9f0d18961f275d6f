/** Stores owner changes in order, after the checks that the account itself makes. @module */
import { type Address, encodeFunctionData, type Hex, hexToBigInt, numberToHex } from "viem";
import { creationOf, MAX_CHANGES, ownersAfter } from "../../core/account/owners.ts";
import { acctAbi } from "../../core/chain/abi.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type {
  OwnerChangeJson,
  OwnersOnChain,
  OwnersResult,
} from "../../core/protocol/service/owners.ts";
import type { AccountJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";
import type { Context } from "../context.ts";
import { readOwnerChanges } from "../store/owner_changes.ts";

/** Changes per key and day: each costs the operator gas on every chain. */
const MAX_PER_KEY_AND_DAY = 500;

/**
 * Stores a change. Storing the same one again does nothing.
 *
 * @throws {AcctError} `invalid_params` if it is not the next one, not signed by an owner, or not
 * accepted by the chain; `limit_exceeded`
 */
export async function putOwnerChange(
  context: Context,
  keyId: string,
  account: AccountJson,
  change: OwnerChangeJson,
): Promise<void> {
  const { store } = context;
  const before = await readOwnerChanges(store, account.address);
  const same = before[change.sequence];
  if (same !== undefined) {
    if (JSON.stringify(same.calls) === JSON.stringify(change.calls)) return;
    throw wrong("sequence", "Another change was stored first: read the owners again.");
  }
  if (change.sequence !== before.length) throw wrong("sequence", "It is not the next sequence.");
  if (before.length >= MAX_CHANGES) {
    throw wrong("sequence", `An account has at most ${MAX_CHANGES} changes.`);
  }
  try {
    await ownersAfter(account, [...before, change]);
  } catch (cause) {
    const detail = cause instanceof AcctError ? cause.message : "It cannot be decoded.";
    throw new AcctError("invalid_params", { field: "params[0].change", detail, cause });
  }
  await checkOnChain(context, account, [...before, change]);
  const day = Math.floor(Date.now() / 86_400_000);
  const { count } = await store.selectFrom("owner_changes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId).where("day", "=", day).executeTakeFirstOrThrow();
  if (Number(count) >= MAX_PER_KEY_AND_DAY) {
    throw new AcctError("limit_exceeded", { retryAfter: 3_600, detail: "Too many owner changes." });
  }
  const added = await store.insertInto("owner_changes").values({
    account: account.address.toLowerCase(),
    sequence: change.sequence,
    owners: JSON.stringify(account.owners),
    nonce: account.nonce,
    calls: JSON.stringify(change.calls),
    signature: change.signature,
    key_id: keyId,
    day,
    created_at: Date.now(),
  }).onConflict((on) => on.columns(["account", "sequence"]).doNothing()).returning("sequence")
    .executeTakeFirst();
  // Another change was stored in between: with the same calls it is this one, else this fails.
  if (added === undefined) await putOwnerChange(context, keyId, account, change);
}

/** Returns the changes, and each chain's progress. */
export async function readOwners(context: Context, account: AccountJson): Promise<OwnersResult> {
  const changes = await readOwnerChanges(context.store, account.address);
  const chains = await Promise.all(
    [...context.chains.values()].map((chain) => readProgress(chain, account.address)),
  );
  return { changes, chains };
}

/** Reads the progress of a chain. */
export async function readProgress(chain: Chain, account: Address): Promise<OwnersOnChain> {
  const base = {
    chainId: numberToHex(chain.id),
    name: chain.config.name,
    carried: chain.config.relayer !== undefined,
  };
  try {
    const data = encodeFunctionData({ abi: acctAbi, functionName: "ownerChangeSequence" });
    const answer = await chain.node.request<Hex>("eth_call", [{ to: account, data }, "latest"]);
    return answer === "0x"
      ? { ...base, deployed: false, applied: 0 }
      : { ...base, deployed: true, applied: Number(hexToBigInt(answer)) };
  } catch (error) {
    if (!(error instanceof AcctError || error instanceof NodeError)) throw error;
    return { ...base, deployed: null, applied: 0 };
  }
}

/** Requires at least one chain to be up, and all that are up to accept the change. */
async function checkOnChain(
  context: Context,
  account: AccountJson,
  changes: readonly OwnerChangeJson[],
): Promise<void> {
  const { factory: to, factoryData: data } = creationOf(account, changes);
  const answers = await Promise.all([...context.chains.values()].map(async (chain) => {
    try {
      await chain.node.request("eth_call", [{ to, data }, "latest"]);
      return "taken";
    } catch (error) {
      if (error instanceof NodeError) return chain.config.name;
      if (error instanceof AcctError) return "down";
      throw error;
    }
  }));
  const refused = answers.find((answer) => answer !== "taken" && answer !== "down");
  if (refused !== undefined) throw wrong("calls", `The account on ${refused} would refuse it.`);
  if (!answers.includes("taken")) throw new AcctError("chain_down");
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field: `params[0].change.${field}`, detail });
}
