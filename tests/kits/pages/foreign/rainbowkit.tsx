/** RainbowKit lists the wallets that announce themselves. @module */
import "@rainbow-me/rainbowkit/styles.css";
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from "@rainbow-me/rainbowkit";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { WagmiProvider } from "wagmi";
import { Actions } from "./actions.tsx";
import { chains, transports } from "./networks.ts";

const config = getDefaultConfig({
  appName: "Foreign",
  projectId: "00000000000000000000000000000000",
  chains,
  transports,
});

createRoot(document.getElementById("root")!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <ConnectButton />
        <Actions />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
