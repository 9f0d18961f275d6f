/** Reads stored owner changes. @module */
import type { Hex } from "viem";
import { emptyHistory, type OwnerHistory } from "../../core/account/owners/history.ts";
import type { OwnerChangeJson } from "../../core/protocol/service/owners.ts";
import type { AccountJson } from "../../core/protocol/service/mod.ts";
import type { Store } from "./store.ts";

/** Returns an account's owners, from changes that were verified when they were stored. */
export async function readOwnerHistory(store: Store, account: AccountJson): Promise<OwnerHistory> {
  const rows = await store.selectFrom("owner_changes").select(["head", "change", "signer"])
    .where("account", "=", account.address.toLowerCase()).orderBy("place").execute();
  const steps = rows.map(({ head, change: json, signer }) => {
    const change: OwnerChangeJson = JSON.parse(json);
    const { owners, next, delay } = change;
    return [head as Hex, { head: head as Hex, owners, next, delay, change, signer: signer as Hex }];
  });
  return { ...emptyHistory(account), steps: new Map(steps as []) };
}

/** Returns the changes of a history, each after one that it continues. */
export function changesOf({ steps }: OwnerHistory): OwnerChangeJson[] {
  return [...steps.values()].map(({ change }) => change);
}
