/** @jsxImportSource react */
import type { ReactNode } from "react";
import { acct } from "@sdk/connector";
import { createConfig, WagmiProvider } from "wagmi";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { http } from "viem";
import { base } from "viem/chains";

const queryClient = new QueryClient();

export const config = createConfig({
  connectors: [acct({ apiKey: "pk_live_…" /* TODO(acct): your API key */ })],
  chains: [base],
  transports: { [base.id]: http() },
});

export default function Providers({ children }: { children: ReactNode }) {
  return (
    <>{/* TODO(acct): move the options that you need, see docs/options.md. Was: appId="app" config={{ loginMethods: ["email"] }} */}
      <QueryClientProvider client={queryClient}>
        <WagmiProvider config={config}>{children}</WagmiProvider>
      </QueryClientProvider>
    </>
  );
}
