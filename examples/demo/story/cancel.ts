/** Last step: the user revokes the permission in the wallet, without the app's help. @module */
import { useMutation } from "@tanstack/react-query";
import type { ProviderInterface } from "@sdk/core";
import { usePermissions, useRevokePermissions } from "@sdk/connector";
import { useConnection } from "wagmi";
import type { Step, StepInput } from "./step.ts";

/** The step, if the wallet has a separate page. */
export function useCancelInWallet({ subscription }: StepInput): Step {
  const { connector } = useConnection();
  const permissions = usePermissions({ query: { refetchOnMount: "always" } });
  const cancelled = subscription !== undefined && permissions.data !== undefined &&
    !permissions.isFetching && !permissions.data.some(({ id }) => id === subscription);
  const open = useMutation({
    mutationFn: async () => {
      const provider = await connector!.getProvider() as ProviderInterface;
      await provider.request({ method: "acct_openWallet" });
    },
  });
  return {
    run: () => open.mutate(),
    waits: open.isPending ? "user" : null,
    error: open.error ?? permissions.error,
    failed: false,
    result: cancelled ? subscription : undefined,
  };
}

/** The step, if the wallet is in this page. */
export function useCancelHere({ subscription }: StepInput): Step {
  const revoke = useRevokePermissions();
  const cancel = () => revoke.mutate({ id: subscription! });
  return {
    run: cancel,
    waits: revoke.isPending ? "user" : null,
    error: revoke.error,
    failed: false,
    result: revoke.data?.success === true ? subscription : undefined,
  };
}
