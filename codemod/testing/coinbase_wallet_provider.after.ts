import { Acct } from "@sdk/core";

export const first = Acct.create({
  apiKey: "pk_live_…", // TODO(acct): your API key
  appName: "My shop",
  /* TODO(acct): wallet kind, keys URL and attribution have no counterpart; see docs/options.md for preference. Was: preference: {
    options: "smartWalletOnly", /* The comment ends here. *\/
  } */
});

export const second = Acct.create({ apiKey: "pk_live_…" /* TODO(acct): your API key */, appName: "My shop", defaultChainId: 8453 })
  .provider /* TODO(acct): these options have no counterpart. Was: { options: "all" } */;

export const accounts = first.provider.request({ method: "eth_requestAccounts" });
