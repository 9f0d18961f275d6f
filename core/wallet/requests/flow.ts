/** Steps that belong together. @module */
import type { DialogRequest } from "../../dialog/request.ts";

/** A request that stands alone. */
export function singleStep(): DialogRequest["flow"] {
  return { id: crypto.randomUUID(), step: 1, steps: 1 };
}

/** The flow's next step. */
export function nextStep(flow: DialogRequest["flow"]): DialogRequest["flow"] {
  return { ...flow, step: flow.step + 1 };
}
