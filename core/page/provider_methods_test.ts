/** Tests when handlers are loaded, and requests that come before them. */
import { assertEquals, assertRejects } from "@std/assert";
import { allHandlers, handlersByLoad } from "../testing/handlers.ts";
import { accountOf } from "../account/address.ts";
import { connectPage, connectPageTo } from "./connected.ts";
import type { ConnectedPage } from "./handlers/context.ts";
import type { AcctOptions } from "./options.ts";
import { AcctError } from "../protocol/errors.ts";
import { createEmitter } from "../protocol/events.ts";
import type { Subscriber } from "./account_subscription.ts";
import { createProvider } from "./provider.ts";
import type { OwnedProvider } from "../protocol/provider_types.ts";
import { resolveOptions } from "./resolve_options.ts";
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
  /** Waits for the end of the turn. */
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

Deno.test("methods: connecting needs none, and fetches them for what follows", async () => {
  const { provider, loads, told, arrive, disconnect } = scene();
  const connected = provider.request({ method: "eth_requestAccounts" });
  assertEquals([told, loads()], [["wallet_connect"], 1], "while the user is asked");
  assertEquals(await connected, [account.address]);
  await arrive();
  // In the very call: nothing may be awaited between a click and its window.
  const answer = provider.request(sign);
  assertEquals(told, ["wallet_connect", "personal_sign"]);
  assertEquals([await answer, loads()], ["0x5109", 1]);
  disconnect();
});

Deno.test("methods: with a session, a listener or a request fetches them", async () => {
  const storage = memoryStorage();
  const first = scene(storage);
  await first.provider.request({ method: "eth_requestAccounts" });
  const next = scene(storage);
  next.provider.on("assetsChanged", () => {});
  assertEquals(next.loads(), 1);
  first.disconnect();
  next.disconnect();
});

Deno.test("methods: what comes before they are loaded is asked in order once they are", async () => {
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

Deno.test("methods: each has one handler, loaded when its definition says", () => {
  for (const [load, handlers] of Object.entries(handlersByLoad)) {
    for (const [name, { definition }] of Object.entries(handlers)) {
      assertEquals(definition.load, load, name);
    }
  }
  const names = Object.values(handlersByLoad).flatMap(Object.keys);
  assertEquals(new Set(names).size, names.length);
  assertEquals(Object.keys(allHandlers).length, names.length);
});

Deno.test("methods: what is loaded late opens no window", () => {
  const prompting = (load: "reads" | "later") =>
    Object.entries(handlersByLoad[load]).filter(([, { definition }]) => definition.prompts !== null)
      .map(([name]) => name);
  assertEquals(prompting("reads"), []);
  // Pages that own passkeys have dialogs of their own; others are refused at once.
  assertEquals(prompting("later"), [
    "acct_addPasskey",
    "acct_addRecoveryAddress",
    "acct_removeOwner",
    "acct_upgradeAccount",
  ]);
});

Deno.test("methods: no window opens for a request that is refused, whichever method it is", async () => {
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

Deno.test("methods: one stream for all listeners, from their arrival on, and none without one", async () => {
  const { provider, arrive, followed, turn, disconnect } = scene();
  const [one, two] = [() => {}, () => {}];
  provider.on("assetsChanged", one);
  await provider.request({ method: "eth_requestAccounts" });
  await arrive();
  assertEquals([followed.begun, followed.now?.address], [1, account.address]);
  // Replaced within a turn: the stream stays.
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

Deno.test("methods: a provider that was disposed of follows no account that connects beside it", async () => {
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

Deno.test("methods: what was sent is told at once, and looked for until the account goes", async () => {
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

Deno.test("methods: an option that a guide example misspells is told once they are there", async () => {
  const { warn } = console;
  const said: string[] = [];
  console.warn = (text: string) => said.push(text);
  try {
    const options = resolveOptions({
      apiKey: "dev",
      preference: { keysUrl: "https://k.example", serverUrl: "https://s.example" },
      ensConfig: "shop.eth",
    } as AcctOptions);
    connectPage({ emitter: createEmitter(), account: () => null, session: () => null }, options);
    await import("./misspelled.ts");
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    console.warn = warn;
  }
  assertEquals(said, ['Acct: the option "ensConfig" is not known; "ens" is meant.']);
});

Deno.test("methods: what is refused or withdrawn meanwhile opens no window", async () => {
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

Deno.test("methods: what did not arrive is an error of that request, and fetched again", async () => {
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

Deno.test("methods: parameters that are no plain JSON are refused before a window opens", async () => {
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

Deno.test("methods: a sponsor's context that is no plain JSON is refused with its path", async () => {
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

Deno.test("provider: a signal of null is none, as for fetch", async () => {
  const { provider } = scene();
  const options = { signal: null } as unknown as { signal?: AbortSignal };
  assertEquals(await provider.request({ method: "eth_accounts" }, options), []);
});
