import { Acct } from "@sdk/core";
import { Hooks } from "@sdk/connector";
import { base } from "viem/chains";

export const porto = Acct.create({
  apiKey: "pk_live_…", // TODO(acct): your API key
  defaultChainId: base.id,
  /* TODO(acct): the user selects the token in the dialog; remove this option. Was: feeToken: "USDC" */
});

export const accounts = porto.provider.request({ method: "eth_requestAccounts" });

export function useBalances() {
  return Hooks.useGetAssets().data;
}
