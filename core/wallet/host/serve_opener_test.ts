import { assertEquals } from "@std/assert";
import { formatApiKey } from "../../ground/api_key.ts";
import { enterPage, type FakeWindow, fakeWindow } from "../../testing/windows.ts";
import type { AppView } from "../../dialog/types.ts";
import type { Wallet } from "../../dialog/requests.ts";
import { readRequest } from "./params.ts";
import { type HostOptions, serveOpener } from "./serve_opener.ts";

const HOST = "https://keys.example.com";
const PAGE = "https://shop.example";
const key = (host: string) =>
  formatApiKey({ kind: "pk", environment: "live", host, random: new Uint8Array(16) });

interface Scene extends Disposable {
  readonly opener: FakeWindow;
  readonly apps: AppView[];
  readonly asked: { method: string; params: unknown }[];
  /** Posts a message of the dApp to the host. */
  say(message: unknown, how?: { origin?: string; source?: unknown }): void;
  /** Messages that the host posted. */
  posted(): Record<string, unknown>[];
  settle(): Promise<void>;
  readonly end: (() => void) | null;
}

function scene(claim = PAGE, read: HostOptions["read"] = readRequest, waits = false): Scene {
  const host = fakeWindow(HOST, () => opener);
  const opener = fakeWindow(PAGE, () => host);
  const left = enterPage(host, () => null);
  const apps: AppView[] = [];
  const asked: Scene["asked"] = [];
  const wallet: Wallet = {
    ask(method, params, { onSent }) {
      asked.push({ method, params });
      if (method === "wallet_sendCalls") onSent?.("0x1d");
      // A user takes longer to answer than a page to send its next request.
      return (waits ? new Promise(() => {}) : Promise.resolve("0x1")) as Promise<never>;
    },
    dispose() {},
  };
  const end = serveOpener({
    opener: opener as unknown as Window,
    hash: `#origin=${encodeURIComponent(claim)}`,
    host: "example.com",
    read,
    wallet(app) {
      apps.push(app);
      return wallet;
    },
  });
  return {
    opener,
    apps,
    asked,
    end,
    say: (message, how = {}) =>
      host.deliver(message, how.origin ?? PAGE, "source" in how ? how.source : opener),
    posted: () => opener.received.map(({ message }) => message as Record<string, unknown>),
    settle: () => new Promise((done) => setTimeout(done, 0)),
    [Symbol.dispose]: () => left[Symbol.dispose](),
  };
}

const init = {
  acct: "init",
  version: 1,
  key: key("example.com"),
  app: { name: "Shop", logoUrl: null },
};
const params = { account: `0x${"11".repeat(20)}`, chainId: 1, message: "0x12" };
const request = (id: string, method: unknown = "personal_sign", given: unknown = params) => ({
  acct: "request",
  id,
  method,
  params: given,
});

Deno.test("host: it posts only to the claimed origin, and never to *", () => {
  using at = scene();
  assertEquals(at.opener.received.map(({ targetOrigin }) => targetOrigin), [PAGE]);
  for (
    const claim of ["*", "null", "", "javascript:alert(1)", "https://a.example/path", "file://x"]
  ) {
    using other = scene(claim);
    assertEquals([claim, other.end, other.opener.received.length], [claim, null, 0]);
  }
});

Deno.test("host: the displayed origin is the browser's, never that of a message", async () => {
  using at = scene();
  at.say({ ...init, app: { name: "Bank", logoUrl: null, origin: "https://bank.example" } });
  at.say(request("1"));
  await at.settle();
  assertEquals(at.apps, [{ name: "Bank", logoUrl: null, origin: PAGE }]);
});

Deno.test("host: another window, another origin and a missing source are ignored", async () => {
  using at = scene();
  at.say(init, { origin: "https://shop.example.evil" });
  at.say(init, { origin: "http://shop.example" });
  at.say(init, { source: null });
  at.say(init, { source: {} });
  assertEquals(at.apps.length, 0);
  at.say(init);
  at.say(request("1"), { source: {} });
  at.say(request("2"), { origin: "https://evil.example" });
  await at.settle();
  assertEquals(at.asked.length, 0);
});

Deno.test("host: a page's ABI reaches the wallet unchanged, field by field", async () => {
  using at = scene();
  at.say(init);
  const call = { to: `0x${"22".repeat(20)}`, value: "0x0", data: "0x12", more: "x" };
  const abi = ["function plant(uint256 seeds)"];
  at.say(request("1", "wallet_sendCalls", {
    ...params,
    calls: [call, { ...call, abi: [] }],
    abi,
    explain: "yes",
  }));
  at.say(request("2", "wallet_sendCalls", { ...params, calls: [call], abi: null }));
  await at.settle();
  const { account, chainId } = params;
  const { more: _, ...plain } = call;
  assertEquals(at.asked.map(({ params }) => params), [
    { account, chainId, calls: [plain, { ...plain, abi: [] }], abi },
    { account, chainId, calls: [plain] },
  ]);
});

Deno.test("host: each id is answered once, for any order and number of messages", async () => {
  using at = scene();
  at.say(request("early"));
  at.say(init);
  at.say(init);
  at.say({ ...init, app: { name: "Other", logoUrl: null } });
  for (let time = 0; time < 5; time++) at.say(request("1"));
  at.say(request("2"));
  await at.settle();
  at.say(request("1"));
  await at.settle();
  assertEquals(at.asked.length, 2);
  assertEquals(at.apps.map(({ name }) => name), ["Shop"]);
  assertEquals(at.posted().filter(({ id }) => id === "1").length, 1);
});

Deno.test("host: wrong methods and parameters get an error that names the field", async () => {
  using at = scene();
  at.say(init);
  const wrong: [unknown, unknown][] = [
    ["eth_sign", params],
    ["toString", params],
    [null, params],
    ["acct_claimName", { ...params, domain: "demo.eth", texts: [] }],
    ["personal_sign", null],
    ["personal_sign", { ...params, account: "0x12" }],
    ["personal_sign", { ...params, chainId: "0x1" }],
    ["personal_sign", { ...params, message: "text" }],
    ["wallet_sendCalls", { ...params, calls: [] }],
    ["wallet_sendCalls", { ...params, calls: [{ to: params.account, value: "1", data: "0x" }] }],
    ["wallet_connect", {
      chainId: 1,
      siwe: { nonce: "12345678", chainId: 1, domain: "bank.example" },
    }],
    ["wallet_connect", { chainId: 1, siwe: { nonce: "short", chainId: 1 } }],
    ["wallet_connect", { chainId: 1, siwe: { nonce: "12345678", chainId: 1, uri: "https://x.y" } }],
    ...[`blob:${PAGE}/1`, "https://me@shop.example/", `${PAGE}/\nNonce: 1`, `${PAGE}.evil`].map(
      (uri): [string, unknown] => [
        "wallet_connect",
        { chainId: 1, siwe: { nonce: "12345678", chainId: 1, uri } },
      ],
    ),
    [
      "wallet_connect",
      { chainId: 1, siwe: { nonce: "12345678", chainId: 1, statement: "a\nURI: https://x.y" } },
    ],
    ["wallet_connect", { chainId: 1, ens: { domain: "eth", texts: [] } }],
    ["wallet_connect", { chainId: 1, ens: { domain: 7 } }],
    ["wallet_connect", { chainId: 1, ens: { domain: "x.eth", texts: "no" } }],
    ["wallet_connect", {
      chainId: 1,
      ens: { domain: "x.eth", texts: [{ key: "a b", value: "" }] },
    }],
    ["wallet_connect", { chainId: 1, ens: { domain: "x.eth", texts: Array(21).fill({}) } }],
  ];
  for (const [index, [method, given]] of wrong.entries()) {
    at.say(request(`${index}`, method, given));
    // More concurrent requests would be rejected.
    await at.settle();
  }
  assertEquals(at.asked, []);
  const codes = at.posted().slice(1).map(({ error }) => (error as { code: number }).code);
  assertEquals(codes, [4200, 4200, 4200, 4200, ...Array(19).fill(-32602)]);
});

Deno.test("host: malformed, huge and endless messages have no effect and do not throw", async () => {
  using at = scene();
  const circular: Record<string, unknown> = { acct: "request", id: "c" };
  circular.self = circular;
  const hostile = [
    null,
    5,
    "text",
    [],
    { acct: "init" },
    { acct: "init", key: 5, app: null },
    circular,
    { acct: "request", id: 5n },
    { acct: "request", id: "x".repeat(65) },
    { acct: "cancel", id: {} },
    { acct: "cancel", id: "unknown" },
    { ...request("big"), params: "x".repeat(3_000_000) },
  ];
  for (const message of hostile) at.say(message);
  await at.settle();
  assertEquals(at.asked.length, 0);
  // After a rejected `init`, only valid ids can be answered.
  assertEquals(at.posted().map(({ acct, id }) => [acct, id]), [
    ["ready", undefined],
    ["response", "c"],
    ["response", "big"],
  ]);
});

Deno.test("host: a flood is bounded", async () => {
  using at = scene(PAGE, readRequest, true);
  at.say(init);
  for (let index = 0; index < 10_000; index++) at.say(request(`${index}`));
  await at.settle();
  assertEquals(at.asked.length, 16);
  const refused = at.posted().slice(1) as { error: { data: { cause: string } } }[];
  assertEquals(refused.length, 1_000 - 16);
  assertEquals(new Set(refused.map(({ error }) => error.data.cause)), new Set(["limit_exceeded"]));
});

Deno.test("host: a key of another service is rejected, and the error names that service", async () => {
  using at = scene();
  at.say({ ...init, key: key("other.example") });
  at.say(request("1"));
  await at.settle();
  const { error } = at.posted()[1] as { error: { code: number; message: string } };
  assertEquals(error.code, 4100);
  assertEquals(error.message.includes("other.example"), true);
  assertEquals(at.apps.length, 0);
});

Deno.test("host: a page's name and logo are sanitized and bounded", () => {
  const logos: [unknown, string | null][] = [
    ["https://shop.example/logo.png", "https://shop.example/logo.png"],
    ["http://shop.example/logo.png", null],
    ["http://localhost:1/logo.png", null],
    ["javascript:alert(1)", null],
    ["data:image/svg+xml,<svg onload=alert(1)>", null],
    [5, null],
    ["https://x/" + "a".repeat(5000), null],
  ];
  for (const [logoUrl, expected] of logos) {
    using at = scene();
    at.say({ ...init, app: { name: "\u202eknaB\u200b " + "a".repeat(500), logoUrl } });
    assertEquals(at.apps[0]!.logoUrl, expected);
    assertEquals(at.apps[0]!.name.length <= 64 && at.apps[0]!.name.startsWith("knaB a"), true);
  }
});

Deno.test("host: a request that is too large or not plain data is answered, once", async () => {
  using at = scene();
  at.say(init);
  const typed = (message: object) => ({ account: params.account, chainId: 1, typedData: message });
  const calls = [{ to: params.account, value: "0x0", data: "0x" }];
  const wrong = [
    typed({ a: 1n }),
    typed({ a: new Date(0) }),
    typed({ a: new Uint8Array(1) }),
    typed({ a: "x".repeat(3_000_000) }),
    { ...params, calls, abi: ["x".repeat(3_000_000)] },
    { ["x".repeat(3_000_000)]: 1 },
    new Array(2 ** 32 - 1),
  ];
  for (const [index, given] of wrong.entries()) {
    at.say(request(`${index}`, "eth_signTypedData_v4", given));
    at.say(request(`${index}`, "eth_signTypedData_v4", given));
    await at.settle();
  }
  assertEquals(at.asked, []);
  const answers = at.posted().slice(1);
  assertEquals(answers.map(({ id }) => id), wrong.map((_, index) => `${index}`));
  for (const { error } of answers) {
    const { code, message } = error as { code: number; message: string };
    assertEquals([code, message.length < 300], [-32602, true]);
  }
});

Deno.test("host: the page is notified that a bundle may land before it gets a result", async () => {
  using at = scene();
  at.say(init);
  const calls = [{ to: `0x${"22".repeat(20)}`, value: "0x0", data: "0x" }];
  at.say(request("1", "wallet_sendCalls", { account: params.account, chainId: 1, calls }));
  await at.settle();
  assertEquals(at.posted().slice(1), [
    { acct: "sent", id: "1", bundle: "0x1d" },
    { acct: "response", id: "1", result: "0x1", seen: true },
  ]);
});

Deno.test("host: a dialog that the user closes is not shown as done", async () => {
  using at = scene();
  at.say(init);
  at.say(
    request("1", "acct_showAccount", { account: params.account, chainId: 1, testnets: false }),
  );
  await at.settle();
  assertEquals(at.posted().at(-1), { acct: "response", id: "1", result: "0x1" });
});

Deno.test("host: requests reach the wallet in order, even after an invalid one", async () => {
  const code = Promise.withResolvers<void>();
  using at = scene(PAGE, async (method, given, origin) => {
    if (method !== "wallet_connect") await code.promise;
    return await readRequest(method, given, origin);
  });
  at.say(init);
  at.say(request("1"));
  at.say(request("2", "eth_sign"));
  at.say(request("3"));
  at.say(request("4", "wallet_connect", { chainId: 1 }));
  at.say(request("5"));
  await at.settle();
  assertEquals(at.asked, []);
  code.resolve();
  await at.settle();
  assertEquals(at.asked.map(({ method }) => method), [
    "personal_sign",
    "personal_sign",
    "wallet_connect",
    "personal_sign",
  ]);
});
