/**
 * ConnectKit lists the connectors of the configuration, but treats connectors of an unknown type as
 * extensions that are not installed. The connector therefore claims to be injected.
 *
 * @module
 */
import { acct } from "@sdk/connector";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ConnectKitButton, ConnectKitProvider } from "connectkit";
import { createRoot } from "react-dom/client";
import { createConfig, createConnector, WagmiProvider } from "wagmi";
import { chain, parameters, transports } from "./setup.ts";
import { Sign } from "./sign.tsx";

const connectorFn = acct(parameters);

const config = createConfig({
  chains: [chain],
  connectors: [createConnector((config) => ({ ...connectorFn(config), type: "injected" }))],
  transports,
});

createRoot(document.getElementById("root")!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <ConnectKitProvider>
        <ConnectKitButton />
        <Sign />
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
