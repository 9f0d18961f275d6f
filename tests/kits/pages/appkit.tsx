/** AppKit lists the connectors of its wagmi adapter. @module */
import { createAppKit } from "@reown/appkit/react";
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi";
import { acct } from "@sdk/connector";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { WagmiProvider } from "wagmi";
import { chain, parameters, transports } from "./setup.ts";
import { Sign } from "./sign.tsx";

const network = {
  ...chain,
  chainNamespace: "eip155" as const,
  caipNetworkId: `eip155:${chain.id}` as const,
};
const projectId = "00000000000000000000000000000000";
const adapter = new WagmiAdapter({
  networks: [network],
  projectId,
  connectors: [acct(parameters)],
  transports,
});
const appKit = createAppKit({
  adapters: [adapter],
  networks: [network],
  projectId,
  features: { analytics: false, email: false, socials: false },
});

createRoot(document.getElementById("root")!).render(
  <WagmiProvider config={adapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <button type="button" data-testid="open" onClick={() => appKit.open()}>Open</button>
      <Sign />
    </QueryClientProvider>
  </WagmiProvider>,
);
