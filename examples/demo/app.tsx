/** The page: header, and either an invitation or the account. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, useMemo, useState, useSyncExternalStore } from "react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useConnection, WagmiProvider } from "wagmi";
import type { DemoConfig } from "./config.ts";
import { Header } from "./parts/header.tsx";
import { type Place, places, rememberedPlace, rememberPlace } from "./parts/place.ts";
import { Account } from "./screens/account.tsx";
import { ThemeLab } from "./screens/theme_lab.tsx";
import { previewAt, ThemePreview } from "./screens/theme_preview.tsx";
import { Welcome } from "./screens/welcome.tsx";
import { createWallet } from "./wallet.ts";

/** The page. */
export function App({ demo }: { readonly demo: DemoConfig }): JSX.Element {
  const [place, setPlace] = useState<Place>(rememberedPlace);
  const hash = useSyncExternalStore(followHash, () => location.hash);
  const [queries] = useState(() => new QueryClient());
  // Each is made once: a place that was left keeps its session.
  const wallets = useMemo(() => new Map<Place, ReturnType<typeof createWallet>>(), []);
  const wallet = wallets.get(place) ?? createWallet(demo, place);
  wallets.set(place, wallet);
  const preview = previewAt(hash);
  if (preview !== null) return <ThemePreview preview={preview} />;
  return (
    <WagmiProvider key={place} config={wallet}>
      <QueryClientProvider client={queries}>
        <Header
          place={place}
          onPlace={(next) => {
            rememberPlace(next);
            queries.clear();
            setPlace(next);
          }}
        />
        {hash === "#theme" ? <ThemeLab /> : <Main demo={demo} place={place} />}
        <footer className="foot">
          <span>A local chain, your own service, open source.</span>
          <span className="dot" />
          <a href={hash === "#theme" ? "#" : "#theme"}>
            {hash === "#theme" ? "Back to the demo" : "Theme playground"}
          </a>
          <span className="dot" />
          <span>{places[place].note}</span>
        </footer>
      </QueryClientProvider>
    </WagmiProvider>
  );
}

/** Calls back on each change of the address. */
function followHash(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

/** Renders the content below the header. */
function Main({ demo, place }: { readonly demo: DemoConfig; readonly place: Place }): JSX.Element {
  const connection = useConnection();
  if (connection.address !== undefined && connection.status !== "connecting") {
    return <Account demo={demo} address={connection.address} />;
  }
  return <Welcome place={place} reconnecting={connection.status === "reconnecting"} />;
}
