import { assertEquals } from "@std/assert";
import { type Address, encodeEventTopics, erc20Abi, type Hex, numberToHex, pad } from "viem";
import type { DialogRequest, PreviewOf } from "../../dialog/types.ts";
import {
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
  until,
  whenSettled,
} from "../../testing/local_wallet.ts";

const address: Address = `0x${"70".repeat(20)}`;
const friend: Address = `0x${"a7".repeat(20)}`;
const dollar = { address, symbol: "USD", name: "Dollar", decimals: 6 };
const hash: Hex = `0x${"8f".repeat(32)}`;

/** Shows the status of a transfer, and returns the view of the bundle. */
async function show(
  { code = 200, tokens = () => Promise.resolve([{ ...dollar, listed: true }]), block }: {
    readonly code?: number;
    /** Answers the read of the receipt's block, after the status is shown. */
    readonly block?: () => Promise<unknown>;
    readonly tokens?: () => Promise<readonly object[]>;
  } = {},
) {
  let shown: PreviewOf["wallet_showCallsStatus"] | undefined;
  const user = fakeUser(async (request: DialogRequest<"wallet_showCallsStatus">) => {
    await whenSettled(request);
    const first = request.preview.get().bundle!;
    if (block !== undefined) {
      assertEquals(first.time, null);
      await until(request, ({ bundle }) => bundle?.time !== null);
    }
    shown = request.preview.get();
    return await request.approve({});
  });
  const wallet = localWallet(user, {
    service: localService({
      chain: () => block?.() ?? Promise.reject(new Error("no read is expected")),
      call: (method) => method === "acct_getTokens" ? tokens() : true,
      rpc: (_method, params) => {
        const [, account] = params as [string, Address];
        const topics = encodeEventTopics({
          abi: erc20Abi,
          eventName: "Transfer",
          args: { from: account, to: friend },
        });
        const logs = [{ address, topics, data: pad(numberToHex(5_000_000n)) }];
        const found = block && { blockHash: hash, blockNumber: "0x5" };
        const receipts = [{ logs, transactionHash: hash, status: "0x1", ...found }];
        const status = { id: "1", chainId: "0x1", status: code, atomic: true, receipts };
        return Promise.resolve(status);
      },
    }),
  });
  const account = await connectedAccount(wallet);
  const { signal } = new AbortController();
  const params = { account, chainId: 1, id: "1" };
  await wallet.ask("wallet_showCallsStatus", params, { signal });
  return shown!.bundle!;
}

Deno.test("status: a listed token that left is named, with its amount", async () => {
  const { transfers } = await show();
  assertEquals(transfers!.map(({ token, amount, isSent }) => [token.symbol, amount, isSent]), [
    ["USD", 5_000_000n, true],
  ]);
});

Deno.test("status: without an answer about the token, its address is shown", async () => {
  const { code, transfers } = await show({ tokens: () => Promise.reject(new Error("down")) });
  assertEquals([code, transfers!.length, transfers![0]!.token.unlisted], [200, 1, true]);
});

Deno.test("status: logs of a bundle that is not confirmed are not transfers", async () => {
  for (const code of [100, 500]) assertEquals((await show({ code })).transfers, undefined);
});

Deno.test("status: the time of the receipt's block is read afterwards, and never of another block", async () => {
  const answer = (block: object) => ({ block: () => Promise.resolve(block) });
  assertEquals((await show(answer({ hash, timestamp: "0x6ab13c00" }))).time, 0x6ab13c00);
  const other = `0x${"8e".repeat(32)}`;
  assertEquals((await show(answer({ hash: other, timestamp: "0x1" }))).time, undefined);
  const down = { block: () => Promise.reject(new Error("down")) };
  assertEquals((await show(down)).time, undefined);
});
