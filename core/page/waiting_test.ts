/**
 * Tests requests that wait for a chunk of code while the session closes, changes or the load fails.
 */
import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { accountOf } from "../account/address.ts";
import type { Follow, FollowOptions } from "../client/follow.ts";
import { lazy } from "../client/lazy.ts";
import { lazyWallet } from "../client/lazy_wallet.ts";
import { memoryStorage, type Storage } from "../lib/storage.ts";
import { AcctError } from "../ground/errors.ts";
import type { OwnedProvider } from "../protocol/provider_types.ts";
import type { Wallet } from "../dialog/requests.ts";
import { localService } from "../testing/local_wallet.ts";
import type { Subscriber } from "./session/account_subscription.ts";
import { connectPageTo, followWith } from "./connected_page.ts";
import type { ConnectedPage } from "./handlers/context.ts";
import { createProvider } from "./provider.ts";
import { resolveOptions } from "./options/resolve_options.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const other = accountOf(`0x${"22".repeat(64)}`);
const message = { method: "personal_sign", params: ["0x12", account.address] } as const;

interface Scene extends OwnedProvider {
  /** Requests that the wallet got: method and chain. */
  readonly told: (readonly [method: string, chainId: number])[];
  /** Number of opened streams, and the bundles that the last one watches. */
  readonly followed: { begun: number; sent: ReadonlySet<string> };
  /** Finishes loading the code for a session. */
  arrive(error?: Error): Promise<void>;
}

/** Creates a provider with a session (unless the storage is empty) whose code is still loading. */
function scene(storage: Storage = connectedStorage(), wallet?: Wallet): Scene {
  const told: (readonly [string, number])[] = [];
  const followed: Scene["followed"] = { begun: 0, sent: new Set() };
  const follow: Follow = ({ sent }) => {
    followed.begun++;
    followed.sent = sent;
    return () => {};
  };
  let page: Subscriber;
  let loading = Promise.withResolvers<ConnectedPage>();
  const owned = createProvider({
    options: resolveOptions({
      apiKey: "dev",
      preference: { keysUrl: "https://k.example", serverUrl: "https://s.example" },
    }),
    origin: null,
    loadConnected(subscriber) {
      page = subscriber;
      return loading.promise;
    },
    wallet: wallet ?? {
      ask(method, params) {
        told.push([method, params.chainId]);
        return Promise.resolve(
          method === "wallet_connect" ? { account: other } : "0x5109",
        ) as Promise<never>;
      },
      dispose() {},
    },
    storage,
    storageKey: "session",
  });
  // A listener loads the code, if there is a session.
  owned.provider.on("assetsChanged", () => {});
  return {
    ...owned,
    told,
    followed,
    async arrive(error) {
      if (error === undefined) loading.resolve(connectPageTo(page, service, follow));
      else loading.reject(error);
      loading = Promise.withResolvers();
      await turn();
    },
  };
}

const service = localService({
  configuration: () =>
    Promise.resolve({
      version: 1,
      keysUrl: "https://k.example",
      chains: [1, 10].map((id) => ({
        id,
        name: `${id}`,
        testnet: false,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        p256: true,
        sponsored: true,
      })),
    }),
});

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

function connectedStorage(): Storage {
  const storage = memoryStorage();
  storage.set("session", JSON.stringify({ account, chainId: 1, at: Date.now() }));
  return storage;
}

/** Fails unless the promise rejects before the code is loaded. */
async function causeOf(rejected: Promise<unknown>): Promise<string> {
  const never = turn().then(turn).then(() => new AcctError("internal"));
  const error = await Promise.race([assertRejects(() => rejected, AcctError), never]);
  return error.data.cause;
}

Deno.test("waiting: an aborted request settles immediately, even if its code never loads", async () => {
  const { provider, told, disconnect } = scene();
  const abort = new AbortController();
  const pending = provider.request(message, { signal: abort.signal });
  abort.abort(new Error("the app's own reason"));
  assertEquals(await causeOf(pending), "aborted");
  assertEquals(told, []);
  disconnect();
});

Deno.test("waiting: disposing of the provider settles waiting requests with one cause", async () => {
  for (const arrives of [false, true]) {
    const { provider, told, arrive, disconnect } = scene();
    const abort = new AbortController();
    // The code for a session is loaded; the code for permissions is still loading.
    if (arrives) await arrive();
    const requests = arrives
      ? [{ method: "wallet_getPermissions" }, { method: "acct_showAccount" }]
      : [message, { method: "wallet_getAssets" }];
    const pending = requests.flatMap((request) => [
      provider.request<{ ReturnType: unknown }>(request),
      provider.request<{ ReturnType: unknown }>(request, { signal: abort.signal }),
    ]).map(causeOf);
    disconnect();
    assertEquals(await Promise.all(pending), Array(4).fill("disposed"));
    assertEquals(told, []);
  }
});

Deno.test("waiting: a wallet whose code never loads releases aborted and disposed requests", async () => {
  const wallet = lazyWallet(() => new Promise<never>(() => {}), () => {});
  const { provider, disconnect } = scene(memoryStorage(), wallet);
  const abort = new AbortController();
  const aborted = provider.request({ method: "eth_requestAccounts" }, { signal: abort.signal });
  const disposed = causeOf(provider.request({ method: "eth_requestAccounts" }));
  abort.abort();
  assertEquals(await causeOf(aborted), "aborted");
  disconnect();
  assertEquals(await disposed, "disposed");
});

Deno.test("waiting: a waiting request leaves no listener, for any outcome", async () => {
  for (const how of ["arrives", "fails", "aborts"] as const) {
    const counted = countListeners(new AbortController());
    const arriving = Promise.withResolvers<number>();
    const value = lazy(() => arriving.promise);
    const loaded = value.load(counted.signal).catch(({ data }: AcctError) => data.cause);
    assertEquals(counted.listeners(), 1);
    if (how === "arrives") arriving.resolve(5);
    if (how === "fails") arriving.reject(new Error("404"));
    if (how === "aborts") counted.abort();
    assertEquals(await loaded, { arrives: 5, fails: "service_down", aborts: "aborted" }[how]);
    arriving.resolve(5);
    await turn();
    assertEquals(counted.listeners(), 0, how);
  }
});

function countListeners(controller: AbortController) {
  const { signal } = controller;
  const { addEventListener, removeEventListener } = signal;
  let listeners = 0;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, given);
  };
  return { signal, abort: () => controller.abort(), listeners: () => listeners };
}

Deno.test("waiting: a request for an account opens no window once the user disconnected", async () => {
  const calls = [{ to: other.address }];
  for (
    const request of [
      message,
      { method: "wallet_sendCalls", params: [{ calls }] },
      { method: "eth_sendTransaction", params: [{ to: other.address }] },
      { method: "acct_showAccount" },
      { method: "wallet_revokePermissions", params: [{ id: `0x${"33".repeat(32)}` }] },
    ]
  ) {
    const { provider, told, arrive, disconnect } = scene();
    const pending = provider.request<{ ReturnType: unknown }>(request as { method: string });
    const failed = assertRejects(() => pending, AcctError);
    await provider.request({ method: "wallet_disconnect" });
    await arrive();
    assertEquals([(await failed).data.cause, told], ["unauthorized", []], request.method);
    disconnect();
  }
});

Deno.test("waiting: a request for an account is not sent to the account that replaced it", async () => {
  const storage = connectedStorage();
  const { provider, told, arrive, disconnect } = scene(storage);
  const calls = [{ to: other.address }];
  const pending = provider.request({ method: "wallet_sendCalls", params: [{ calls }] as never });
  const failed = assertRejects(() => pending, AcctError);
  // Another tab connects with another account.
  storage.set("session", JSON.stringify({ account: other, chainId: 1, at: Date.now() }));
  await arrive();
  assertEquals([(await failed).data.cause, told], ["unauthorized", []]);
  disconnect();
});

Deno.test("waiting: a request uses the chain that was current when it arrived", async () => {
  const { provider, told, arrive, disconnect } = scene();
  await arrive();
  // Its code is loaded with it, and later than the switch.
  const revoked = provider.request({
    method: "wallet_revokePermissions",
    params: [{ id: `0x${"33".repeat(32)}` }],
  });
  await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0xa" }] });
  await revoked;
  assertEquals(told, [["wallet_revokePermissions", 1]]);
  assertEquals(await provider.request({ method: "eth_chainId" }), "0xa");
  disconnect();
});

Deno.test("waiting: a stream opens with code that loads at the second attempt", async () => {
  const { provider, followed, arrive, disconnect } = scene();
  await arrive(new Error("404"));
  assertEquals(followed.begun, 0);
  const read = provider.request({ method: "wallet_getSupportedExecutionPermissions" });
  await arrive();
  await read;
  await turn();
  assertEquals(followed.begun, 1);
  disconnect();
});

Deno.test("waiting: a bundle sent before an abort is still watched", async () => {
  const abort = new AbortController();
  const wallet: Wallet = {
    ask() {
      abort.abort();
      return Promise.reject(new AcctError("may_be_sent", { id: "0x1d" }));
    },
    dispose() {},
  };
  const { provider, followed, arrive, disconnect } = scene(connectedStorage(), wallet);
  await arrive();
  const calls = [{ to: other.address }];
  const request = { method: "wallet_sendCalls", params: [{ calls }] } as never;
  await assertRejects(() => provider.request(request, { signal: abort.signal }), AcctError);
  assertEquals([...followed.sent], ["0x1d"]);
  disconnect();
});

Deno.test("waiting: changes are followed once the code is loaded, unless cancelled before", async () => {
  using time = new FakeTime();
  const { warn } = console;
  console.warn = () => {};
  try {
    for (const ends of [false, true]) {
      let [loads, begun, ended] = [0, 0, 0];
      const follow = followWith(() =>
        ++loads < 3 ? Promise.reject(new Error("404")) : Promise.resolve(() => {
          begun++;
          return () => ended++;
        })
      );
      const end = follow({} as FollowOptions);
      await time.tickAsync(61_000);
      assertEquals([loads, begun], [2, 0]);
      if (ends) end();
      await time.tickAsync(600_000);
      assertEquals([loads, begun, ended], ends ? [2, 0, 0] : [3, 1, 0]);
      end();
      end();
      assertEquals(ended, begun);
    }
  } finally {
    console.warn = warn;
  }
});

Deno.test("waiting: a user who confirms after the provider was disposed of is not connected", async () => {
  const storage = memoryStorage();
  const confirmed = Promise.withResolvers<never>();
  const wallet: Wallet = { ask: () => confirmed.promise, dispose() {} };
  const { provider, disconnect } = scene(storage, wallet);
  const failed = assertRejects(
    () => provider.request({ method: "eth_requestAccounts" }),
    AcctError,
  );
  disconnect();
  confirmed.resolve({ account } as never);
  assertEquals([(await failed).data.cause, storage.get("session")], ["disposed", null]);
});
