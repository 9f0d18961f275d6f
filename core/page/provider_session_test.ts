/** Tests which requests extend a session. */
import { assertEquals, assertRejects } from "@std/assert";
import { accountOf } from "../account/address.ts";
import { connectPageTo } from "./connected_page.ts";
import { createProvider } from "./provider.ts";
import { resolveOptions } from "./options/resolve_options.ts";
import { AcctError } from "../ground/errors.ts";
import { memoryStorage } from "../lib/storage.ts";
import { localService } from "../testing/local_wallet.ts";
import type { Wallet } from "../dialog/requests.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const to = accountOf(`0x${"22".repeat(64)}`).address;
/** Seconds. */
const authTTL = 3_600;

/** Results of the wallet by method. */
const answers: Readonly<Record<string, unknown>> = {
  wallet_connect: { account },
  personal_sign: "0x5109",
  wallet_sendCalls: { id: "0x1d" },
  acct_showAccount: {},
  wallet_showCallsStatus: null,
};

/** A provider with a clock, and the methods that the wallet received. */
function open() {
  const clock = { now: 1_000_000_000_000 };
  const asked: string[] = [];
  const wallet: Wallet = {
    ask(method) {
      asked.push(method);
      return Promise.resolve(answers[method]) as Promise<never>;
    },
    dispose() {},
  };
  const { provider, disconnect } = createProvider({
    options: resolveOptions({
      apiKey: "dev",
      preference: { authTTL, keysUrl: "https://k.example", serverUrl: "https://s.example" },
    }),
    origin: null,
    loadConnected: (page) => Promise.resolve(connectPageTo(page, localService())),
    wallet,
    storage: memoryStorage(),
    storageKey: "session",
    now: () => clock.now,
  });
  const minutes = (count: number) => clock.now += count * 60_000;
  return { provider, disconnect, asked, minutes };
}

/** Connects, sends a request after 50 minutes, and reads the accounts 20 minutes later. */
async function accountsAfter(method: string, params: unknown[]): Promise<unknown> {
  const { provider, disconnect, asked, minutes } = open();
  assertEquals(await provider.request({ method: "eth_requestAccounts" }), [account.address]);
  minutes(50);
  await provider.request<{ ReturnType: unknown }>({ method, params });
  assertEquals(asked.length, 2, `${method} asks the user`);
  minutes(20);
  const accounts = await provider.request({ method: "eth_accounts" });
  disconnect();
  return accounts;
}

Deno.test("provider: requests that use the passkey extend the session", async () => {
  for (
    const [method, params] of [
      ["personal_sign", ["0x68656c6c6f", account.address]],
      ["wallet_sendCalls", [{ calls: [{ to }] }]],
    ] as const
  ) {
    assertEquals(await accountsAfter(method, [...params]), [account.address], method);
  }
});

Deno.test("provider: requests that only show a dialog do not", async () => {
  for (
    const [method, params] of [
      ["acct_showAccount", []],
      ["wallet_showCallsStatus", ["0x1d"]],
    ] as const
  ) {
    assertEquals(await accountsAfter(method, [...params]), [], method);
  }
});

Deno.test("provider: a send with an expired session opens no window, and the page is notified", async () => {
  for (
    const [method, params] of [
      ["personal_sign", ["0x68656c6c6f", account.address]],
      ["eth_sendTransaction", [{ from: account.address, to }]],
      ["wallet_sendCalls", [{ from: account.address, calls: [{ to }] }]],
    ] as const
  ) {
    const { provider, disconnect, asked, minutes } = open();
    const seen: unknown[] = [];
    await provider.request({ method: "eth_requestAccounts" });
    provider.on("accountsChanged", (accounts) => seen.push(accounts));
    provider.on("disconnect", ({ code }) => seen.push(code));
    minutes(61);
    const error = await assertRejects(
      () => provider.request<{ ReturnType: unknown }>({ method, params: [...params] }),
      AcctError,
    );
    assertEquals([error.code, error.data.cause, asked.length], [4100, "unauthorized", 1], method);
    assertEquals(seen, [[], 4100], method);
    disconnect();
  }
});

Deno.test("provider: a send without an account reconnects, and the page is notified first", async () => {
  const { provider, disconnect, asked, minutes } = open();
  const seen: string[] = [];
  await provider.request({ method: "eth_requestAccounts" });
  provider.on("accountsChanged", (accounts) => seen.push(`${accounts.length} ${asked.length}`));
  minutes(61);
  await provider.request({
    method: "wallet_sendCalls",
    params: [{ version: "2.0.0", calls: [{ to }] }],
  });
  assertEquals(asked, ["wallet_connect", "wallet_connect", "wallet_sendCalls"]);
  // Before the window opens, and before the calls are shown.
  assertEquals(seen, ["0 1", "1 2"]);
  disconnect();
});
