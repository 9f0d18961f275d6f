import { assertEquals, assertRejects } from "@std/assert";
import { accountOf } from "../../account/address.ts";
import { AcctError } from "../../ground/errors.ts";
import { connectPageTo } from "../connected_page.ts";
import type { PageContext } from "./context.ts";
import { createEmitter } from "../../protocol/events.ts";
import { localService } from "../../testing/local_wallet.ts";

const page = connectPageTo({ emitter: createEmitter(), account: () => null }, localService());

const account = accountOf(`0x${"11".repeat(64)}`);
const to = accountOf(`0x${"33".repeat(64)}`).address;

/** Returns the wallet request that a dApp's request causes. */
async function asked(request: object): Promise<unknown> {
  const seen: unknown[] = [];
  const context = {
    options: {},
    session: () => ({ account, chainId: 1, at: 0 }),
    chainId: () => 1,
    signal: new AbortController().signal,
    ask: (_method: string, params: unknown) => {
      seen.push(params);
      return Promise.resolve({ id: "0x1" });
    },
    emit: () => {},
    loaded: () => page,
  } as unknown as PageContext;
  await page.answer("wallet_sendCalls", context, [request]);
  return seen[0];
}

Deno.test("wallet_sendCalls: a page's ABI is passed to the wallet unchanged, for batch and calls", async () => {
  const plain = { to, value: "0x0", data: "0x" };
  const usual = { account: account.address, chainId: 1 };
  assertEquals(await asked({ calls: [{ to }] }), { ...usual, calls: [plain] });
  const abi = ["function plant(uint256 seeds)"];
  assertEquals(
    await asked({ calls: [{ to, capabilities: { abi } }, { to }], capabilities: { abi: [] } }),
    { ...usual, calls: [{ ...plain, abi }, plain], abi: [] },
  );
  for (const capabilities of [{ abi: null }, { abi: undefined }, {}]) {
    assertEquals(
      await asked({ calls: [{ to, capabilities }], capabilities }),
      { ...usual, calls: [plain] },
    );
  }
});

Deno.test("wallet_sendCalls: other capabilities are still rejected, for batch and calls", async () => {
  const context = {
    session: () => ({ account, chainId: 1, at: 0 }),
    chainId: () => 1,
    signal: new AbortController().signal,
  } as unknown as PageContext;
  const end = async (request: object) =>
    (await assertRejects(
      async () => await page.answer("wallet_sendCalls", context, [request]),
      AcctError,
    )).data.field;
  assertEquals(
    await end({ calls: [{ to }], capabilities: { abis: [] } }),
    "params[0].capabilities.abis",
  );
  assertEquals(
    await end({ calls: [{ to, capabilities: { paymasterService: {} } }] }),
    "params[0].calls[0].capabilities.paymasterService",
  );
});

Deno.test("acct_showAccount: switches to the network that the user chose, if it is supported", async () => {
  const { chains: [served] } = await localService().configuration();
  const cases: [chosen: number, switched: number[]][] = [[served!.id, [served!.id]], [4242, []]];
  for (const [chosen, switched] of cases) {
    const seen: number[] = [];
    const context = {
      options: { showTestnets: true },
      session: () => ({ account, chainId: 1, at: 0 }),
      chainId: () => 1,
      signal: new AbortController().signal,
      setChain: (chainId: number) => seen.push(chainId),
      show: () => Promise.resolve({ chainId: chosen }),
      load: () => Promise.resolve(page),
    } as unknown as PageContext;
    await page.answer("acct_showAccount", context, []).catch(() => {});
    assertEquals(seen, switched);
  }
});
