/** Tests requests that name a chain: an unsupported one is rejected before a window opens. */
import { assertEquals, assertRejects } from "@std/assert";
import { accountOf } from "../../account/address.ts";
import { memoryStorage } from "../../lib/storage.ts";
import { AcctError } from "../../ground/errors.ts";
import { localService } from "../../testing/local_wallet.ts";
import { connectPageTo } from "../connected_page.ts";
import { Mode } from "../../ground/mode.ts";
import { createProvider } from "../provider.ts";
import { resolveOptions } from "../options/resolve_options.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const { address: spender } = accountOf(`0x${"22".repeat(64)}`);
const id = `0x${"33".repeat(32)}`;
const token = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const uiHandler = {
  init() {},
  cleanup() {},
  canHandle: () => true,
  request: () => Promise.reject(new Error("shown")),
};

/** Params of each method that prompts on a chain that the dApp chooses. */
const requests: Readonly<Record<string, (chainId: string) => readonly unknown[]>> = {
  wallet_sendCalls: (chainId) => [{ chainId, calls: [{ to: spender }] }],
  eth_sendTransaction: (chainId) => [{ chainId, to: spender }],
  wallet_sign: (chainId) => [{ chainId, request: { type: "0x45", data: { message: "hi" } } }],
  wallet_grantPermissions: (chainId) => [{
    chainId,
    spender,
    expiry: 4_000_000_000,
    permissions: { spends: [{ token, allowance: "1", unit: "day" }] },
  }],
  wallet_requestExecutionPermissions: (chainId) =>
    ["0x1", chainId].map((chainId) => ({
      chainId,
      to: spender,
      permission: {
        type: "native-token-periodic",
        isAdjustmentAllowed: false,
        data: { periodAmount: "0x1", periodDuration: 86_400, startTime: 1_700_000_000 },
      },
      rules: [{ type: "expiry", data: { timestamp: 4_000_000_000 } }],
    })),
  wallet_revokePermissions: (chainId) => [{ chainId, id }],
  acct_upgradeAccount: (chainId) => [{ chainId }],
};

/** Returns the cause of the rejection, and the requests that the wallet received. */
async function ask(method: string, params: unknown, connected: boolean) {
  const asked: string[] = [];
  const storage = memoryStorage();
  if (connected) {
    storage.set("session", JSON.stringify({ account, chainId: 1, at: Date.now() }));
  }
  const { provider, disconnect } = createProvider({
    options: resolveOptions({
      apiKey: "dev",
      preference: {
        keysUrl: "https://k.example",
        serverUrl: "https://s.example",
        mode: Mode.AppSpecific,
        uiHandler,
      },
    }),
    origin: null,
    loadConnected: (page) => Promise.resolve(connectPageTo(page, localService())),
    wallet: {
      ask(method) {
        asked.push(method);
        return Promise.reject(new AcctError("user_rejected"));
      },
      dispose() {},
    },
    storage,
    storageKey: "session",
  });
  const { data } = await assertRejects(
    () => provider.request<{ ReturnType: unknown }>({ method, params }),
    AcctError,
  );
  disconnect();
  return { cause: data.cause, asked: asked.length };
}

for (const [method, paramsOn] of Object.entries(requests)) {
  Deno.test(`chains: ${method} opens no window for an unsupported chain`, async () => {
    const cause = method === "wallet_sendCalls" ? "chain_unsupported" : "chain_unknown";
    for (const connected of [true, false]) {
      assertEquals(await ask(method, paramsOn("0xdead"), connected), { cause, asked: 0 });
      // A supported chain is shown.
      const shown = await ask(method, paramsOn("0x1"), connected);
      assertEquals(shown, { cause: "user_rejected", asked: 1 });
    }
  });
}
