/** Steps that belong together. @module */
import type { ApprovalRequest } from "../../dialog/request.ts";

/** A request that stands alone. */
export function singleStep(): ApprovalRequest["flow"] {
  return { id: crypto.randomUUID(), step: 1, steps: 1 };
}

/** The flow's next step. */
export function nextStep(flow: ApprovalRequest["flow"]): ApprovalRequest["flow"] {
  return { ...flow, step: flow.step + 1 };
}
