/** wagmi's configuration for each place of the wallet. @module */
import { acct, Mode } from "@sdk/connector";
import { ReactUIHandler } from "@sdk/ui";
import { defineChain } from "viem";
import { type Config, createConfig, createStorage, http } from "wagmi";
import type { DemoConfig } from "./config.ts";
import { memory } from "./parts/memory.ts";
import type { Place } from "./parts/place.ts";
import { paysOwnFee } from "./parts/own_fee.ts";
import type { Language } from "./text/tables.ts";

const wallets = new Map<string, Config>();

/**
 * The configuration for the demo's chain, with dialogs in a language. Each is created once, outside
 * of components: React may render a page again before it is shown, and wagmi reconnects the
 * configuration of the first rendering.
 */
export function walletFor(demo: DemoConfig, place: Place, language: Language): Config {
  const key = `${place} ${language}`;
  const wallet = wallets.get(key) ?? createWallet(demo, place, language);
  wallets.set(key, wallet);
  return wallet;
}

/** The wallet's reads go through the service. */
function createWallet(demo: DemoConfig, place: Place, language: Language): Config {
  const rpcUrl = `${demo.serverUrl}/v1/rpc/${demo.chainId}`;
  const chain = defineChain({
    id: demo.chainId,
    name: demo.chainName ?? "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    testnet: true,
  });
  return createConfig({
    chains: [chain],
    connectors: [acct({
      apiKey: demo.apiKey,
      appName: "Meadow",
      defaultChainId: demo.chainId,
      ...(demo.ens !== undefined && { ens: demo.ens }),
      paymasters: paysOwnFee() ? {} : {
        [demo.chainId]: {
          url: demo.paymasterUrl ?? `${demo.serverUrl}/v1/paymaster/${demo.chainId}`,
        },
      },
      preference: {
        ...(place === "page"
          ? { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() }
          : { mode: Mode.CrossPlatform }),
        transport: place === "frame" ? "auto" : "popup",
        showTestnets: true,
        locale: language,
        serverUrl: demo.serverUrl,
        ...(demo.keysUrl !== undefined && { keysUrl: demo.keysUrl }),
      },
      theme: { accentColor: "#0f766e" },
    })],
    multiInjectedProviderDiscovery: false,
    pollingInterval: 1_000,
    // Each place has its own wallet, so each has its own storage.
    storage: createStorage({ storage: memory, key: `meadow.${place}` }),
    transports: {
      [chain.id]: http(rpcUrl, { fetchOptions: { headers: { "x-api-key": demo.apiKey } } }),
    },
  });
}
