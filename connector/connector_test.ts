import { assert, assertEquals, assertRejects } from "@std/assert";
import { formatApiKey } from "../core/ground/api_key.ts";
import { custom, SwitchChainError, UserRejectedRequestError } from "viem";
import {
  type Config,
  type Connector,
  createConfig,
  type CreateConnectorFn,
  createStorage,
} from "wagmi";
import { disconnect as wagmiDisconnect, reconnect, switchChain } from "wagmi/actions";
import { mainnet, optimism } from "wagmi/chains";
import { acct } from "./acct.ts";
import { connect, disconnect, getCallsHistory, grantPermissions, sign } from "./actions/mod.ts";
import { createAcctConnector } from "./connector.ts";
import { NotConnectedError } from "./actions/errors.ts";
import { AcctError } from "@sdk/core";
import { fakeProvider } from "./testing/fake_provider.ts";

const alice = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const bob = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";
const apiKey = formatApiKey({
  kind: "pk",
  environment: "test",
  host: "wallet.example.com",
  random: new Uint8Array(16),
});
const never = custom({ request: () => Promise.reject(new Error("the network was asked")) });

/** Creates a configuration with one connector. */
function createTestConfig(
  connector: CreateConnectorFn,
  memory = new Map<string, string>(),
): Config {
  return createConfig({
    chains: [mainnet, optimism],
    connectors: [connector],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({
      storage: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
        removeItem: (key) => void memory.delete(key),
      },
    }),
    transports: { [mainnet.id]: never, [optimism.id]: never },
  });
}

/** Creates a configuration over a fake provider. */
function setUp(): { config: Config; provider: ReturnType<typeof fakeProvider> } {
  const provider = fakeProvider(alice);
  const config = createTestConfig(createAcctConnector({ apiKey }, () => Promise.resolve(provider)));
  return { config, provider };
}

/** Returns connections in the form restored from storage: of a connector, only its names. */
function stored({ state }: Config): Config["state"]["connections"] {
  return new Map([...state.connections].map(([uid, connection]) => {
    const { id, name, type } = connection.connector;
    return [uid, { ...connection, connector: { id, name, type, uid } as Connector }];
  }));
}

Deno.test("properties: id, name, type, icon, and the reversed wallet host", () => {
  const { config } = setUp();
  const { id, name, type, icon, rdns } = config.connectors[0]!;
  assertEquals([id, name, type, rdns], ["acct", "Acct", "acct", "com.example.wallet.keys"]);
  assert(icon?.startsWith("data:image/svg+xml,"));
  const own = createTestConfig(
    acct({ apiKey, preference: { keysUrl: "https://keys.own.example:8443" } }),
  );
  assertEquals(own.connectors[0]!.rdns, "example.own.keys");
});

Deno.test("a bad key still creates a connector; each use fails with the reason, and logs it", async () => {
  const logged: unknown[][] = [];
  const { error: log } = console;
  console.error = (...args: unknown[]) => logged.push(args);
  try {
    for (const bad of ["", "pk_test_x", "nonsense", apiKey.slice(0, -3)]) {
      const config = createTestConfig(acct({ apiKey: bad }));
      const connector = config.connectors[0]!;
      assertEquals([connector.id, connector.type, connector.rdns], ["acct", "acct", "acct"]);
      for (let i = 0; i < 2; i++) {
        const error = await assertRejects(() => connect(config, { connector }));
        assertEquals((error as { code?: number }).code, -32602);
        assert(!(error as Error).message.includes(apiKey));
      }
      assertEquals(await connector.isAuthorized(), false);
      assertEquals(config.state.status, "disconnected");
    }
    assert(logged.length > 0);
  } finally {
    console.error = log;
  }
});

Deno.test("connect without capabilities uses eth_requestAccounts", async () => {
  const { config, provider } = setUp();
  const result = await connect(config, { connector: config.connectors[0]! });
  assertEquals(result, { accounts: [alice], chainId: 1 });
  assertEquals(config.state.status, "connected");
  const methods = provider.requests.map(({ method }) => method);
  assert(methods.includes("eth_requestAccounts") && !methods.includes("wallet_connect"));
});

Deno.test("connect with capabilities uses wallet_connect and returns them", async () => {
  const { config, provider } = setUp();
  const capabilities = { signInWithEthereum: { nonce: "12345678", chainId: "0x1" } };
  const result = await connect(config, { connector: config.connectors[0]!, capabilities });
  assertEquals(result.accounts[0]!.address, alice);
  assertEquals(result.accounts[0]!.capabilities.signInWithEthereum?.signature, "0x01");
  const request = provider.requests.find(({ method }) => method === "wallet_connect");
  assertEquals(request?.params, [{ version: "1", capabilities }]);
  const [connection] = config.state.connections.values();
  assertEquals(connection!.accounts, [alice]);
});

Deno.test("connect with capabilities signs in while connected; without them wagmi throws", async () => {
  const { config, provider } = setUp();
  const connector = config.connectors[0]!;
  await connect(config, { connector });
  const capabilities = { signInWithEthereum: { nonce: "12345678", chainId: "0x1" } } as const;
  const { accounts, chainId } = await connect(config, { connector, capabilities });
  assertEquals(accounts[0]!.capabilities.signInWithEthereum?.signature, "0x01");
  assertEquals([accounts[0]!.address, chainId], [alice, 1]);
  assertEquals(provider.requests.filter(({ method }) => method === "wallet_connect").length, 1);
  const connection = () => config.state.connections.get(config.state.current!);
  assertEquals([config.state.status, connection()?.accounts], ["connected", [alice]]);
  // The user chose another account, so wagmi is notified.
  provider.answers.wallet_connect = () => {
    provider.emit("accountsChanged", [bob]);
    return { accounts: [{ address: bob, capabilities: {} }], chainId: "0x1" };
  };
  await connect(config, { connector, capabilities });
  assertEquals(connection()?.accounts, [bob]);
  // A rejection closes no session.
  provider.answers.wallet_connect = () => Promise.reject(new AcctError("user_rejected"));
  await assertRejects(
    () => connect(config, { connector, capabilities }),
    UserRejectedRequestError,
  );
  assertEquals(config.state.status, "connected");
  await assertRejects(() => connect(config, { connector }), Error, "already connected");
});

Deno.test("connect on another chain switches; it remains connected even if that fails", async () => {
  const { config } = setUp();
  const result = await connect(config, { connector: config.connectors[0]!, chainId: 10 });
  assertEquals(result.chainId, 10);
  const second = setUp();
  second.provider.answers.wallet_switchEthereumChain = () => Promise.reject(new Error("no"));
  const connected = await connect(second.config, {
    connector: second.config.connectors[0]!,
    chainId: 10,
  });
  assertEquals(connected.chainId, 1);
});

Deno.test("the first request follows a click immediately: no timer runs in between", async () => {
  const { config, provider } = setUp();
  const connector = config.connectors[0]!;
  await connector.getProvider();
  let ticked = false;
  const asked = new Promise<boolean>((resolve) => {
    provider.answers.eth_requestAccounts = () => {
      resolve(ticked);
      return [alice];
    };
  });
  setTimeout(() => ticked = true, 0);
  const pending = connect(config, { connector });
  assertEquals(await asked, false);
  await pending;
});

Deno.test("a rejection is an error that wagmi apps recognize, and leaves wagmi disconnected", async () => {
  const { config, provider } = setUp();
  const { AcctError } = await import("@sdk/core");
  for (const cause of ["user_rejected", "window_closed"] as const) {
    provider.answers.eth_requestAccounts = () => Promise.reject(new AcctError(cause));
    const error = await assertRejects(
      () => connect(config, { connector: config.connectors[0]! }),
      UserRejectedRequestError,
    );
    assertEquals([error.code, error.name], [4001, "UserRejectedRequestError"]);
    assertEquals(error.cause instanceof AcctError, true);
    assertEquals((error.cause as { data: { cause: string } }).data.cause, cause);
    assertEquals(config.state.status, "disconnected");
  }
  provider.answers.eth_requestAccounts = () => Promise.reject(new AcctError("service_down"));
  await assertRejects(() => connect(config, { connector: config.connectors[0]! }), AcctError);
});

Deno.test("isAuthorized and reconnect prompt no user", async () => {
  const { config, provider } = setUp();
  assertEquals(await config.connectors[0]!.isAuthorized(), false);
  await connect(config, { connector: config.connectors[0]! });
  provider.requests.length = 0;
  assertEquals(await config.connectors[0]!.isAuthorized(), true);
  config.setState((state) => ({ ...state, connections: new Map(), current: null }));
  await reconnect(config);
  assertEquals(config.state.status, "connected");
  const methods = new Set(provider.requests.map(({ method }) => method));
  assertEquals([...methods].sort(), ["eth_accounts", "eth_chainId"]);
});

Deno.test("disconnect from the page and from the wallet", async () => {
  const { config, provider } = setUp();
  const connector = config.connectors[0]!;
  await connect(config, { connector });
  await disconnect(config);
  assertEquals(config.state.status, "disconnected");
  await connect(config, { connector });
  await wagmiDisconnect(config, { connector });
  assertEquals(config.state.status, "disconnected");
  await connect(config, { connector });
  await provider.request({ method: "wallet_disconnect" });
  assertEquals(config.state.status, "disconnected");
  assertEquals(await connector.isAuthorized(), false);
});

Deno.test("disconnect while wagmi reconnects also closes the session", async () => {
  const memory = new Map<string, string>();
  const provider = fakeProvider(alice);
  const connectorFn = createAcctConnector({ apiKey }, () => Promise.resolve(provider));
  const before = createTestConfig(connectorFn, memory);
  await connect(before, { connector: before.connectors[0]! });
  // The next page load restores its state from storage, which contains only the names of
  // connectors.
  const config = createTestConfig(connectorFn, memory);
  config.setState((state) => ({ ...state, ...before.state, connections: stored(before) }));
  const reconnecting = reconnect(config);
  assertEquals(config.state.status, "reconnecting");
  await disconnect(config);
  await reconnecting;
  assertEquals(config.state.status, "disconnected");
  assertEquals(await provider.request({ method: "eth_accounts" }), []);
});

Deno.test("switching chains, from the page and from the wallet", async () => {
  const { config, provider } = setUp();
  await connect(config, { connector: config.connectors[0]! });
  assertEquals((await switchChain(config, { chainId: 10 })).id, 10);
  assertEquals(config.state.chainId, 10);
  provider.emit("chainChanged", "0x1");
  assertEquals(config.state.chainId, 1);
  const error = await assertRejects(() => config.connectors[0]!.switchChain!({ chainId: 5 }));
  assert(error instanceof SwitchChainError);
  // A chain of the app that the service does not support.
  const { AcctError } = await import("@sdk/core");
  const unserved = new AcctError("chain_unknown");
  provider.answers.wallet_switchEthereumChain = () => Promise.reject(unserved);
  const failed = await assertRejects(() => switchChain(config, { chainId: 10 }), SwitchChainError);
  assertEquals([failed.code, failed.cause], [4902, unserved]);
  assertEquals(config.state.chainId, 1);
});

Deno.test("connecting switches to a chain of the app, unless the wallet is on one of them", async () => {
  for (
    const [start, chainId, expected, switched] of [
      ["0x1", undefined, 1, 0],
      ["0xa", undefined, 10, 0],
      ["0x2105", undefined, 1, 1],
      ["0x2105", 10, 10, 1],
      ["0x2105", 5, 8453, 0],
    ] as const
  ) {
    const { config, provider } = setUp();
    await provider.request({
      method: "wallet_switchEthereumChain",
      params: [{ chainId: start }],
    });
    provider.requests.length = 0;
    const connector = config.connectors[0]!;
    const found = await connector.connect({ ...(chainId !== undefined && { chainId }) });
    assertEquals(found.chainId, expected, start);
    const switches = provider.requests.filter(({ method }) => method.includes("switch"));
    assertEquals(switches.length, switched, start);
  }
});

Deno.test("a session that another tab closes while connecting switches chains is not connected", async () => {
  const { config, provider } = setUp();
  provider.answers.wallet_switchEthereumChain = async () => {
    await provider.request({ method: "wallet_disconnect" });
    return null;
  };
  const connector = config.connectors[0]!;
  await assertRejects(() => connect(config, { connector, chainId: 10 }), NotConnectedError);
  assertEquals([config.state.status, config.state.connections.size], ["disconnected", 0]);
});

Deno.test("another account, another tab", async () => {
  const { config, provider } = setUp();
  await connect(config, { connector: config.connectors[0]! });
  provider.emit("accountsChanged", [bob.toLowerCase() as `0x${string}`]);
  const [connection] = config.state.connections.values();
  assertEquals(connection!.accounts[0], bob);

  const other = setUp();
  await other.config.connectors[0]!.getProvider();
  await other.provider.request({ method: "eth_requestAccounts" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(other.config.state.status, "connected");
});

Deno.test("one provider, even for many concurrent requests", async () => {
  let loads = 0;
  const provider = fakeProvider(alice);
  const config = createTestConfig(createAcctConnector({ apiKey }, () => {
    loads++;
    return Promise.resolve(provider);
  }));
  const connector = config.connectors[0]!;
  const all = await Promise.all(Array.from({ length: 10 }, () => connector.getProvider()));
  assert(all.every((found) => found === provider));
  assertEquals(loads, 1);
});

Deno.test("code that failed to load is loaded again", async () => {
  const { error: log } = console;
  console.error = () => {};
  let loads = 0;
  const provider = fakeProvider(alice);
  const config = createTestConfig(createAcctConnector(
    { apiKey },
    () => ++loads === 1 ? Promise.reject(new Error("offline")) : Promise.resolve(provider),
  ));
  const connector = config.connectors[0]!;
  await assertRejects(() => connector.getProvider());
  console.error = log;
  assertEquals(await connector.getProvider(), provider);
});

Deno.test("on a server nothing is loaded before the first request", async () => {
  let loads = 0;
  const config = createTestConfig(createAcctConnector({ apiKey }, () => {
    loads++;
    return Promise.resolve(fakeProvider(alice));
  }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals([config.connectors.length, loads], [1, 0]);
});

Deno.test("address, chainId and connector are overridable defaults", async () => {
  const { config, provider } = setUp();
  const connector = config.connectors[0]!;
  await connect(config, { connector });
  provider.answers.wallet_sign = "0x02";
  provider.answers.wallet_grantPermissions = {};
  const request = { type: "0x45", data: { message: "hello" } } as const;
  assertEquals(await sign(config, { request }), "0x02");
  assertEquals(provider.requests.at(-1)?.params, [{ address: alice, chainId: "0x1", request }]);
  await sign(config, { request, address: bob, chainId: 10, connector });
  assertEquals(provider.requests.at(-1)?.params, [{ address: bob, chainId: "0xa", request }]);
  await grantPermissions(config, { expiry: 5, spender: bob, permissions: {} });
  assertEquals(provider.requests.at(-1)?.params, [
    { address: alice, chainId: "0x1", expiry: 5, spender: bob, permissions: {} },
  ]);
});

Deno.test("history works without a connection when an address is given", async () => {
  const { config, provider } = setUp();
  provider.answers.wallet_getCallsHistory = [];
  await assertRejects(() => getCallsHistory(config), NotConnectedError);
  assertEquals(await getCallsHistory(config, { address: bob, index: 7, chainId: 10 }), []);
  assertEquals(provider.requests.at(-1)?.params, [
    { address: bob, limit: 20, sort: "desc", chainId: "0xa", index: 7 },
  ]);
});
