/** @jsxImportSource react */
import { acct } from "@sdk/connector";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createConfig, http, WagmiProvider, useAccount, useConnect, useConnectors, useDisconnect } from "wagmi";
import type { ReactNode } from "react";
import { base, mainnet } from "viem/chains";

const logo = "https://shop.example/logo.png";

const acctConfig = createConfig({
  chains: [base, mainnet],
  connectors: [acct({ apiKey: "pk_live_…", appLogoUrl: logo })], // TODO(acct): your API key
  transports: { [base.id]: http(), [mainnet.id]: http() },
});
const acctQueries = new QueryClient();

export function Providers({ children }: { children: ReactNode }) {
  return (
    <WagmiProvider config={acctConfig}><QueryClientProvider client={acctQueries}>{/* TODO(acct): move the options that you need, see docs/options.md. Was: appId="app" config={{
        defaultChain: base,
        supportedChains: [mainnet, base],
        appearance: { logo },
        externalWallets: { solana: { connectors: toSolanaWalletConnectors() } },
      }} */}
      <>{children}</>
    </QueryClientProvider></WagmiProvider>
  );
}

export function SignIn() {
  const ready = !useAccount().isReconnecting;
  const authenticated = useAccount().isConnected;
  const { connect } = useConnect();
  const connectors = useConnectors();
  const login = () => connect({ connector: connectors[0]! });
  const { disconnectAsync } = useDisconnect();
  const signOut = () => disconnectAsync();
  if (!ready) return null;
  return authenticated
    ? <button type="button" onClick={signOut}>Sign out</button>
    : <button type="button" onClick={login}>Sign in</button>;
}
