import { until } from "../../scripts/stack/patience.ts";
import { testWindow } from "../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { formatApiKey } from "../../core/ground/api_key.ts";
import { custom } from "viem";
import { type Config, createConfig, WagmiProvider } from "wagmi";
import { mainnet, optimism } from "wagmi/chains";
// @ts-types="npm:@types/react@^19.2.0"
import { act, createElement, StrictMode } from "react";
// @ts-types="npm:@types/react-dom@^19.2.0/client"
import { createRoot } from "react-dom/client";
import { createAcctConnector } from "../connector.ts";
import { connect } from "../actions/mod.ts";
import { type FakeProvider, fakeProvider } from "../testing/fake_provider.ts";
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

/** Creates a configuration over a fake provider. */
function setUp(): { config: Config; provider: FakeProvider } {
  const provider = fakeProvider(alice);
  return {
    provider,
    config: createConfig({
      chains: [mainnet, optimism],
      connectors: [createAcctConnector({ apiKey }, () => Promise.resolve(provider))],
      multiInjectedProviderDiscovery: false,
      storage: null,
      transports: { [mainnet.id]: never, [optimism.id]: never },
    }),
  };
}

/** A hook rendered in a component with its providers. */
interface Rendered<T> extends AsyncDisposable {
  /** Result of the last render. */
  readonly current: T;
  /** Number of renders so far. */
  readonly renders: number;
  /** Waits until the result satisfies a condition. */
  until(holds: (value: T) => boolean): Promise<void>;
  /** Renders again, optionally with another configuration. */
  again(config?: Config): Promise<void>;
}

/** Renders a hook. */
async function render<T>(
  config: Config,
  useIt: () => T,
  options: { strict?: boolean } = {},
): Promise<Rendered<T>> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRoot(document.createElement("div"));
  const state: { current: T | undefined; renders: number } = { current: undefined, renders: 0 };
  let used = config;
  const Probe = () => {
    state.current = useIt();
    state.renders++;
    return null;
  };
  const draw = () => {
    const tree = createElement(
      WagmiProvider,
      { config: used, reconnectOnMount: false },
      createElement(QueryClientProvider, { client }, createElement(Probe)),
    );
    return act(async () => {
      root.render(options.strict ? createElement(StrictMode, null, tree) : tree);
      await Promise.resolve();
    });
  };
  await draw();
  return {
    get current() {
      return state.current as T;
    },
    get renders() {
      return state.renders;
    },
    async until(holds) {
      await until("the hook says so", async () => {
        if (holds(state.current as T)) return true;
        await act(() => new Promise<void>((resolve) => setTimeout(resolve, 2)));
        return false;
      }, 0);
    },
    again(next) {
      used = next ?? used;
      return draw();
    },
    async [Symbol.asyncDispose]() {
      await act(async () => {
        root.unmount();
        await Promise.resolve();
      });
      client.clear();
    },
  };
}

/** Reads every property while rendering, like components: only tracked properties cause renders. */
const whole = <T extends object>(result: T): T => ({ ...result });

const pause = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 15)));

Deno.test("useConnect: idle, pending, success, and back to idle after the session is closed", async () => {
  const { config, provider } = setUp();
  await using hook = await render(config, () => hooks.useConnect());
  assertEquals([hook.current.isPending, hook.current.isSuccess], [false, false]);
  await act(async () => {
    await hook.current.mutateAsync({ connector: config.connectors[0]! });
  });
  await hook.until(({ isSuccess }) => isSuccess);
  assertEquals(hook.current.data?.accounts, [alice]);
  await act(async () => {
    await provider.request({ method: "wallet_disconnect" });
  });
  await hook.until(({ isIdle }) => isIdle);
});

Deno.test("useConnect with capabilities returns accounts with their capabilities", async () => {
  const { config } = setUp();
  await using hook = await render(config, () => hooks.useConnect());
  await act(async () => {
    const { accounts } = await hook.current.mutateAsync({
      connector: config.connectors[0]!,
      capabilities: { signInWithEthereum: { nonce: "12345678", chainId: "0x1" } },
    });
    assertEquals(accounts[0]!.capabilities.signInWithEthereum?.signature, "0x01");
  });
});

Deno.test("useConnect: an error is kept, onError receives it, the next attempt works", async () => {
  const { config, provider } = setUp();
  const accept = provider.answers.eth_requestAccounts;
  provider.answers.eth_requestAccounts = () => Promise.reject(new Error("no"));
  const heard: string[] = [];
  await using hook = await render(
    config,
    () => hooks.useConnect({ mutation: { onError: (error) => void heard.push(error.message) } }),
  );
  await act(async () => {
    await hook.current.mutateAsync({ connector: config.connectors[0]! }).catch(() => {});
  });
  await hook.until(({ isError }) => isError);
  assertEquals([hook.current.error?.message, heard], ["no", ["no"]]);
  provider.answers.eth_requestAccounts = accept;
  await act(async () => {
    await hook.current.mutateAsync({ connector: config.connectors[0]! });
  });
  await hook.until(({ isSuccess }) => isSuccess);
});

Deno.test("useDisconnect without variables closes the active connection", async () => {
  const { config } = setUp();
  await connect(config, { connector: config.connectors[0]! });
  await using hook = await render(config, () => hooks.useDisconnect());
  await act(async () => {
    await hook.current.mutateAsync();
  });
  assertEquals(config.state.status, "disconnected");
  await hook.until(({ isSuccess }) => isSuccess);
});

Deno.test("useSign, useGrantPermissions, useRevokePermissions forward parameters and results", async () => {
  const { config, provider } = setUp();
  await connect(config, { connector: config.connectors[0]! });
  provider.answers.wallet_sign = "0x0a";
  provider.answers.wallet_grantPermissions = { permissionId: "0x0b" };
  provider.answers.wallet_revokePermissions = { success: true };
  await using hook = await render(config, () => ({
    sign: hooks.useSign(),
    grant: hooks.useGrantPermissions(),
    revoke: hooks.useRevokePermissions(),
  }));
  // The permission code is loaded before the click.
  const loads = provider.requests.filter(({ method }) =>
    method === "wallet_getSupportedExecutionPermissions"
  );
  assert(loads.length >= 2, String(loads.length));
  await act(async () => {
    const { sign, grant, revoke } = hook.current;
    const request = { type: "0x45", data: { message: "x" } } as const;
    assertEquals(await sign.mutateAsync({ request, chainId: 10 }), "0x0a");
    const capabilities = { paymasterService: { url: "https://pay.example" } };
    const what = { expiry: 1, spender: bob, permissions: {} } as const;
    const granted = await grant.mutateAsync({ ...what, capabilities, deferred: true, chainId: 10 });
    assertEquals(granted.permissionId, "0x0b");
    assertEquals(provider.requests.at(-1)?.params, [
      { address: alice, chainId: "0xa", ...what, capabilities, deferred: true },
    ]);
    assertEquals((await revoke.mutateAsync({ id: "0x0b", capabilities })).success, true);
    assertEquals(provider.requests.at(-1)?.params, [
      { address: alice, chainId: "0x1", id: "0x0b", capabilities },
    ]);
  });
});

Deno.test("query hooks wait for a connection, then fetch once", async () => {
  const { config, provider } = setUp();
  provider.answers.wallet_getAssets = { "0x1": [] };
  provider.answers.wallet_getPermissions = [];
  provider.answers.wallet_getCapabilities = {};
  provider.answers.wallet_getCallsHistory = [];
  const useAll = () => ({
    assets: hooks.useGetAssets(),
    permissions: hooks.usePermissions(),
    capabilities: hooks.useCapabilities(),
    history: hooks.useGetCallsHistory(),
  });
  await using hook = await render(config, useAll, { strict: true });
  await pause();
  assertEquals(provider.requests.filter(({ method }) => method.startsWith("wallet_get")), []);
  for (const query of Object.values(hook.current)) assertEquals(query.fetchStatus, "idle");
  await act(async () => {
    await connect(config, { connector: config.connectors[0]! });
  });
  await hook.until((all) => Object.values(all).every(({ isSuccess }) => isSuccess));
  await pause();
  const counts = provider.requests.filter(({ method }) => method.startsWith("wallet_get"));
  assertEquals(counts.map(({ method }) => method).sort(), [
    "wallet_getAssets",
    "wallet_getCallsHistory",
    "wallet_getCapabilities",
    "wallet_getPermissions",
  ]);
});

Deno.test("with an address, capabilities and history work without a connection", async () => {
  const { config, provider } = setUp();
  provider.answers.wallet_getCapabilities = { "0x1": {} };
  provider.answers.wallet_getCallsHistory = [];
  provider.answers.wallet_getPermissions = [];
  await using hook = await render(config, () => ({
    capabilities: hooks.useCapabilities({ address: bob, chainFilter: ["0x1"] }),
    history: hooks.useGetCallsHistory({ address: bob, limit: 5, sort: "asc" }),
    permissions: hooks.usePermissions({ address: bob }),
  }));
  await hook.until(({ capabilities, history }) => capabilities.isSuccess && history.isSuccess);
  assertEquals(hook.current.permissions.status, "pending");
  assert(!provider.requests.some(({ method }) => method === "wallet_getPermissions"));
  const sent = Object.fromEntries(provider.requests.map(({ method, params }) => [method, params]));
  assertEquals(sent.wallet_getCapabilities, [bob, ["0x1"]]);
  assertEquals(sent.wallet_getCallsHistory, [{ address: bob, limit: 5, sort: "asc" }]);
});

Deno.test("inline arrays cause no refetch", async () => {
  const { config, provider } = setUp();
  provider.answers.wallet_getAssets = {};
  await connect(config, { connector: config.connectors[0]! });
  await using hook = await render(
    config,
    () =>
      hooks.useGetAssets({
        chainFilter: ["0x1", "0xa"],
        assetTypeFilter: ["erc20"],
        assetFilter: { "0x1": [{ address: bob, type: "erc20" }] },
      }),
  );
  await hook.until(({ isSuccess }) => isSuccess);
  for (let i = 0; i < 5; i++) await hook.again();
  await pause();
  const fetches = provider.requests.filter(({ method }) => method === "wallet_getAssets");
  assertEquals(fetches.length, 1);
  assertEquals(provider.count("assetsChanged"), 1);
});

Deno.test("changed data is fetched again; unmounting removes the listener", async () => {
  const { config, provider } = setUp();
  let balance = 1;
  provider.answers.wallet_getAssets = () => ({ "0x1": [{ balance: `0x${balance}` }] });
  provider.answers.wallet_getPermissions = () => [{ id: `0x${balance}` }];
  provider.answers.wallet_getCallsHistory = () => [{ id: `0x${balance}` }];
  const counts = () =>
    (["assetsChanged", "permissionsChanged", "callsStatusChanged"] as const)
      .map((event) => provider.count(event));
  await connect(config, { connector: config.connectors[0]! });
  {
    await using hook = await render(config, () => ({
      assets: whole(hooks.useGetAssets()),
      permissions: whole(hooks.usePermissions()),
      history: whole(hooks.useGetCallsHistory()),
    }), { strict: true });
    await hook.until(({ assets, permissions, history }) =>
      assets.isSuccess && permissions.isSuccess && history.isSuccess
    );
    balance = 2;
    await act(async () => {
      provider.emit("assetsChanged", { address: alice, chainIds: ["0x1"] });
      provider.emit("permissionsChanged", { address: alice, chainId: "0x1", id: "0x2" });
      provider.emit("callsStatusChanged", { id: "0x2", chainId: "0x1", status: 200 });
      await Promise.resolve();
    });
    await hook.until(({ assets, permissions, history }) =>
      assets.data?.["0x1"]?.[0]?.balance === "0x2" && permissions.data?.[0]?.id === "0x2" &&
      history.data?.[0]?.id === "0x2"
    );
    assertEquals(counts(), [1, 1, 1]);
  }
  assertEquals(counts(), [0, 0, 0]);
});

Deno.test("query.enabled: false fetches no data until refetch", async () => {
  const { config, provider } = setUp();
  provider.answers.wallet_getAssets = {};
  await connect(config, { connector: config.connectors[0]! });
  await using hook = await render(
    config,
    () => whole(hooks.useGetAssets({ query: { enabled: false } })),
  );
  await pause();
  assert(!provider.requests.some(({ method }) => method === "wallet_getAssets"));
  await act(async () => {
    await hook.current.refetch();
  });
  await hook.until(({ isSuccess }) => isSuccess);
});

Deno.test("an error of a query is kept and does not change the session", async () => {
  const { config, provider } = setUp();
  provider.answers.wallet_getPermissions = () => Promise.reject(new Error("down"));
  await connect(config, { connector: config.connectors[0]! });
  await using hook = await render(config, () => hooks.usePermissions());
  await hook.until(({ isError }) => isError);
  assertEquals(hook.current.error?.message, "down");
  assertEquals(config.state.status, "connected");
});

Deno.test("another configuration uses another provider; unmounting in flight logs no error", async () => {
  const first = setUp();
  const second = setUp();
  for (const { provider } of [first, second]) {
    provider.answers.wallet_getAssets = () =>
      new Promise((resolve) => setTimeout(() => resolve({}), 30));
  }
  await connect(first.config, { connector: first.config.connectors[0]! });
  await connect(second.config, { connector: second.config.connectors[0]! });
  {
    await using hook = await render(first.config, () => hooks.useGetAssets());
    await hook.again(second.config);
    await hook.until(() =>
      second.provider.requests.some(({ method }) => method === "wallet_getAssets")
    );
  }
  await pause();
});

Deno.test({
  name: "the test's own window ends",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () => testWindow.happyDOM.close(),
});
