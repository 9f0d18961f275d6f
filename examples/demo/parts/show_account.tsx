/** Opens the wallet's own dialog of the account. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import { useMutation } from "@tanstack/react-query";
import type { ProviderInterface } from "@sdk/core";
import { useConnection } from "wagmi";
import { Problem } from "./problem.tsx";

/** The button: balances, networks and Disconnect are in the dialog. */
export function ShowAccount(): JSX.Element {
  const { connector } = useConnection();
  const show = useMutation({
    mutationFn: async () => {
      const provider = await connector!.getProvider() as ProviderInterface;
      return await provider.request({ method: "acct_showAccount", params: [] });
    },
  });
  return (
    <>
      <button
        type="button"
        className="quiet"
        data-testid="show-account"
        aria-busy={show.isPending}
        disabled={show.isPending || connector === undefined}
        onClick={() => show.mutate()}
      >
        {show.isPending ? "Waiting for you…" : "Show in the wallet"}
      </button>
      <Problem error={show.error} />
    </>
  );
}
