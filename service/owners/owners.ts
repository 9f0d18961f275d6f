/**
 * Owner changes: kept in their order, checked as the account checks them, and brought to every chain.
 *
 * @module
 */
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
import { ownerChangesOf } from "../store/owner_changes.ts";

/** Changes that one key may store on one day: each costs the operator gas on every chain. */
const PER_KEY_AND_DAY = 500;

/**
 * Keeps a change; the same one again changes nothing.
 *
 * @throws {AcctError} `invalid_params` if it is not the next one, not signed by an owner, or not taken
 * by the chain; `limit_exceeded`
 */
export async function putOwnerChange(
  context: Context,
  keyId: string,
  account: AccountJson,
  change: OwnerChangeJson,
): Promise<void> {
  const { store } = context;
  const before = await ownerChangesOf(store, account.address);
  const same = before[change.sequence];
  if (same !== undefined) {
    if (JSON.stringify(same.calls) === JSON.stringify(change.calls)) return;
    throw wrong("sequence", "Another change came first: look at the owners again.");
  }
  if (change.sequence !== before.length) throw wrong("sequence", "It is not the next one.");
  if (before.length >= MAX_CHANGES) {
    throw wrong("sequence", `An account has at most ${MAX_CHANGES} changes.`);
  }
  try {
    await ownersAfter(account, [...before, change]);
  } catch (cause) {
    const detail = cause instanceof AcctError ? cause.message : "It cannot be read.";
    throw new AcctError("invalid_params", { field: "params.change", detail, cause });
  }
  await checkOnChain(context, account, [...before, change]);
  const day = Math.floor(Date.now() / 86_400_000);
  const { count } = await store.selectFrom("owner_changes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId).where("day", "=", day).executeTakeFirstOrThrow();
  if (Number(count) >= PER_KEY_AND_DAY) {
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
  // Somebody else's came in between: with the same calls it is this one, else the caller looks again.
  if (added === undefined) await putOwnerChange(context, keyId, account, change);
}

/** The changes, and how far each chain is with them. */
export async function ownersOf(context: Context, account: AccountJson): Promise<OwnersResult> {
  const changes = await ownerChangesOf(context.store, account.address);
  const chains = await Promise.all(
    [...context.chains.values()].map((chain) => onChain(chain, account.address)),
  );
  return { changes, chains };
}

/** How far a chain is. */
export async function onChain(chain: Chain, account: Address): Promise<OwnersOnChain> {
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

/** At least one chain must be there, and each that is must take it. */
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
  if (refused !== undefined) throw wrong("calls", `The account would not take it on ${refused}.`);
  if (!answers.includes("taken")) throw new AcctError("chain_down");
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field: `params.change.${field}`, detail });
}
