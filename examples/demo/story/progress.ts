/** Stores an account's progress in this browser. @module */
import type { Address, Hex } from "viem";
import { memory } from "../parts/memory.ts";
import { type StepName, stepNames } from "./step_names.ts";

/** The results of the completed steps: transactions and permissions. */
export type Progress = Readonly<Partial<Record<StepName, Hex>>>;

const keyOf = (account: Address) => `meadow.story.${account.toLowerCase()}`;

/** Reads the progress; anything other than results counts as no progress. */
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

/** The first step that is not done; `undefined` after the last one. */
export function nextStep(progress: Progress): StepName | undefined {
  return stepNames.find((name) => progress[name] === undefined);
}

/** The last step that is done; `undefined` before the first one. */
export function lastStep(progress: Progress): StepName | undefined {
  return stepNames.findLast((name) => progress[name] !== undefined);
}
