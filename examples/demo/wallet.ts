/** wagmi's configuration for each mode. @module */
import { acct, Mode } from "@sdk/connector";
import { ReactUIHandler } from "@sdk/ui";
import { defineChain } from "viem";
import { type Config, createConfig, createStorage, http } from "wagmi";
import type { DemoConfig } from "./config.ts";
import { paysOwnFee } from "./parts/own_fee.ts";

/** A configuration for the demo's chain. Its reads go through the service. */
export function createWallet(demo: DemoConfig, mode: Mode): Config {
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
      ...(!paysOwnFee() && {
        paymasters: {
          [demo.chainId]: {
            url: demo.paymasterUrl ?? `${demo.serverUrl}/v1/paymaster/${demo.chainId}`,
          },
        },
      }),
      preference: {
        mode,
        showTestnets: true,
        serverUrl: demo.serverUrl,
        ...(demo.keysUrl !== undefined && { keysUrl: demo.keysUrl }),
        ...(mode === Mode.AppSpecific && { uiHandler: new ReactUIHandler() }),
      },
      theme: { accentColor: "#0f766e" },
    })],
    multiInjectedProviderDiscovery: false,
    pollingInterval: 1_000,
    // Each mode has a wallet of its own, so each has a memory of its own.
    storage: createStorage({ storage: localStorage, key: `meadow.${mode}` }),
    transports: {
      [chain.id]: http(rpcUrl, { fetchOptions: { headers: { "x-api-key": demo.apiKey } } }),
    },
  });
}
