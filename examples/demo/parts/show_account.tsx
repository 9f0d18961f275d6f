/** Opens the wallet's own account dialog. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import { useMutation } from "@tanstack/react-query";
import type { ProviderInterface } from "@sdk/core";
import { useConnection } from "wagmi";
import { useWords } from "../text/language.ts";
import { ActionButton } from "./action_button.tsx";
import { Problem } from "./problem.tsx";

/** The button: balances, networks and Disconnect are in the dialog. */
export function ShowAccount(): JSX.Element {
  const { connector } = useConnection();
  const words = useWords();
  const show = useMutation({
    mutationFn: async () => {
      const provider = await connector!.getProvider() as ProviderInterface;
      return await provider.request({ method: "acct_showAccount", params: [] });
    },
  });
  return (
    <>
      <ActionButton
        testid="show-account"
        look="link"
        words={show.isPending ? words.waiting : words.show}
        busy={show.isPending}
        off={connector === undefined}
        onPress={() => show.mutate()}
      />
      <Problem error={show.error} />
    </>
  );
}
