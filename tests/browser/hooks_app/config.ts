/** wagmi's configuration of the page, derived from the query. @module */
import { acct, Mode } from "@sdk/connector";
import { ReactUIHandler } from "@sdk/ui";
import { type Chain, defineChain, type Hex } from "viem";
import { type Config, createConfig, http } from "wagmi";
import { mainnet } from "wagmi/chains";

/** The query. */
export interface Setup {
  readonly mode: Mode;
  readonly apiKey: string;
  readonly serverUrl: string;
  readonly chainId: number;
  /** A second local chain. */
  readonly secondId: number;
  /** Domain below which new accounts get names, if any. */
  readonly ens?: string;
  /** An account that is read about without a connection. */
  readonly other: Hex;
}

/** The setup of this page. */
export const setup: Setup = JSON.parse(new URLSearchParams(location.search).get("setup")!);

const rpcUrl = (id: number) => `${setup.serverUrl}/v1/rpc/${id}`;

/** A chain of the stack. */
const chainOf = (id: number, name: string): Chain =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    supportsTransactionReplacementDetection: false,
    rpcUrls: { default: { http: [rpcUrl(id)] } },
    testnet: true,
  });

const local = chainOf(setup.chainId, "Local");
const second = chainOf(setup.secondId, "Second");
const transport = (id: number) =>
  http(rpcUrl(id), { fetchOptions: { headers: { "x-api-key": setup.apiKey } } });
const paymaster = (id: number) => ({ url: `${setup.serverUrl}/v1/paymaster/${id}` });

/** The configuration. Mainnet is only a target for switching away; it gets no requests. */
export const config: Config = createConfig({
  chains: [local, second, mainnet],
  connectors: [acct({
    apiKey: setup.apiKey,
    appName: "Hooks",
    defaultChainId: setup.chainId,
    ...(setup.ens !== undefined && { ens: setup.ens }),
    paymasters: { [local.id]: paymaster(local.id), [second.id]: paymaster(second.id) },
    preference: {
      showTestnets: true,
      serverUrl: setup.serverUrl,
      ...(setup.mode === Mode.AppSpecific
        ? { mode: setup.mode, uiHandler: new ReactUIHandler() }
        : { mode: setup.mode }),
    },
  })],
  multiInjectedProviderDiscovery: false,
  pollingInterval: 250,
  transports: {
    [local.id]: transport(local.id),
    [second.id]: transport(second.id),
    [mainnet.id]: http("https://mainnet.invalid"),
  },
});
