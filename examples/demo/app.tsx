/** The page: header, then either an invitation or the story of the account. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { type JSX, lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useConnection, WagmiProvider } from "wagmi";
import type { DemoConfig } from "./config.ts";
import { Developers } from "./parts/developers.tsx";
import { Header } from "./parts/header.tsx";
import { type Place, rememberedPlace, rememberPlace } from "./parts/place.ts";
import { Story } from "./screens/story.tsx";
import { isPreviewAddress, isThemeAddress } from "./screens/theme_address.ts";
import { Welcome } from "./screens/welcome.tsx";
import { LanguageContext, useWords } from "./text/language.ts";
import {
  applyLanguage,
  type Language,
  rememberedLanguage,
  rememberLanguage,
} from "./text/tables.ts";
import { walletFor } from "./wallet.ts";

// The playground contains every dialog, so only its own URLs load it.
const ThemeLab = lazy(async () => ({
  default: (await import("./screens/theme_lab.tsx")).ThemeLab,
}));
const ThemePreview = lazy(async () => ({
  default: (await import("./screens/theme_preview.tsx")).ThemePreview,
}));

const queries = new QueryClient();

/** The page. */
export function App({ demo }: { readonly demo: DemoConfig }): JSX.Element {
  const [place, setPlace] = useState<Place>(rememberedPlace);
  const [language, setLanguage] = useState<Language>(rememberedLanguage);
  // Stored here, because the content below is mounted again for each place.
  const [unfolded, setUnfolded] = useState(false);
  const hash = useSyncExternalStore(followHash, () => location.hash);
  const wallet = walletFor(demo, place, language);
  useEffect(() => applyLanguage(language), [language]);
  if (isPreviewAddress(hash)) {
    return (
      <Suspense>
        <ThemePreview hash={hash} />
      </Suspense>
    );
  }
  return (
    <LanguageContext value={language}>
      <WagmiProvider key={`${place} ${language}`} config={wallet}>
        <QueryClientProvider client={queries}>
          <Header
            onLanguage={(next) => {
              rememberLanguage(next);
              setLanguage(next);
            }}
          />
          {isThemeAddress(hash)
            ? (
              <Suspense>
                <ThemeLab hash={hash} />
              </Suspense>
            )
            : (
              <Main
                demo={demo}
                place={place}
                unfolded={unfolded}
                onUnfold={setUnfolded}
                onPlace={(next) => {
                  rememberPlace(next);
                  queries.clear();
                  setPlace(next);
                }}
              />
            )}
        </QueryClientProvider>
      </WagmiProvider>
    </LanguageContext>
  );
}

/** Calls back on each change of the URL's fragment. */
function followHash(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}

/** Props of the content. */
interface MainProps {
  readonly demo: DemoConfig;
  readonly place: Place;
  readonly onPlace: (place: Place) => void;
  readonly unfolded: boolean;
  readonly onUnfold: (unfolded: boolean) => void;
}

/** Renders the content below the header. */
function Main(props: MainProps): JSX.Element {
  const { demo, place, onPlace, unfolded, onUnfold } = props;
  const { address, status } = useConnection();
  const words = useWords();
  const connected = address !== undefined && status !== "connecting";
  return (
    <>
      {connected
        ? <Story key={address} demo={demo} address={address} place={place} />
        : <Welcome reconnecting={status === "reconnecting"} />}
      <footer className="foot">
        <Developers
          place={place}
          onPlace={onPlace}
          open={unfolded}
          onOpen={onUnfold}
          address={connected ? address : undefined}
        />
        <span className="muted small">{words.foot}</span>
      </footer>
    </>
  );
}
