/** wagmi's configuration of the page, from what the query says. @module */
import { acct, Mode } from "@sdk/connector";
import { ReactUIHandler } from "@sdk/ui";
import { defineChain, type Hex } from "viem";
import { type Config, createConfig, http } from "wagmi";
import { mainnet } from "wagmi/chains";

/** What the query holds. */
export interface Setup {
  readonly mode: Mode;
  readonly apiKey: string;
  readonly serverUrl: string;
  readonly chainId: number;
  /** An account that is read about without a connection. */
  readonly other: Hex;
}

/** The setup of this page. */
export const setup: Setup = JSON.parse(new URLSearchParams(location.search).get("setup")!);

const rpcUrl = `${setup.serverUrl}/v1/rpc/${setup.chainId}`;

/** The local chain. */
const local = defineChain({
  id: setup.chainId,
  name: "Local",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
  testnet: true,
});

/** The configuration. Mainnet is only there to be switched away from; nothing asks it. */
export const config: Config = createConfig({
  chains: [local, mainnet],
  connectors: [acct({
    apiKey: setup.apiKey,
    appName: "Hooks",
    defaultChainId: setup.chainId,
    paymasters: { [local.id]: { url: `${setup.serverUrl}/v1/paymaster/${local.id}` } },
    preference: {
      mode: setup.mode,
      showTestnets: true,
      serverUrl: setup.serverUrl,
      ...(setup.mode === Mode.AppSpecific && { uiHandler: new ReactUIHandler() }),
    },
  })],
  multiInjectedProviderDiscovery: false,
  pollingInterval: 250,
  transports: {
    [local.id]: http(rpcUrl, { fetchOptions: { headers: { "x-api-key": setup.apiKey } } }),
    [mainnet.id]: http("https://mainnet.invalid"),
  },
});
