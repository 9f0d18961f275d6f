/** @jsxRuntime automatic */
/** @jsxImportSource react */
/** @jsxImportSourceTypes @types/react */
/** Uses each example in its page, by the name of its block. @module */
import { acct, connect as connectWith, usePermissions } from "@sdk/connector";
import { Acct, type Address, type Hex, Mode, type ProviderInterface } from "@sdk/core";
import type { UIHandler } from "@sdk/core/dialog";
import { cookieStorage } from "@sdk/core/storage";
import type { testUser } from "@sdk/core/testing";
import { ReactUIHandler } from "@sdk/ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
// @ts-types="npm:@types/react@^19.2.0"
import type { ComponentType } from "react";
// @ts-types="npm:@types/react-dom@^19.2.0/client"
import { createRoot } from "react-dom/client";
import { type LocalAccount, stringToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type Config, createConfig, type CreateConnectorFn, http, WagmiProvider } from "wagmi";
import { connect, getConnection, sendCalls, waitForCallsStatus } from "wagmi/actions";
import { base } from "wagmi/chains";

/** Loads the module of an example. */
export type Load = () => Promise<Readonly<Record<string, unknown>>>;

/** Uses an example, in a click. The test checks its result. */
type Driver = (load: Load) => Promise<unknown>;

const FRIEND: Address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const USDC: Address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** The key that the test passes to this page. */
const apiKey = new URLSearchParams(location.search).get("key")!;

const dialogs = () => ({ mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() });

/** Connects the provider that an example makes. */
const connects: Driver = async (load) => {
  const { provider } = await load() as { readonly provider: ProviderInterface };
  return await provider.request({ method: "eth_requestAccounts" });
};

/** Waits for the end of a bundle. */
async function settled(provider: ProviderInterface, id: string): Promise<number> {
  for (;;) {
    const { status } = await provider.request({ method: "wallet_getCallsStatus", params: [id] });
    if (status !== 100) return status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** wagmi on Base with a connector. */
function configOf(connector: CreateConnectorFn): Config {
  return createConfig({
    chains: [base],
    connectors: [connector],
    transports: { [base.id]: http() },
  });
}

/** Shows components as an app does that is connected. */
async function show(part: ComponentType, { connected }: { readonly connected: boolean }) {
  const config = configOf(acct({ apiKey, defaultChainId: base.id, preference: dialogs() }));
  if (connected) await connect(config, { connector: config.connectors[0]! });
  const Part = part;
  createRoot(document.getElementById("app")!).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Part />
      </QueryClientProvider>
    </WagmiProvider>,
  );
}

/** A dialog of an example for signatures, and the supplied ones for the rest. */
function joined(own: UIHandler, others: UIHandler): UIHandler {
  const of = (method: string) => own.canHandle(method) ? own : others;
  return {
    init(config) {
      own.init(config);
      others.init(config);
    },
    canHandle: (method) => of(method).canHandle(method),
    request: (method, params) => of(method).request(method, params),
    cleanup() {
      own.cleanup();
      others.cleanup();
    },
  };
}

/** Drivers by the names of the blocks. */
export const drivers: Readonly<Record<string, Driver>> = {
  async "README.md#react-with-wagmi"(load) {
    const { config } = await load() as { readonly config: Config };
    const { chainId, accounts: [address] } = await connect(config, {
      connector: config.connectors[0]!,
    });
    const { id } = await sendCalls(config, { calls: [{ to: FRIEND }] });
    const { status } = await waitForCallsStatus(config, { id, pollingInterval: 100 });
    return { address, chainId, status };
  },
  async "README.md#any-app"(load) {
    const { provider, address, id } = await load() as {
      readonly provider: ProviderInterface;
      readonly address: Address;
      readonly id: string;
    };
    const chainId = Number(await provider.request({ method: "eth_chainId" }));
    return { address, chainId, status: await settled(provider, id) };
  },
  "README.md#dialogs-in-your-page": connects,
  async "docs/agents.md#give-an-agent-a-budget"(load) {
    return (await load()).granted;
  },
  async "docs/custom-dialogs.md#custom-dialogs"(load) {
    const { handler } = await load() as { readonly handler: UIHandler };
    const uiHandler = joined(handler, new ReactUIHandler());
    const { provider } = Acct.create({
      apiKey,
      defaultChainId: base.id,
      preference: { mode: Mode.AppSpecific, uiHandler },
    });
    const [address] = await provider.request({ method: "eth_requestAccounts" });
    const params = ["0x68656c6c6f", address!] as const;
    const signature = await provider.request({ method: "personal_sign", params });
    return { address, signature };
  },
  async "docs/hooks.md#hooks-and-actions"(load) {
    const { useNativeAssets } = await load() as {
      useNativeAssets(): readonly { readonly metadata?: { readonly symbol: string } }[] | undefined;
    };
    const Natives = () => <p>{useNativeAssets()?.map(({ metadata }) => metadata?.symbol)}</p>;
    await show(Natives, { connected: true });
  },
  async "docs/hooks.md#useconnect"(load) {
    const { SignIn } = await load() as { SignIn: ComponentType<{ nonce: string }> };
    await show(() => <SignIn nonce="abcdefgh12345678" />, { connected: false });
  },
  async "docs/hooks.md#usegrantpermissions"(load) {
    const { Subscribe } = await load() as {
      Subscribe: ComponentType<{ shop: Address; usdc: Address }>;
    };
    const Granted = () => {
      const { data = [] } = usePermissions();
      return <output id="granted">{data.map(({ spender }) => spender)}</output>;
    };
    const Both = () => (
      <>
        <Subscribe shop={FRIEND} usdc={USDC} />
        <Granted />
      </>
    );
    await show(Both, { connected: true });
  },
  async "docs/hooks.md#usegetassets"(load) {
    const { Balances } = await load() as { Balances: ComponentType };
    await show(Balances, { connected: true });
  },
  async "docs/hooks.md#without-react"(load) {
    const { subscribe, config } = await load() as {
      readonly config: Config;
      subscribe(shop: Address, token: Address): Promise<{ readonly permissionId: Hex }>;
    };
    const { permissionId } = await subscribe(FRIEND, USDC);
    return { permissionId, status: getConnection(config).status };
  },
  async "docs/migration.md#from-porto"(load) {
    const { connectors: [connector] } = await load() as {
      readonly connectors: readonly CreateConnectorFn[];
    };
    const config = configOf(connector!);
    return (await connect(config, { connector: config.connectors[0]! })).accounts;
  },
  "docs/migration.md#from-base-account": connects,
  "docs/migration.md#from-the-coinbase-wallet-sdk": connects,
  async "docs/migration.md#from-privy"(load) {
    const { config } = await load() as { readonly config: Config };
    return (await connect(config, { connector: config.connectors[0]! })).accounts;
  },
  "docs/modes.md#crossplatform": connects,
  "docs/modes.md#appspecific": connects,
  async "docs/modes.md#an-owner-without-a-passkey"(load) {
    const { walletOf } = await load() as {
      readonly walletOf: (owner: LocalAccount) => ProviderInterface;
    };
    const provider = walletOf(privateKeyToAccount(generatePrivateKey()));
    const [address] = await provider.request({ method: "eth_requestAccounts" });
    const message = "hello";
    const params = [stringToHex(message), address!] as const;
    const signature = await provider.request({ method: "personal_sign", params });
    return { address, message, signature };
  },
  async "docs/names.md#in-an-app"(load) {
    const { connector } = await load() as { readonly connector: CreateConnectorFn };
    const config = configOf(connector);
    const { accounts } = await connectWith(config, {
      connector: config.connectors[0]!,
      capabilities: {},
    });
    return accounts;
  },
  async "docs/names.md#in-an-app 2"(load) {
    const { Join } = await load() as { Join: ComponentType };
    const config = configOf(
      acct({ apiKey, defaultChainId: base.id, ens: "demo.eth", preference: dialogs() }),
    );
    createRoot(document.getElementById("app")!).render(
      <WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <Join />
        </QueryClientProvider>
      </WagmiProvider>,
    );
  },
  async "docs/options.md#a-session-in-a-cookie"() {
    // Page of the same mode as the server's.
    const { provider } = Acct.create({ apiKey, preference: { sessionStorage: cookieStorage() } });
    const [address] = await provider.request({ method: "eth_requestAccounts" });
    return { address, cookie: document.cookie };
  },
  async "docs/quick-start.md#react-with-wagmi 2"(load) {
    const { App } = await load() as { App: ComponentType };
    createRoot(document.getElementById("app")!).render(<App />);
  },
  async "docs/quick-start.md#deno-or-any-bundler-without-a-framework"(load) {
    const { provider, buy } = await load() as {
      readonly provider: ProviderInterface;
      buy(shop: Address): Promise<string>;
    };
    return await settled(provider, await buy(FRIEND));
  },
  async "docs/sponsorship.md#sponsorship"(load) {
    const { provider } = await load() as { readonly provider: ProviderInterface };
    await provider.request({ method: "eth_requestAccounts" });
    const { id } = await provider.request({
      method: "wallet_sendCalls",
      params: [{ version: "2.0.0", chainId: "0x2105", calls: [{ to: FRIEND }] }],
    });
    return await settled(provider, id);
  },
  async "docs/testing.md#without-a-dialog"(load) {
    const { address, user } = await load() as {
      readonly address: Address;
      readonly user: ReturnType<typeof testUser>;
    };
    return { address, requests: user.requests.map(({ method, answer }) => [method, answer]) };
  },
  async "docs/testing.md#in-a-browser-with-playwright"() {
    const { provider } = Acct.create({ apiKey, defaultChainId: base.id });
    const button = document.createElement("button");
    const address = document.createElement("output");
    button.textContent = "Connect";
    address.dataset.testid = "address";
    button.onclick = async () => {
      const [account] = await provider.request({ method: "eth_requestAccounts" });
      address.textContent = account!;
    };
    await Promise.resolve(document.getElementById("app")!.append(button, address));
  },
  "docs/theming.md#1-theme": connects,
  "docs/theming.md#3-plain-css": async () => {
    const { provider } = Acct.create({ apiKey, preference: dialogs() });
    return await provider.request({ method: "eth_requestAccounts" });
  },
};
