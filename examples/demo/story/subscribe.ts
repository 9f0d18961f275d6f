/** Third step: a permission whose limits the chain enforces. @module */
import { parseUnits } from "viem";
import { useGrantPermissions } from "@sdk/connector";
import { cafe, type Step, type StepInput } from "./step.ts";

/** The step. */
export function useSubscribe({ token, decimals }: StepInput): Step {
  const grant = useGrantPermissions();
  const subscribe = () =>
    grant.mutate({
      spender: cafe,
      expiry: Math.floor(Date.now() / 1000) + 365 * 86_400,
      permissions: {
        spends: [{ token, allowance: String(parseUnits("5", decimals)), unit: "week" }],
      },
    });
  return {
    run: subscribe,
    waits: grant.isPending ? "user" : null,
    error: grant.error,
    failed: false,
    result: grant.data?.permissionId,
  };
}
