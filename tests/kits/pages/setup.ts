/** Shared by every page: the options of the connector, and the chain. @module */
import type { AcctOptions } from "@sdk/core";
import { type Chain, defineChain, http, type HttpTransport } from "viem";

const { apiKey, serverUrl, chainId } = JSON.parse(
  new URLSearchParams(location.search).get("setup")!,
) as { readonly apiKey: string; readonly serverUrl: string; readonly chainId: number };

const rpcUrl = `${serverUrl}/v1/rpc/${chainId}`;

/** The local chain. */
export const chain: Chain = defineChain({
  id: chainId,
  name: "Local",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
  testnet: true,
});

/** Transport of the chain. */
export const transports: Record<number, HttpTransport> = {
  [chainId]: http(rpcUrl, { fetchOptions: { headers: { "x-api-key": apiKey } } }),
};

/** Options of the connector. */
export const parameters: AcctOptions = {
  apiKey,
  appName: "Kits",
  defaultChainId: chainId,
  preference: { showTestnets: true, serverUrl },
};
