/** The page: header, and either an invitation or the account. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useMemo, useState, useSyncExternalStore } from "react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Mode } from "@sdk/connector";
import { useConnection, WagmiProvider } from "wagmi";
import type { DemoConfig } from "./config.ts";
import { Header } from "./parts/header.tsx";
import { rememberedMode, rememberMode } from "./parts/mode.ts";
import { Account } from "./screens/account.tsx";
import { ThemeLab } from "./screens/theme_lab.tsx";
import { Welcome } from "./screens/welcome.tsx";
import { createWallet } from "./wallet.ts";

/** The page. */
export function App({ demo }: { readonly demo: DemoConfig }): JSX.Element {
  const [mode, setMode] = useState<Mode>(rememberedMode);
  const place = useSyncExternalStore(followPlace, () => location.hash);
  const [queries] = useState(() => new QueryClient());
  // Both are made once: a mode that was left keeps its session.
  const wallets = useMemo(() => new Map<Mode, ReturnType<typeof createWallet>>(), []);
  const wallet = wallets.get(mode) ?? createWallet(demo, mode);
  wallets.set(mode, wallet);
  return (
    <WagmiProvider key={mode} config={wallet}>
      <QueryClientProvider client={queries}>
        <Header
          mode={mode}
          onMode={(next) => {
            rememberMode(next);
            queries.clear();
            setMode(next);
          }}
        />
        {place === "#theme" ? <ThemeLab /> : <Main demo={demo} mode={mode} />}
        <footer className="foot">
          <span>A local chain, your own service, open source.</span>
          <span className="dot" />
          <a href={place === "#theme" ? "#" : "#theme"}>
            {place === "#theme" ? "Back to the demo" : "Theme playground"}
          </a>
          <span className="dot" />
          <span>
            {mode === Mode.CrossPlatform ? "Wallet in its own window" : "Wallet in this page"}
          </span>
        </footer>
      </QueryClientProvider>
    </WagmiProvider>
  );
}

/** Tells of each change of the address. */
function followPlace(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

/** What is shown below the header. */
function Main({ demo, mode }: { readonly demo: DemoConfig; readonly mode: Mode }): JSX.Element {
  const connection = useConnection();
  if (connection.address !== undefined && connection.status !== "connecting") {
    return <Account demo={demo} address={connection.address} />;
  }
  return <Welcome mode={mode} reconnecting={connection.status === "reconnecting"} />;
}
