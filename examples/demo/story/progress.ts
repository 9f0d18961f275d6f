/** Remembers how far an account has come, for this browser. @module */
import type { Address, Hex } from "viem";
import { memory } from "../parts/memory.ts";
import { type StepName, stepNames } from "./step_names.ts";

/** The results of the steps that are done: transactions and permissions. */
export type Progress = Readonly<Partial<Record<StepName, Hex>>>;

const keyOf = (account: Address) => `meadow.story.${account.toLowerCase()}`;

/** Reads it; anything else than results counts as nothing done. */
export function rememberedProgress(account: Address): Progress {
  try {
    const kept: unknown = JSON.parse(memory.getItem(keyOf(account)) ?? "{}");
    const known = stepNames.map((name) => [name, Reflect.get(Object(kept), name)]);
    return Object.fromEntries(known.filter(([, result]) => /^0x[0-9a-f]{64}$/i.test(result)));
  } catch {
    return {};
  }
}

/** Keeps it. */
export function rememberProgress(account: Address, progress: Progress): void {
  memory.setItem(keyOf(account), JSON.stringify(progress));
}

/** The first step that is not done; `undefined` after the last. */
export function nextStep(progress: Progress): StepName | undefined {
  return stepNames.find((name) => progress[name] === undefined);
}

/** The last step that is done; `undefined` before the first. */
export function lastStep(progress: Progress): StepName | undefined {
  return stepNames.findLast((name) => progress[name] !== undefined);
}
