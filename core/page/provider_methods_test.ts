/** Tests when handlers are loaded, and requests that arrive before them. */
import { assertEquals, assertRejects } from "@std/assert";
import { allHandlers, lateHandlers } from "../testing/handlers.ts";
import { accountOf } from "../account/address.ts";
import { connectPageTo } from "./connected_page.ts";
import type { ConnectedPage } from "./handlers/context.ts";
import { AcctError } from "../ground/errors.ts";
import type { Subscriber } from "./session/account_subscription.ts";
import { createProvider } from "./provider.ts";
import type { OwnedProvider } from "../protocol/provider_types.ts";
import { resolveOptions } from "./options/resolve_options.ts";
import type { Follow, FollowOptions } from "../client/follow.ts";
import { memoryStorage } from "../lib/storage.ts";
import { localService } from "../testing/local_wallet.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const sign = { method: "personal_sign", params: ["0x12", account.address] } as const;

interface Scene extends OwnedProvider {
  /** Calls of the wallet, in order. */
  readonly told: string[];
  /** Number of times that the handlers were loaded. */
  loads(): number;
  /** Completes the loading. */
  arrive(): Promise<void>;
  /** Fails the loading. */
  fail(): Promise<void>;
  /** The current subscription, and the number of subscriptions so far. */
  readonly followed: { begun: number; now: FollowOptions | null };
  /** Waits for the end of the event loop turn. */
  turn(): Promise<void>;
}

function scene(storage = memoryStorage()): Scene {
  const told: string[] = [];
  const waiting: PromiseWithResolvers<ConnectedPage>[] = [];
  let page: Subscriber;
  const followed: Scene["followed"] = { begun: 0, now: null };
  const follow: Follow = (options) => {
    followed.begun++;
    followed.now = options;
    return () => followed.now = null;
  };
  const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
  const settle = async (how: (one: PromiseWithResolvers<ConnectedPage>) => void) => {
    for (const one of waiting.splice(0)) how(one);
    await turn();
  };
  let loads = 0;
  const owned = createProvider({
    options: resolveOptions({
      apiKey: "dev",
      preference: { keysUrl: "https://k.example", serverUrl: "https://s.example" },
    }),
    origin: null,
    loadConnected(followed) {
      page = followed;
      loads++;
      const one = Promise.withResolvers<ConnectedPage>();
      waiting.push(one);
      return one.promise;
    },
    wallet: {
      ask(method) {
        told.push(method);
        const answers = {
          wallet_connect: { account },
          personal_sign: "0x5109",
          wallet_sendCalls: { id: "0x1d" },
        };
        return Promise.resolve(answers[method as keyof typeof answers]) as Promise<never>;
      },
      dispose() {},
    },
    storage,
    storageKey: "session",
  });
  return {
    ...owned,
    told,
    loads: () => loads,
    arrive: () => settle((one) => one.resolve(connectPageTo(page, localService(), follow))),
    followed,
    turn,
    fail: () => settle((one) => one.reject(new Error("offline"))),
  };
}

Deno.test("methods: a page without a session loads none", async () => {
  const { provider, loads, disconnect } = scene();
  provider.on("assetsChanged", () => {});
  assertEquals(await provider.request({ method: "eth_accounts" }), []);
  assertEquals(await provider.request({ method: "eth_chainId" }), "0x1");
  assertEquals(loads(), 0);
  disconnect();
});

Deno.test("methods: connecting loads none, and starts loading them for later requests", async () => {
  const { provider, loads, told, arrive, disconnect } = scene();
  const connected = provider.request({ method: "eth_requestAccounts" });
  assertEquals([told, loads()], [["wallet_connect"], 1], "while the user is asked");
  assertEquals(await connected, [account.address]);
  await arrive();
  // Sent synchronously, because there may be no `await` between a click and its window.
  const answer = provider.request(sign);
  assertEquals(told, ["wallet_connect", "personal_sign"]);
  assertEquals([await answer, loads()], ["0x5109", 1]);
  disconnect();
});

Deno.test("methods: with a session, a listener or a request loads them", async () => {
  const storage = memoryStorage();
  const first = scene(storage);
  await first.provider.request({ method: "eth_requestAccounts" });
  const next = scene(storage);
  next.provider.on("assetsChanged", () => {});
  assertEquals(next.loads(), 1);
  first.disconnect();
  next.disconnect();
});

Deno.test("methods: requests that arrive before the handlers are loaded are sent in order afterwards", async () => {
  const storage = memoryStorage();
  const first = scene(storage);
  await first.provider.request({ method: "eth_requestAccounts" });
  const { provider, told, arrive, loads, disconnect } = scene(storage);
  const one = provider.request(sign);
  const two = provider.request({ method: "wallet_getSupportedExecutionPermissions" });
  assertEquals([told, loads()], [[], 1]);
  await arrive();
  assertEquals([await one, await two !== null], ["0x5109", true]);
  assertEquals(told, ["personal_sign"]);
  first.disconnect();
  disconnect();
});

Deno.test("methods: each chunk has the handlers of its listed methods", () => {
  for (const [method, handler] of Object.entries(lateHandlers)) {
    assertEquals(typeof handler?.definition.params.read, "function", method);
  }
  assertEquals(Object.keys(lateHandlers).length, 21);
  assertEquals(Object.keys(allHandlers).length, 38);
});

Deno.test("methods: a lazily loaded handler opens a window only for permissions and displays", () => {
  // Pages that own passkeys have their own dialogs; other pages are rejected immediately.
  const opensNone = ["acct_addPasskey", "acct_addRecoveryAddress", "acct_removeOwner"];
  assertEquals(
    Object.entries(lateHandlers).filter(([, { definition }]) => definition.prompts !== null)
      .map(([name]) => name).toSorted(),
    [
      ...opensNone,
      "acct_showAccount",
      "acct_upgradeAccount",
      "wallet_grantPermissions",
      "wallet_requestExecutionPermissions",
      "wallet_revokeExecutionPermission",
      "wallet_revokePermissions",
      "wallet_showCallsStatus",
      "wallet_watchAsset",
    ],
  );
});

Deno.test("methods: no window opens for a rejected request, for any method", async () => {
  const prompting = Object.entries(allHandlers)
    .filter(([, { definition }]) => definition.prompts !== null).map(([name]) => name);
  assertEquals(prompting.toSorted(), [
    "acct_addPasskey",
    "acct_addRecoveryAddress",
    "acct_removeOwner",
    "acct_showAccount",
    "acct_upgradeAccount",
    "eth_requestAccounts",
    "eth_sendTransaction",
    "eth_signTypedData_v4",
    "personal_sign",
    "wallet_connect",
    "wallet_grantPermissions",
    "wallet_requestExecutionPermissions",
    "wallet_requestPermissions",
    "wallet_revokeExecutionPermission",
    "wallet_revokePermissions",
    "wallet_sendCalls",
    "wallet_showCallsStatus",
    "wallet_sign",
    "wallet_watchAsset",
  ]);
  const withoutParams = ["acct_addPasskey", "acct_showAccount", "eth_requestAccounts"];
  const { provider, told, arrive, disconnect } = scene();
  for (const method of prompting.filter((name) => !withoutParams.includes(name))) {
    for (
      const params of ["text", { 0: {} }, [{ chainId: 1, capabilities: 5, owner: "0x" }], [[]]]
    ) {
      if (method === "wallet_showCallsStatus" && typeof params === "string") continue;
      const refused = assertRejects(
        () => provider.request({ method, params } as never),
        AcctError,
      );
      await arrive();
      const { data } = await refused;
      assertEquals(
        [data.cause, data.field?.startsWith("params")],
        ["invalid_params", true],
        method,
      );
    }
  }
  assertEquals(told, []);
  disconnect();
});

Deno.test("methods: one stream for all listeners from the first one on, and none without listeners", async () => {
  const { provider, arrive, followed, turn, disconnect } = scene();
  const [one, two] = [() => {}, () => {}];
  provider.on("assetsChanged", one);
  await provider.request({ method: "eth_requestAccounts" });
  await arrive();
  assertEquals([followed.begun, followed.now?.address], [1, account.address]);
  // Replaced within a turn, so the stream stays open.
  provider.removeListener("assetsChanged", one);
  provider.on("callsStatusChanged", two);
  await turn();
  assertEquals([followed.begun, followed.now !== null], [1, true]);
  provider.removeListener("callsStatusChanged", two);
  await turn();
  assertEquals(followed.now, null);
  provider.on("permissionsChanged", one);
  await turn();
  assertEquals([followed.begun, followed.now !== null], [2, true]);
  disconnect();
  await turn();
  assertEquals(followed.now, null);
});

Deno.test("methods: a disposed provider ignores accounts that connect alongside it", async () => {
  const storage = memoryStorage();
  for (const arrives of [true, false]) {
    const gone = scene(storage);
    await gone.provider.request({ method: "eth_requestAccounts" });
    if (arrives) await gone.arrive();
    gone.disconnect();
    const beside = scene(storage);
    await beside.provider.request({ method: "eth_requestAccounts" });
    const before = gone.loads();
    gone.provider.on("assetsChanged", () => {});
    await gone.arrive();
    assertEquals([gone.followed.begun, gone.loads()], [0, before], String(arrives));
    beside.disconnect();
  }
});

Deno.test("methods: sent bundles are reported immediately, and watched until the account disconnects", async () => {
  const { provider, arrive, followed, turn, disconnect } = scene();
  const heard: unknown[] = [];
  provider.on("assetsChanged", (payload) => heard.push(payload));
  await provider.request({ method: "eth_requestAccounts" });
  await arrive();
  const calls = [{ to: `0x${"22".repeat(20)}` }];
  await provider.request({ method: "wallet_sendCalls", params: [{ calls }] as never });
  await provider.request({ method: "wallet_sendCalls", params: [{ calls, id: "mine" }] as never });
  assertEquals(heard, Array(2).fill({ address: account.address, chainIds: ["0x1"] }));
  assertEquals([...followed.now!.sent], ["0x1d", "mine"]);
  await provider.request({ method: "wallet_disconnect" });
  await turn();
  await provider.request({ method: "eth_requestAccounts" });
  await turn();
  assertEquals([followed.begun, followed.now!.sent.size], [2, 0]);
  disconnect();
});

Deno.test("methods: requests that are rejected or withdrawn while loading open no window", async () => {
  const { provider, told, arrive, disconnect } = scene();
  const abort = new AbortController();
  const wrong = assertRejects(
    () => provider.request({ method: "wallet_sendCalls", params: [{}] as never }),
    AcctError,
  );
  const withdrawn = assertRejects(
    () => provider.request(sign, { signal: abort.signal }),
    AcctError,
  );
  abort.abort();
  await arrive();
  assertEquals([(await wrong).data.cause, (await withdrawn).data.cause], [
    "invalid_params",
    "aborted",
  ]);
  assertEquals(told, []);
  const late = assertRejects(
    () => provider.request<{ ReturnType: never }>({ method: "wallet_none" }),
    AcctError,
  );
  assertEquals((await late).data.cause, "method_unsupported");
  disconnect();
  const gone = await assertRejects(() => provider.request(sign), AcctError);
  assertEquals(gone.data.cause, "disposed");
});

Deno.test("methods: a failed load is an error of that request, and is retried", async () => {
  const { provider, told, arrive, fail, loads, disconnect } = scene();
  const lost = assertRejects(() => provider.request(sign), AcctError);
  await fail();
  assertEquals((await lost).data.cause, "service_down");
  assertEquals(told, []);
  const again = provider.request({ method: "wallet_getSupportedExecutionPermissions" });
  await arrive();
  assertEquals([await again !== null, loads()], [true, 2]);
  disconnect();
});

Deno.test("methods: parameters that are not plain JSON are rejected before a window opens", async () => {
  const { provider, told, disconnect } = scene();
  const typedData = (message: unknown) => ({
    types: { M: [{ name: "a", type: "uint256" }] },
    primaryType: "M",
    domain: {},
    message,
  });
  const request = provider.request as (args: unknown) => Promise<unknown>;
  for (
    const [message, below] of [
      [{ a: 1n }, ".a"],
      [{ a: new Date(0) }, ".a"],
      [{ a: "1", f() {} }, ".f"],
      [{ a: "x".repeat(3_000_000) }, ".a"],
    ] as const
  ) {
    const { data } = await assertRejects(
      () =>
        request({
          method: "eth_signTypedData_v4",
          params: [account.address, typedData(message)],
        }),
      AcctError,
    );
    assertEquals([data.cause, data.field], ["invalid_params", `params[1].message${below}`]);
  }
  assertEquals(told, []);
  disconnect();
});

Deno.test("methods: a sponsor's context that is not plain JSON is rejected with its path", async () => {
  const { provider, told, disconnect } = scene();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (
    const [context, below] of [
      [{ n: 1n }, ".n"],
      [circle, ".self"],
      [{ toJSON: () => undefined }, ""],
      [{ f() {} }, ".f"],
    ] as const
  ) {
    const { data } = await assertRejects(
      () =>
        provider.request({
          method: "wallet_sendCalls",
          params: [{
            calls: [{ to: account.address }],
            capabilities: { paymasterService: { url: "https://p.example/", context } },
          }],
        }),
      AcctError,
    );
    assertEquals(
      [data.cause, data.field],
      ["invalid_params", `params[0].capabilities.paymasterService.context${below}`],
    );
  }
  assertEquals(told, []);
  disconnect();
});

Deno.test("provider: a signal of null counts as absent, as in fetch", async () => {
  const { provider } = scene();
  const options = { signal: null } as unknown as { signal?: AbortSignal };
  assertEquals(await provider.request({ method: "eth_accounts" }, options), []);
});
