import { assertEquals, assertRejects } from "@std/assert";
import type { Address, Hex } from "viem";
import type { ParamsOf } from "../../dialog/requests.ts";
import { AcctError } from "../../ground/errors.ts";
import type { DialogRequest, PreviewOf } from "../../dialog/types.ts";
import { memoryStorage, type Storage } from "../../lib/storage.ts";
import {
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  whenSettled,
} from "../../testing/local_wallet.ts";
import { tokenBook } from "../device/watched_tokens.ts";

type Request = DialogRequest<"wallet_watchAsset">;
type Preview = PreviewOf["wallet_watchAsset"];

const address: Address = `0x${"70".repeat(20)}`;
const dollar = { address, symbol: "USD", name: "Dollar", decimals: 6 };
const word = (amount: bigint): Hex => `0x${amount.toString(16).padStart(64, "0")}`;

/** Responses of the chain. */
interface Chain {
  readonly token?: object | null;
  readonly balance?: () => unknown;
}

/** Sends the request, and returns its outcome, the shown dialog, and the stored data. */
async function watch(
  { token = dollar, balance = () => word(5n) }: Chain = {},
  { asset, act = (request) => request.approve({}), storage = memoryStorage() }: {
    readonly asset?: Partial<ParamsOf["wallet_watchAsset"]["asset"]>;
    readonly act?: (request: Request) => Promise<unknown>;
    readonly storage?: Storage;
  } = {},
) {
  let shown: Preview | undefined;
  const user = fakeUser(async (request: Request) => {
    await whenSettled(request);
    shown = request.preview.get();
    return await act(request);
  });
  const wallet = localWallet(user, {
    storage,
    service: localService({
      chain: (_chain, method) =>
        Promise.resolve().then(() => method === "eth_call" ? balance() : "0x"),
      call: (method) => method === "acct_getTokens" ? token === null ? [] : [token] : true,
    }),
  });
  const account = await connectedAccount(wallet);
  const { signal } = new AbortController();
  const end = await wallet.ask("wallet_watchAsset", {
    account,
    chainId: 1,
    asset: { address, ...asset },
  }, { signal }).catch((error) => error);
  const stored = tokenBook(storage).of(account).map((token) => token.address);
  return { end, shown: shown!, stored };
}

/** Rejects, like Cancel. */
const cancel = (request: Request) => Promise.resolve(request.reject());

Deno.test("watch: the chain's own metadata is shown, and the token is stored on approval", async () => {
  const { end, shown, stored } = await watch();
  assertEquals([end, stored], [true, [address]]);
  assertEquals(shown.asset, {
    token: { address, symbol: "USD", decimals: 6, unlisted: true },
    name: "Dollar",
    balance: 5n,
    differs: false,
  });
});

Deno.test("watch: a rejection is returned, and stores nothing", async () => {
  const { end, stored } = await watch({}, { act: cancel });
  assertEquals([end.code, end.data.cause, stored], [4001, "user_rejected", []]);
});

Deno.test("watch: the site's metadata is compared, never shown", async () => {
  const cases: [asset: { symbol?: string; decimals?: number }, differs: boolean][] = [
    [{}, false],
    [{ symbol: "USD", decimals: 6 }, false],
    [{ symbol: "usd" }, false],
    [{ symbol: "USDC" }, true],
    [{ symbol: "" }, true],
    [{ decimals: 18 }, true],
    [{ decimals: 0 }, true],
  ];
  for (const [asset, differs] of cases) {
    const { end, shown } = await watch({}, { asset });
    assertEquals([end, shown.asset?.differs], [true, differs], JSON.stringify(asset));
    assertEquals(shown.asset?.token, { address, symbol: "USD", decimals: 6, unlisted: true });
  }
});

Deno.test("watch: an address that is no token cannot be added, and the page gets the reason", async () => {
  const reverted = () => {
    throw new AcctError("internal", { row: { code: 3, message: "reverted", advice: "" } });
  };
  const chains: Chain[] = [
    { token: null },
    { balance: () => "0x" },
    { balance: () => word(5n) + "00" },
    { balance: () => 5 },
    { balance: reverted },
  ];
  for (const chain of chains) {
    // A handler that approves nevertheless gets an error, and can then close.
    const act = async (request: Request) => {
      const error = await assertRejects(() => request.approve({}), AcctError);
      assertEquals(error.data.cause, "not_ready");
      request.reject();
    };
    for (const how of [cancel, act]) {
      const { end, shown, stored } = await watch(chain, { act: how });
      assertEquals([shown.status, shown.asset, stored], ["ready", null, []]);
      assertEquals([end.code, end.data.cause], [-32602, "invalid_params"]);
      assertEquals(end.data.field, "params.options.address");
    }
  }
});

Deno.test("watch: a service that is down is reported, not mistaken for 'no token'", async () => {
  const down = () => {
    throw new AcctError("chain_down");
  };
  const { end, shown, stored } = await watch({ balance: down }, { act: cancel });
  assertEquals([shown.status, shown.error?.cause], ["error", "chain_down"]);
  assertEquals([end.data.cause, stored], ["user_rejected", []]);
});

Deno.test("watch: hostile names are sanitized and truncated", async () => {
  const token = {
    ...dollar,
    symbol: `U\u202eS\u200b${"D".repeat(99)}`,
    name: "N\u202e".repeat(99),
  };
  const { shown } = await watch({ token });
  const { name, token: { symbol } } = shown.asset!;
  assertEquals([/[\u202e\u200b]/.test(name + symbol), symbol.length, name.length <= 60], [
    false,
    16,
    true,
  ]);
});

Deno.test("watch: a browser that stores nothing is no success", async () => {
  const inner = memoryStorage();
  const storage: Storage = {
    ...inner,
    set: (key, value) => key !== "acct.tokens.1" && inner.set(key, value),
  };
  const { end, stored } = await watch({}, { storage });
  assertEquals([end, stored], [false, []]);
});
