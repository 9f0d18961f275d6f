/** Numbers the steps of a flow. @module */
import { randomId } from "../../lib/random_id.ts";
import type { DialogRequest } from "../../dialog/types.ts";

/** Creates the flow of a single request. */
export function singleStep(): DialogRequest["flow"] {
  return { id: randomId(), step: 1, steps: 1 };
}

/** Advances a flow by one step. */
export function nextStep(flow: DialogRequest["flow"]): DialogRequest["flow"] {
  return { ...flow, step: flow.step + 1 };
}
