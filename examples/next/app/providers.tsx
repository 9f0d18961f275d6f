"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type State, WagmiProvider } from "wagmi";
import { makeConfig } from "./config";

export function Providers(
  { apiKey, state, children }: { apiKey: string; state: State | undefined; children: ReactNode },
) {
  const [config] = useState(() => makeConfig(apiKey));
  const [client] = useState(() => new QueryClient());
  return (
    <WagmiProvider config={config} initialState={state}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </WagmiProvider>
  );
}
