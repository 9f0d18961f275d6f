/** Reads stored owner changes. @module */
import type { Hex } from "viem";
import {
  emptyHistory,
  type OwnerHistory,
  type OwnerStep,
} from "../../../core/account/owners/history.ts";
import { isRecovery } from "../../../core/account/owners/change.ts";
import type { OwnerStepJson } from "../../../core/wire/owners.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import type { Store } from "../store.ts";

/** Returns an account's owners, from steps that were verified when they were stored. */
export async function readOwnerHistory(store: Store, account: AccountJson): Promise<OwnerHistory> {
  const rows = await store.selectFrom("owner_changes").select(["head", "change", "signer"])
    .where("account", "=", account.address.toLowerCase()).orderBy("place").execute();
  const history = emptyHistory(account);
  const steps = new Map<Hex, OwnerStep>();
  for (const { head, change: json, signer } of rows) {
    const change: OwnerStepJson = JSON.parse(json);
    const { from, owners, next } = change;
    // A recovery does not change the delay.
    const parent = from.map((each) => steps.get(each)).find((step) => step !== undefined);
    const delay = isRecovery(change) ? (parent ?? history.first).delay : change.delay;
    const step = { head: head as Hex, owners, next, delay, change, signer: signer as Hex };
    steps.set(step.head, step);
  }
  return { ...history, steps };
}

/** Returns the changes of a history, each after one of its predecessors. */
export function changesOf({ steps }: OwnerHistory): OwnerStepJson[] {
  return [...steps.values()].map(({ change }) => change);
}
