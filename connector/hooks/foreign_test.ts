import { until } from "../../scripts/stack/patience.ts";
import { testWindow } from "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { custom } from "viem";
import { type Connector, createConfig, createConnector, WagmiProvider } from "wagmi";
import { connect, disconnect, getConnectors, switchConnection } from "wagmi/actions";
import { mainnet } from "wagmi/chains";
import { mock } from "wagmi/connectors";
// @ts-types="npm:@types/react@^19.2.0"
import { act, createElement, StrictMode } from "react";
// @ts-types="npm:@types/react-dom@^19.2.0/client"
import { createRoot } from "react-dom/client";
import { formatApiKey } from "../../core/ground/api_key.ts";
import { createAcctConnector } from "../connector.ts";
import { fakeProvider } from "../testing/fake_provider.ts";
import * as hooks from "./mod.ts";

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

const alice = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const bob = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";
const apiKey = formatApiKey({
  kind: "pk",
  environment: "test",
  host: "example.com",
  random: new Uint8Array(16),
});
const never = custom({ request: () => Promise.reject(new Error("the network was asked")) });

/** Mounts every query hook with a foreign connector; `foreign` replaces wagmi's own `mock`. */
async function mount(foreign?: (node: string) => Parameters<typeof createConfig>[0]["connectors"]) {
  // The mock forwards unknown methods to the chain's node.
  const asked: string[] = [];
  const node = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { id, method } = await request.json();
    asked.push(method);
    return Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "unknown" } });
  });
  const url = `http://127.0.0.1:${node.addr.port}`;
  const provider = fakeProvider(alice);
  const config = createConfig({
    chains: [{ ...mainnet, rpcUrls: { default: { http: [url] } } }],
    connectors: [
      createAcctConnector({ apiKey }, () => Promise.resolve(provider)),
      ...foreign?.(url) ?? [mock({ accounts: [bob] })],
    ],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { [mainnet.id]: never },
  });
  const client = new QueryClient();
  const container = document.createElement("div");
  const failures: unknown[] = [];
  const root = createRoot(container, { onUncaughtError: (error) => failures.push(error) });
  const onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    failures.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", onRejection);
  const results: { assets?: unknown; permissions?: unknown } = {};
  const Probe = () => {
    const assets = hooks.useGetAssets();
    const permissions = hooks.usePermissions();
    hooks.useCapabilities();
    hooks.useGetCallsHistory();
    hooks.useGrantPermissions();
    hooks.useRevokePermissions();
    Object.assign(results, {
      assets: [assets.status, assets.fetchStatus],
      permissions: [permissions.status, permissions.data],
    });
    return "mounted";
  };
  await act(async () => {
    root.render(createElement(
      StrictMode,
      null,
      createElement(
        WagmiProvider,
        { config, reconnectOnMount: false },
        createElement(QueryClientProvider, { client }, createElement(Probe)),
      ),
    ));
    await Promise.resolve();
  });
  const [own, other] = getConnectors(config) as readonly [Connector, Connector];
  return {
    config,
    own,
    other,
    provider,
    asked,
    results,
    failures,
    get text() {
      return container.textContent;
    },
    do: (work: () => Promise<unknown>) => act(async () => void await work()),
    /** Waits until the hooks return the expected state. */
    async shows(holds: () => boolean) {
      await until("the hooks say so", async () => {
        if (holds()) return true;
        await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
        return false;
      }, 0);
    },
    async [Symbol.asyncDispose]() {
      await act(async () => {
        root.unmount();
        await Promise.resolve();
      });
      client.clear();
      globalThis.removeEventListener("unhandledrejection", onRejection);
      await node.shutdown();
    },
  };
}

const options = { sanitizeOps: false, sanitizeResources: false };
const failed = ["error", "idle"];

Deno.test(
  "foreign: wagmi's mock connects, disconnects, is switched to and from, and the tree stays mounted",
  options,
  async () => {
    await using app = await mount();
    const { config, own, other } = app;
    const settled = () => JSON.stringify(app.results.assets) === JSON.stringify(failed);
    await app.do(() => connect(config, { connector: other }));
    await app.shows(settled);
    assertEquals(app.asked.filter((method) => method === "wallet_getAssets").length, 1);
    assertEquals(app.asked.includes("wallet_getSupportedExecutionPermissions"), false);
    await app.do(() => disconnect(config));
    assertEquals([app.text, app.failures], ["mounted", []]);

    await app.do(() => connect(config, { connector: own }));
    await app.do(() => connect(config, { connector: other }));
    await app.do(() => switchConnection(config, { connector: own }));
    await app.shows(() => app.provider.count("assetsChanged") === 1);
    await app.do(() => switchConnection(config, { connector: other }));
    assertEquals(app.provider.count("assetsChanged"), 0);
    await app.do(() => disconnect(config, { connector: other }));
    await app.do(() => disconnect(config));
    assertEquals([app.text, app.failures], ["mounted", []]);
    assertEquals(testWindow.closed, false);
  },
);

Deno.test(
  "foreign: a provider that throws when a listener is added has no effect",
  options,
  async () => {
    for (
      const listening of [
        { on: () => fail() },
        { on: () => fail(), removeListener: () => fail() },
        { on: () => {} },
        { on: "on", removeListener: 5 },
      ]
    ) {
      await using app = await mount(() => [foreignWallet(listening)]);
      await app.do(() => connect(app.config, { connector: app.other }));
      await app.shows(() => JSON.stringify(app.results.assets) === JSON.stringify(failed));
      await app.do(() => disconnect(app.config));
      assertEquals([app.text, app.failures], ["mounted", []]);
    }
  },
);

Deno.test(
  "foreign: another wallet's permissions (EIP-2255) are ignored",
  options,
  async () => {
    const wallet = foreignWallet({}, {
      wallet_getPermissions: [{ parentCapability: "eth_accounts", caveats: [] }],
    });
    await using app = await mount(() => [wallet]);
    await app.do(() => connect(app.config, { connector: app.other }));
    await app.shows(() => (app.results.permissions as [string])[0] === "success");
    assertEquals(app.results.permissions, ["success", []]);
  },
);

/** Creates a wallet that answers these methods and rejects all others. */
function foreignWallet(listening: object, answers: Readonly<Record<string, unknown>> = {}) {
  const provider = {
    ...listening,
    request: ({ method }: { method: string }) =>
      method in answers ? Promise.resolve(answers[method]) : Promise.reject(new Error(method)),
  };
  return createConnector(() => ({
    id: "foreign",
    name: "Foreign",
    type: "foreign",
    connect: () => Promise.resolve({ accounts: [bob], chainId: mainnet.id } as never),
    disconnect: () => Promise.resolve(),
    getAccounts: () => Promise.resolve([bob] as const),
    getChainId: () => Promise.resolve(mainnet.id),
    getProvider: () => Promise.resolve(provider),
    isAuthorized: () => Promise.resolve(true),
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  }));
}

function fail(): never {
  throw new Error("not supported");
}
