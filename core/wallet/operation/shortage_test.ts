import { assertEquals, assertRejects } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import { AcctError } from "../../ground/errors.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { CallJson } from "../../wire/values.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import { feeToken, type Scene, scene } from "../../testing/wallet_scene.ts";
import type { SendCallsPreview } from "../../dialog/types.ts";
import type { WalletContext } from "../context/context.ts";
import { type Prepared, shortagesOf } from "./shortage.ts";

const never = new AbortController().signal;
const friend: Hex = `0x${"22".repeat(20)}`;
const ether = 10n ** 18n;
const chain = {
  id: 1,
  name: "One",
  testnet: false,
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
const token = { address: feeToken.address, name: "Test", symbol: "TUSD", decimals: 6 };
const pay = (value: bigint): CallJson => ({ to: friend, value: numberToHex(value), data: "0x" });
const transfer = (amount: bigint): CallJson => ({
  to: feeToken.address,
  value: "0x0",
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [friend, amount] }),
});
const other: CallJson = { to: friend, value: "0x0", data: "0x2e1a7d4d" };

/** Returns the shortages of an account with one ether and 100 tokens. */
async function found(
  calls: readonly CallJson[],
  changes: Partial<PrepareResult>,
  fee: Prepared["fee"] = { payer: "sponsor", sponsor: "S" },
  held: { native: unknown; token: unknown } = {
    native: numberToHex(ether),
    token: numberToHex(100_000_000n, { size: 32 }),
  },
) {
  const reads: string[] = [];
  const context = {
    service: {
      chain(_id: number, method: string) {
        reads.push(method);
        const value = method === "eth_getBalance" ? held.native : held.token;
        return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
      },
    },
  } as unknown as WalletContext;
  const result = {
    simulation: { status: "reverts", reason: "" },
    changes: [],
    tokens: [token],
    ...changes,
  } as unknown as PrepareResult;
  const shortages = await shortagesOf(
    context,
    { account: friend, chain, calls, result, fee },
    never,
  );
  return {
    reads,
    lacking: shortages.map(({ token, needed, balance }) => [token.symbol, needed, balance]),
  };
}

const own = (balance: bigint): Prepared["fee"] => ({
  payer: "account",
  token: { address: null, symbol: "ETH", decimals: 18 },
  expected: 1n,
  maximum: 10n,
  balance,
});
const success = { status: "success" } as const;
const leaving = (delta: bigint) =>
  ({
    simulation: success,
    changes: [{
      token: { ...token, address: null, symbol: "ETH", decimals: 18 },
      delta: `${delta}`,
    }],
  }) as unknown as Partial<PrepareResult>;

Deno.test("shortage: the amounts that plain transfers lack, including the fee, summed by token", async () => {
  const { lacking } = await found([pay(ether), pay(5n)], {}, own(ether));
  assertEquals(lacking, [["ETH", ether + 15n, ether]]);
  const two = await found([transfer(60_000_000n), transfer(41_000_000n), pay(2n * ether)], {});
  assertEquals(two.lacking, [["TUSD", 101_000_000n, 100_000_000n], ["ETH", 2n * ether, ether]]);
});

Deno.test("shortage: an exactly sufficient balance is enough", async () => {
  assertEquals((await found([pay(ether)], {})).lacking, []);
  assertEquals((await found([pay(ether - 10n)], {}, own(ether))).lacking, []);
  assertEquals((await found([pay(ether - 9n)], {}, own(ether))).lacking.length, 1);
  assertEquals((await found([transfer(100_000_000n)], {})).lacking, []);
});

Deno.test("shortage: the calls succeed, but the fee uses the amount that they would send", async () => {
  assertEquals((await found([pay(5n)], leaving(-(ether - 5n)), own(ether))).lacking, [
    ["ETH", ether + 5n, ether],
  ]);
  assertEquals((await found([pay(5n)], leaving(-(ether - 10n)), own(ether))).lacking, []);
  // Amounts that the batch receives count.
  assertEquals((await found([other, pay(2n * ether)], leaving(0n), own(20n))).lacking, []);
  const sponsored = await found([pay(5n)], leaving(-ether));
  assertEquals([sponsored.lacking, sponsored.reads], [[], []]);
});

Deno.test("shortage: only certain shortages are reported", async () => {
  // Another call could receive the amount that is sent.
  assertEquals(await found([other, pay(2n * ether)], {}), { reads: [], lacking: [] });
  // An undescribed token, and chains that do not respond, or respond with invalid data.
  assertEquals((await found([transfer(10n ** 30n)], { tokens: [] })).lacking, []);
  for (const nonsense of [new Error("down"), null, "0x", 7, {}, `0x${"f".repeat(65)}`, "-0x1"]) {
    const held = { native: nonsense, token: nonsense };
    const sponsor = { payer: "sponsor", sponsor: "S" } as const;
    const calls = [transfer(10n ** 30n), pay(2n * ether)];
    assertEquals((await found(calls, {}, sponsor, held)).lacking, [], String(nonsense));
  }
});

/** Requests one ether more than the account's balance, and returns the preview. */
async function tooMuch(at: Scene, seen: SendCallsPreview[]): Promise<AcctError> {
  at.act = async (request) => {
    seen.push(await whenSettled(request));
    return await request.approve({}).catch((error) => {
      request.reject();
      throw error;
    });
  };
  const params = { account: at.account, chainId: 1, calls: [pay(2n * ether)] };
  return await assertRejects(
    () => at.wallet.ask("wallet_sendCalls", params, { signal: never }),
    AcctError,
  );
}

Deno.test("shortage: it is shown, without a passkey prompt, and nothing is sent", async () => {
  const at = await scene();
  const seen: SendCallsPreview[] = [];
  at.tamper = (result) => ({
    ...result,
    simulation: { status: "reverts", reason: "" },
    fee: { ...result.fee, balance: numberToHex(ether) },
  });
  at.read = () => numberToHex(ether);
  const error = await tooMuch(at, seen);
  assertEquals(seen[0]!.shortages?.map(({ balance }) => balance), [ether]);
  assertEquals(error.data.cause, "user_rejected");
  assertEquals((error.cause as AcctError).data.cause, "insufficient_funds");
  assertEquals([at.prompts, at.log], [[], ["acct_prepare"]]);
});
