/** AppKit lists the wallets that announce themselves. @module */
import { createAppKit } from "@reown/appkit/react";
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi";
import type { AppKitNetwork } from "@reown/appkit/networks";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import type { Chain } from "viem";
import { WagmiProvider } from "wagmi";
import { Actions } from "./actions.tsx";
import { chains, transports } from "./networks.ts";

const networkOf = (chain: Chain): AppKitNetwork => ({
  ...chain,
  chainNamespace: "eip155",
  caipNetworkId: `eip155:${chain.id}`,
});
const networks: [AppKitNetwork, AppKitNetwork] = [networkOf(chains[0]), networkOf(chains[1])];
const projectId = "00000000000000000000000000000000";
const adapter = new WagmiAdapter({ networks, projectId, transports });
const appKit = createAppKit({
  adapters: [adapter],
  networks,
  projectId,
  features: { analytics: false, email: false, socials: false },
});

createRoot(document.getElementById("root")!).render(
  <WagmiProvider config={adapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <button type="button" data-testid="open" onClick={() => appKit.open()}>Open</button>
      <Actions />
    </QueryClientProvider>
  </WagmiProvider>,
);
