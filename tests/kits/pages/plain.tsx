/** wagmi alone. @module */
import { acct, useConnect } from "@sdk/connector";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type JSX, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createConfig, useConnectors, WagmiProvider } from "wagmi";
import { chain, parameters, transports } from "./setup.ts";
import { Sign } from "./sign.tsx";

const config = createConfig({ chains: [chain], connectors: [acct(parameters)], transports });

function Connect(): JSX.Element {
  const connect = useConnect();
  // The wallet also announces itself, but wagmi lists it once.
  const connectors = useConnectors();
  return (
    <>
      <p data-testid="connectors">{connectors.map(({ name }) => name).join()}</p>
      <button
        type="button"
        data-testid="connect"
        onClick={() => connect.mutate({ connector: connectors[0]! })}
      >
        Connect
      </button>
    </>
  );
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Connect />
        <Sign />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
);
