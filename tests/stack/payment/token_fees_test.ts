import { assert, assertEquals, assertThrows } from "@std/assert";
import { privateKeyToAccount } from "viem/accounts";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { oddTokenAbi } from "../../../contracts/artifacts/test/odd_token_abi.ts";
import { priceFeedAbi } from "../../../contracts/artifacts/test/price_feed_abi.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import { encodeCalls } from "../../../core/account/calls.ts";
import { checkPrepared } from "../../../core/client/prepared_operation.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { readTokenTerms } from "../../../core/fee/token_fee.ts";
import type { PrepareResult } from "../../../core/protocol/service/mod.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import {
  prepare,
  rpc,
  send,
  settled,
  sign,
  tryPrepare,
  type User,
  user,
} from "../support/client.ts";
import {
  allowanceOf,
  approval,
  assertGood,
  callsIn,
  coin,
  feeds,
  feeTokenOf,
  friend,
  hundred,
  odd,
  own,
  ping,
  pullOf,
  startFeeStack,
  transact,
} from "./token_fees.ts";
import { balanceOf } from "../support/tokens.ts";

Deno.test("token fees", async (t) => {
  await using stack = await startFeeStack();
  const [{ address: token }] = stack.tokens;
  const feeToken = { ...own, feeToken: token };
  const land = async (who: User, prepared: PrepareResult) => {
    const { result, error } = await send(
      stack,
      who,
      await sign(stack, who, prepared.operation),
    );
    assertEquals(error, undefined);
    return await settled(stack, result!.id);
  };
  const rich = async (seed: number) => {
    const who = user(seed);
    await stack.mint(token, who.account.address, hundred);
    return who;
  };

  await t.step("both modes land without any ether, and cost at most the maximum", async () => {
    const who = await rich(700);
    const { address } = who.account;
    const first = await prepare(stack, who, [ping], feeToken);
    await assertGood(stack, who, [ping], first);
    const terms = readTokenTerms(first.operation.paymasterData!);
    assertEquals([terms.mode, terms.tokenPerNative], ["postpaid", 2_550_000_000n]);
    assertEquals(terms.validUntil - first.validUntil, 40);
    const maximum = BigInt(first.fee.maximum);
    assertEquals(callsIn(first.operation.callData).map(({ target, data }) => [target, data]), [
      [token, approval(stack, maximum)],
      [callsIn(first.operation.callData)[1]!.target, "0x"],
    ]);
    assertEquals((await land(who, first)).status, 200);
    const paid = hundred - await balanceOf(stack, token, address);
    assert(paid > 0n && paid <= maximum, `${paid} of ${maximum}`);
    assertEquals(await allowanceOf(stack, token, address), 1n);
    assertEquals(await stack.node.request("eth_getBalance", [address, "latest"]), "0x0");

    // With a sufficient allowance, no approval is needed.
    const generous: CallJson = { to: token, value: "0x0", data: approval(stack, hundred) };
    assertEquals((await land(who, await prepare(stack, who, [generous], feeToken))).status, 200);
    const before = await balanceOf(stack, token, address);
    const next = await prepare(stack, who, [ping], feeToken);
    await assertGood(stack, who, [ping], next);
    assertEquals(readTokenTerms(next.operation.paymasterData!).mode, "prepaid");
    assertEquals(next.operation.callData, encodeCalls([{ to: friend, value: 0n, data: "0x" }]));
    assertEquals((await land(who, next)).status, 200);
    const taken = before - await balanceOf(stack, token, address);
    assert(taken > 0n && taken <= BigInt(next.fee.maximum));
  });

  await t.step("an allowance that does not reach is renewed in the operation itself", async () => {
    const who = await rich(712);
    const { address } = who.account;
    await land(who, await prepare(stack, who, [ping]));
    await stack.node.request("anvil_impersonateAccount", [address]);
    const allow = async (amount: bigint) => {
      await stack.fund(address, 10n ** 18n);
      const call = { from: address, to: token, data: approval(stack, amount) };
      await transact(stack, call);
    };
    await allow(hundred);
    const enough = await prepare(stack, who, [ping], feeToken);
    assertEquals(readTokenTerms(enough.operation.paymasterData!).mode, "prepaid");
    // The base fee of the local chain sinks with every block.
    await allow(BigInt(enough.fee.maximum) / 2n);
    const next = await prepare(stack, who, [ping], feeToken);
    assertEquals(readTokenTerms(next.operation.paymasterData!).mode, "postpaid");
    assertEquals((await land(who, next)).status, 200);
  });

  await t.step(
    "calls that fail on the chain cost at most the maximum, prepaid or not",
    async () => {
      const who = await rich(701);
      const { address } = who.account;
      // Succeeds while it is prepared, but its tokens are gone when it lands.
      const spend: CallJson = {
        to: token,
        value: "0x0",
        data: pullOf(address, 5n),
      };
      const asFriend = async (amount: bigint) => {
        const data = encodeFunctionData({
          abi: erc20Abi,
          functionName: "approve",
          args: [address, amount],
        });
        await stack.node.request("anvil_impersonateAccount", [friend]);
        await stack.fund(friend, 10n ** 18n);
        await transact(stack, { from: friend, to: token, data });
      };
      await stack.mint(token, friend, 5n);
      for (const mode of ["postpaid", "prepaid"] as const) {
        await asFriend(5n);
        const prepared = await prepare(stack, who, [spend], feeToken);
        assertEquals(readTokenTerms(prepared.operation.paymasterData!).mode, mode);
        await asFriend(0n);
        const before = await balanceOf(stack, token, address);
        assertEquals((await land(who, prepared)).status, 500);
        const taken = before - await balanceOf(stack, token, address);
        assert(taken >= 0n && taken <= BigInt(prepared.fee.maximum));
        assertEquals(taken > 0n, mode === "prepaid");
        if (mode === "postpaid") {
          const generous: CallJson = { to: token, value: "0x0", data: approval(stack, hundred) };
          await land(who, await prepare(stack, who, [generous], feeToken));
        }
      }
    },
  );

  await t.step("an account that failed to pay three times a day must pay before", async () => {
    const who = await rich(713);
    const { address } = who.account;
    const pull = pullOf(address, 1n);
    const allow = (amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [address, amount] });
    const asFriend = (data: Hex) => transact(stack, { from: friend, to: token, data });
    await stack.mint(token, friend, 5n);
    for (let unpaid = 0; unpaid < 3; unpaid++) {
      await asFriend(allow(1n));
      const prepared = await prepare(
        stack,
        who,
        [{ to: token, value: "0x0", data: pull }],
        feeToken,
      );
      assertEquals(readTokenTerms(prepared.operation.paymasterData!).mode, "postpaid");
      await asFriend(allow(0n));
      assertEquals((await land(who, prepared)).status, 500);
    }
    const refused = await prepare(stack, who, [ping], feeToken);
    assertEquals([refused.feeToken, refused.feeOptions![1]!.obstacle], [
      undefined,
      "unavailable",
    ]);
    // Other accounts are not affected.
    assertEquals(
      (await prepare(stack, await rich(714), [ping], feeToken)).feeToken?.symbol,
      "TUSD",
    );
  });

  await t.step(
    "a function of the account itself is paid for from an allowance that is there",
    async () => {
      const who = await rich(715);
      await land(who, await prepare(stack, who, [ping], feeToken));
      const callData = encodeFunctionData({ abi: acctAbi, functionName: "disablePermissions" });
      const ask = () => prepare(stack, who, [], { ...feeToken, callData });
      const without = await ask();
      assertEquals([without.feeToken, without.feeOptions![1]!.obstacle], [
        undefined,
        "unavailable",
      ]);
      const generous: CallJson = { to: token, value: "0x0", data: approval(stack, hundred) };
      await land(who, await prepare(stack, who, [generous], feeToken));
      const prepared = await ask();
      assertEquals(prepared.operation.callData, callData);
      assertEquals(readTokenTerms(prepared.operation.paymasterData!).mode, "prepaid");
      const chosen = await feeTokenOf(stack, token);
      const asked = { account: who.account, callData, calls: [], ...chosen };
      checkPrepared(prepared, asked);
      assertEquals((await land(who, prepared)).status, 200);
      // Afterwards it could be paid only with an approval, for which there is no place.
      const data = prepared.operation.paymasterData!;
      const paymasterData: Hex = `0x${data.slice(2, 26)}01${data.slice(28)}`;
      const lie = { ...prepared, operation: { ...prepared.operation, paymasterData } };
      assertThrows(() => checkPrepared(lie, asked), AcctError);
    },
  );

  await t.step("calls that fail while prepared are never paid for afterwards", async () => {
    const who = await rich(702);
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [friend, hundred * 2n],
    });
    const prepared = await prepare(stack, who, [{ to: token, value: "0x0", data }], feeToken);
    assertEquals([prepared.feeToken, prepared.operation.paymaster], [undefined, undefined]);
    assertEquals(prepared.feeOptions![1]!.obstacle, "unavailable");
  });

  await t.step("a token that the account lacks, or spends, is unavailable", async () => {
    const poor = user(703);
    const none = await prepare(stack, poor, [ping], feeToken);
    assertEquals([none.feeToken, none.operation.paymaster], [undefined, undefined]);
    assertEquals(none.feeOptions?.map(({ token, obstacle }) => [token?.symbol, obstacle]), [
      [undefined, "balance"],
      ["TUSD", "balance"],
      ["ODD", "balance"],
      ["TEST", "unavailable"],
    ]);
    const who = await rich(704);
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [friend, hundred - 1n],
    });
    const spent = await prepare(stack, who, [{ to: token, value: "0x0", data }], feeToken);
    assertEquals([spent.feeToken, spent.feeOptions![1]!.obstacle], [undefined, "balance"]);
  });

  await t.step("a token that rejects changes of an allowance is set to 0 first", async () => {
    const who = user(705);
    const { address } = who.account;
    const mint = encodeFunctionData({
      abi: oddTokenAbi,
      functionName: "mint",
      args: [address, hundred],
    });
    await stack.node.request("anvil_impersonateAccount", [friend]);
    await stack.fund(friend, 10n ** 18n);
    await transact(stack, { from: friend, to: odd, data: mint });
    for (const approvals of [1, 2]) {
      const before = await balanceOf(stack, odd, address);
      const prepared = await prepare(stack, who, [ping], { ...own, feeToken: odd });
      await assertGood(stack, who, [ping], prepared);
      const maximum = BigInt(prepared.fee.maximum);
      assertEquals(
        callsIn(prepared.operation.callData).slice(0, -1).map(({ data }) => data),
        [approval(stack, 0n), approval(stack, maximum)].slice(-approvals),
      );
      assertEquals((await land(who, prepared)).status, 200);
      const taken = before - await balanceOf(stack, odd, address);
      assert(taken > 0n && taken <= maximum);
      assert(await allowanceOf(stack, odd, address) > 0n);
    }
  });

  await t.step("the estimate of a choice is no less than its final cost", async () => {
    const who = await rich(706);
    const native = await prepare(stack, who, [ping], own);
    const option = native.feeOptions!.find((each) => each.token?.address === token)!;
    assertEquals(option.obstacle, null);
    const chosen = await prepare(stack, who, [ping], feeToken);
    assert(BigInt(option.maximum) >= BigInt(chosen.fee.maximum));
    assert(BigInt(option.maximum) < BigInt(chosen.fee.maximum) * 3n / 2n);
    const back = chosen.feeOptions![0]!;
    assertEquals([back.token, back.obstacle], [null, "balance"]);
    assert(BigInt(back.maximum) >= BigInt(native.fee.maximum));
  });

  await t.step("a sponsor takes precedence; a token is for own payments", async () => {
    const who = await rich(707);
    const sponsored = await prepare(stack, who, [ping], { feeToken: token });
    assertEquals([sponsored.sponsor?.name, sponsored.feeToken], ["Local sponsor", undefined]);
    const url = "https://192.0.2.1/nobody";
    const failed = await prepare(stack, who, [ping], { feeToken: token, paymaster: { url } });
    assertEquals(failed.sponsor, null);
    assert(failed.sponsorFailed !== null);
    assertEquals(failed.feeToken?.address, token);
  });

  await t.step("without its tokens, a signed operation must be prepared again", async () => {
    const who = await rich(708);
    const { address } = who.account;
    const generous: CallJson = { to: token, value: "0x0", data: approval(stack, hundred) };
    await land(who, await prepare(stack, who, [generous], feeToken));
    const prepared = await prepare(stack, who, [ping], feeToken);
    assertEquals(readTokenTerms(prepared.operation.paymasterData!).mode, "prepaid");
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [friend, await balanceOf(stack, token, address)],
    });
    await stack.node.request("anvil_impersonateAccount", [address]);
    await stack.fund(address, 10n ** 18n);
    await transact(stack, { from: address, to: token, data });
    const { error } = await send(stack, who, await sign(stack, who, prepared.operation));
    assertEquals(error?.data?.cause, "quote_changed");
  });

  await t.step("a price of feeds, with decimals; none or an old one is no choice", async () => {
    const who = user(711);
    await stack.mint(coin, who.account.address, 10n ** 20n);
    const now = async () => {
      const { timestamp } = await stack.node.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
        "latest",
        false,
      ]);
      return Math.max(Number(timestamp), Math.floor(Date.now() / 1000));
    };
    const from = privateKeyToAccount(deployerKey).address;
    const set = async (feed: number, decimals: number, answer: bigint, age: number) => {
      const args = [decimals, answer, BigInt(await now() - age)] as const;
      const data = encodeFunctionData({ abi: priceFeedAbi, functionName: "set", args });
      await transact(stack, { from, to: feeds[feed]!, data });
    };
    const ask = () => prepare(stack, who, [ping], { ...own, feeToken: coin });
    const none = async () => {
      const { feeToken, feeOptions } = await ask();
      assertEquals(feeToken, undefined);
      assertEquals(feeOptions!.at(-1)!.obstacle, "unavailable");
    };
    await set(0, 8, 2_500n * 10n ** 8n, 0);
    await none();
    // 2,500 by 0.4, in a coin of 18 decimals.
    await set(1, 18, 4n * 10n ** 17n, 3_000);
    const prepared = await ask();
    await assertGood(stack, who, [ping], prepared);
    const { tokenPerNative } = readTokenTerms(prepared.operation.paymasterData!);
    assertEquals(tokenPerNative, 6_250n * 10n ** 18n);
    assertEquals((await land(who, prepared)).status, 200);
    await set(1, 18, 4n * 10n ** 17n, 3_700);
    await none();
    await set(1, 18, -1n, 0);
    await none();
    await set(1, 18, 4n * 10n ** 17n, 0);
    assertEquals((await ask()).feeToken?.symbol, "TEST");
  });

  await t.step("an operation that is more expensive than the cap is no choice", async () => {
    const who = await rich(709);
    const set = (wei: string) =>
      stack.node.request("anvil_setNextBlockBaseFeePerGas", [wei]).then(() =>
        stack.node.request("evm_mine", [])
      );
    await set("0x174876e800");
    const { feeToken: used, feeOptions } = await prepare(stack, who, [ping], feeToken);
    await set("0x3b9aca00");
    assertEquals([used, feeOptions![1]!.obstacle], [undefined, "limit"]);
  });

  await t.step("the tokens are listed: configuration, capabilities", async () => {
    const { result } = await rpc<Record<string, { feeToken: unknown }>>(
      stack,
      "wallet_getCapabilities",
      [],
    );
    const element = {
      address: token,
      symbol: "TUSD",
      name: "Test Dollar",
      decimals: 6,
      paymaster: stack.addresses.tokenPaymaster,
    };
    const { supported, tokens } = result!["0x7a69"]!.feeToken as {
      supported: boolean;
      tokens: unknown[];
    };
    assertEquals([supported, tokens[0]], [true, element]);
    const unknown = await tryPrepare(stack, user(710), [ping], { ...own, feeToken: friend });
    assertEquals([unknown.result?.feeToken, unknown.error], [undefined, undefined]);
  });
});
