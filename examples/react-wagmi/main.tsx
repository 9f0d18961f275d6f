import { acct } from "@sdk/connector";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createConfig, http, WagmiProvider } from "wagmi";
import { foundry } from "wagmi/chains";
import { Account } from "./account.tsx";

const config = createConfig({
  chains: [foundry],
  connectors: [acct({
    apiKey: import.meta.env.VITE_ACCT_KEY,
    appName: "React and wagmi",
  })],
  transports: { [foundry.id]: http() },
});

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Account />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
);
