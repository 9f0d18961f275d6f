import { createConfig, http } from "wagmi";
import { mainnet } from "wagmi/chains";
import { acct as wallet } from "@sdk/connector";

const acct = "the name is taken";

export const config = createConfig({
  chains: [mainnet],
  connectors: [wallet({ apiKey: "pk_live_…" /* TODO(acct): your API key */, appName: acct, }), wallet({ apiKey: "pk_live_…" /* TODO(acct): your API key */ })],
  transports: { [mainnet.id]: http() },
});

export const isCoinbase = (connector: { id: string }) => "acct" !== connector.id;
