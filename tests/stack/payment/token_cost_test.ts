/** The service charges the cost of operations in tokens: never less, and hardly more. */
import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, type Hex } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { privateKeyToAccount } from "viem/accounts";
import { oddTokenAbi } from "../../../contracts/artifacts/test/odd_token_abi.ts";
import { priceFeedAbi } from "../../../contracts/artifacts/test/price_feed_abi.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { readTokenTerms } from "../../../core/fee/token_fee.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { prepare, send, settled, sign, type User, user } from "../support/client.ts";
import {
  approval,
  coin,
  feeds,
  friend,
  odd,
  own,
  ping,
  startFeeStack,
  transact,
} from "./token_fees.ts";
import { balanceOf } from "../support/tokens.ts";

/** Above cost, in basis points. */
const most = { steady: 500, first: 1_200 } as const;

/** Sends calls that pay in a token. Returns its mode, and the amount paid above the cost. */
async function pay(stack: Stack, who: User, token: Address, calls: readonly CallJson[]) {
  const { tokenPaymaster } = stack.addresses;
  const deposit = async () => {
    const args = [tokenPaymaster] as const;
    const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: "balanceOf", args });
    return BigInt(await stack.node.request<Hex>("eth_call", [{ to: ENTRY_POINT, data }, "latest"]));
  };
  const prepared = await prepare(stack, who, calls, { ...own, feeToken: token });
  assertEquals(prepared.feeToken?.address, token);
  const { mode, tokenPerNative } = readTokenTerms(prepared.operation.paymasterData!);
  const before = [await deposit(), await balanceOf(stack, token, tokenPaymaster)] as const;
  const { result, error } = await send(stack, who, await sign(stack, who, prepared.operation));
  assertEquals(error, undefined);
  assertEquals((await settled(stack, result!.id)).status, 200);
  const cost = before[0] - await deposit();
  const paid = (await balanceOf(stack, token, tokenPaymaster) - before[1]) * 10n ** 18n;
  return { mode, above: Number((paid - cost * tokenPerNative) * 10_000n / tokenPerNative / cost) };
}

Deno.test("token cost: within 5 % of cost, 12 % for the first use, never below it", async () => {
  await using stack = await startFeeStack();
  const [{ address: dollar }] = stack.tokens;
  const now = Math.floor(Date.now() / 1000);
  const from = privateKeyToAccount(deployerKey).address;
  for (const feed of feeds) {
    const args = [8, 10n ** 8n, BigInt(now)] as const;
    const data = encodeFunctionData({ abi: priceFeedAbi, functionName: "set", args });
    await transact(stack, { from, to: feed, data });
  }
  const mint = async (token: Address, owner: Address) => {
    const args = [owner, 10n ** 24n] as const;
    const data = encodeFunctionData({ abi: oddTokenAbi, functionName: "mint", args });
    await transact(stack, { from, to: token, data });
  };
  for (const [index, token] of [dollar, odd, coin].entries()) {
    const who = user(870 + index);
    await mint(token, who.account.address);
    const payFor = async (bar: number, calls: readonly CallJson[]) => {
      const { mode, above } = await pay(stack, who, token, calls);
      assertEquals([above >= 0, above <= bar], [true, true], `${token} ${mode}: ${above / 100} %`);
      return mode;
    };
    const args = [friend, 1n] as const;
    const transfer: CallJson = {
      to: token,
      value: "0x0",
      data: encodeFunctionData({ abi: oddTokenAbi, functionName: "transfer", args }),
    };
    // It deploys the account, and is the first of this token for the paymaster.
    assertEquals(await payFor(most.first, [ping]), "postpaid");
    assertEquals(await payFor(most.steady, [ping]), "postpaid");
    assertEquals(await payFor(most.steady, [transfer]), "postpaid");
    // With an allowance that the account gave earlier.
    const reset: CallJson = { to: token, value: "0x0", data: approval(stack, 0n) };
    const allow: CallJson = { to: token, value: "0x0", data: approval(stack, 10n ** 23n) };
    await payFor(most.steady, [reset, allow]);
    assertEquals(await payFor(most.steady, [ping]), "prepaid");
    assertEquals(await payFor(most.steady, [transfer]), "prepaid");
  }
});
