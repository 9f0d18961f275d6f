/** ConnectKit lists the wallets that announce themselves. @module */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from "connectkit";
import { createRoot } from "react-dom/client";
import { createConfig, WagmiProvider } from "wagmi";
import { Actions } from "./actions.tsx";
import { chains, transports } from "./networks.ts";

const config = createConfig(
  getDefaultConfig({
    appName: "Foreign",
    walletConnectProjectId: "00000000000000000000000000000000",
    chains,
    transports,
  }),
);

createRoot(document.getElementById("root")!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <ConnectKitProvider>
        <ConnectKitButton />
        <Actions />
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
