/** RainbowKit lists wallets that are made for it: a few lines around the connector. @module */
import "@rainbow-me/rainbowkit/styles.css";
import { ConnectButton, connectorsForWallets, RainbowKitProvider } from "@rainbow-me/rainbowkit";
import type { Wallet } from "@rainbow-me/rainbowkit";
import { acct } from "@sdk/connector";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { createConfig, createConnector, WagmiProvider } from "wagmi";
import { chain, parameters, transports } from "./setup.ts";
import { Sign } from "./sign.tsx";

const connectorFn = acct(parameters);

const wallet = (): Wallet => ({
  id: "acct",
  name: "Acct",
  iconUrl: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
  iconBackground: "#4846d4",
  createConnector: (details) =>
    createConnector((config) => ({ ...connectorFn(config), ...details })),
});

const config = createConfig({
  chains: [chain],
  connectors: connectorsForWallets([{ groupName: "Passkeys", wallets: [wallet] }], {
    appName: "Kits",
    projectId: "00000000000000000000000000000000",
  }),
  transports,
});

createRoot(document.getElementById("root")!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <ConnectButton />
        <Sign />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
