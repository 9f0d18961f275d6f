import { createConfig, http } from "wagmi";
import { base } from "wagmi/chains";
import { acct } from "@sdk/connector";
import { injected } from "wagmi/connectors";

export const config = createConfig({
  chains: [base],
  connectors: [
    injected(),
    acct({
      apiKey: "pk_live_…", // TODO(acct): your API key
      appName: "My shop",
      appLogoUrl: "https://shop.example/logo.png",
      /* TODO(acct): wallet URL, attribution and telemetry have no counterpart; see docs/options.md for preference. Was: preference: { telemetry: false } */
    }),
  ],
  transports: { [base.id]: http() },
});
