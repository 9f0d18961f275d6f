/** Fees in tokens of an external paymaster: on a chain, honest and not. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, parseEther } from "viem";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { oddTokenAbi } from "../../contracts/artifacts/test/odd_token_abi.ts";
import { sender } from "../../contracts/deploy.ts";
import { deployerKey } from "../../contracts/testing/stack.ts";
import { maxTokenCost } from "../../contracts/token_paymaster.ts";
import { checkPrepared } from "../../core/account/operation.ts";
import { readTokenTerms } from "../../core/fee/token_fee.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { CallJson, FeeTokenJson, PrepareResult } from "../../core/protocol/service/mod.ts";
import { toOperation } from "../../service/entry_point/codec.ts";
import { hundred, optionOf, other, startWorld } from "./external_fees.ts";
import { prepare, send, settled, sign, type User, user } from "./client.ts";
import {
  assertGood,
  callsIn,
  coin,
  feeTokenOf,
  friend,
  odd,
  own,
  ping,
  transact,
} from "./token_fees.ts";
import { balanceOf } from "./tokens.ts";

Deno.test("external token fees", async (t) => {
  await using world = await startWorld();
  const { stack, service, reasons } = world;
  const inCoin = { ...own, feeToken: coin };
  const land = async (who: User, prepared: PrepareResult) => {
    const signed = await sign(stack, who, prepared.operation);
    const { result, error } = await send(stack, who, signed);
    assertEquals(error, undefined);
    return await settled(stack, result!.id);
  };
  const rich = async (seed: number) => {
    const who = user(seed);
    await stack.mint(coin, who.account.address, hundred);
    return who;
  };
  /** Computes the amount that the contract takes first, before it gives the rest back. */
  const taken = ({ operation }: PrepareResult) => {
    const { tokenPerNative } = readTokenTerms(operation.paymasterData!);
    return maxTokenCost(toOperation(operation), tokenPerNative) - 1n;
  };
  const approve = (amount: bigint): Hex =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [service.paymaster, amount],
    });
  const allowance = async (token: Hex, owner: Hex) => {
    const args = [owner, service.paymaster] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args });
    return BigInt(await stack.node.request<Hex>("eth_call", [{ to: token, data }, "latest"]));
  };
  await t.step("it is told with its domain, and lands without any ether", async () => {
    const { feeToken } = await feeTokenOf(stack, coin);
    const expected: FeeTokenJson = {
      address: coin,
      symbol: "TEST",
      name: "Test Coin",
      decimals: 18,
      paymaster: service.paymaster,
      domain: "localhost",
    };
    assertEquals(feeToken, expected);
    const who = await rich(800);
    const { address } = who.account;
    const native = await prepare(stack, who, [ping], own);
    assertEquals(native.feeOptions!.map(({ token, obstacle }) => [token?.symbol, obstacle]), [
      [undefined, "balance"],
      ["TUSD", "balance"],
      ["TEST", null],
      ["ODD", "balance"],
    ]);
    const begin = Math.floor(Date.now() / 1000);
    const prepared = await prepare(stack, who, [ping], inCoin);
    const end = Math.ceil(Date.now() / 1000);
    await assertGood(stack, who, [ping], prepared);
    const maximum = BigInt(prepared.fee.maximum);
    assert(BigInt(optionOf(native, coin).maximum) >= maximum);
    assertEquals(callsIn(prepared.operation.callData).map(({ target, data }) => [target, data]), [
      [coin, approve(maximum)],
      [callsIn(prepared.operation.callData)[1]!.target, "0x"],
    ]);
    assert(prepared.validUntil >= begin + 80 && prepared.validUntil <= end + 81);
    assert(prepared.validFor > 80 - (end - begin) - 2 && prepared.validFor <= 81);
    assertEquals((await land(who, prepared)).status, 200);
    const paid = hundred - await balanceOf(stack, coin, address);
    assert(paid > 0n && paid <= maximum, `${paid} of ${maximum}`);
    assertEquals(await balanceOf(stack, coin, service.paymaster), paid);
    assertEquals(await allowance(coin, address), maximum - taken(prepared));
    assertEquals(await stack.node.request("eth_getBalance", [address, "latest"]), "0x0");
    assertEquals(reasons, []);
  });

  await t.step("an allowance that is there already is brought down to the maximum", async () => {
    const who = await rich(801);
    const generous: CallJson = { to: coin, value: "0x0", data: approve(hundred) };
    await land(who, await prepare(stack, who, [generous], inCoin));
    assert(await allowance(coin, who.account.address) > hundred / 2n);
    const prepared = await prepare(stack, who, [ping], inCoin);
    await assertGood(stack, who, [ping], prepared);
    const maximum = BigInt(prepared.fee.maximum);
    assertEquals((await land(who, prepared)).status, 200);
    assertEquals(await allowance(coin, who.account.address), maximum - taken(prepared));
  });

  await t.step("a token that refuses to change an allowance is set to 0 first", async () => {
    const who = user(802);
    const { address } = who.account;
    const args = [address, hundred] as const;
    const mint = encodeFunctionData({ abi: oddTokenAbi, functionName: "mint", args });
    await stack.node.request("anvil_impersonateAccount", [friend]);
    await stack.fund(friend, parseEther("1"));
    await transact(stack, { from: friend, to: odd, data: mint });
    for (const approvals of [1, 2]) {
      const prepared = await prepare(stack, who, [ping], { ...own, feeToken: odd });
      await assertGood(stack, who, [ping], prepared);
      const maximum = BigInt(prepared.fee.maximum);
      assertEquals(
        callsIn(prepared.operation.callData).slice(0, -1).map(({ data }) => data),
        [approve(0n), approve(maximum)].slice(-approvals),
      );
      assertEquals((await land(who, prepared)).status, 200);
      assert(await allowance(odd, address) > 0n);
    }
  });

  await t.step("a function of the account itself has no place for an approval", async () => {
    const who = await rich(803);
    await land(who, await prepare(stack, who, [ping], inCoin));
    const generous: CallJson = { to: coin, value: "0x0", data: approve(hundred) };
    await land(who, await prepare(stack, who, [generous], inCoin));
    const callData = encodeFunctionData({ abi: acctAbi, functionName: "disablePermissions" });
    const prepared = await prepare(stack, who, [], { ...inCoin, callData });
    assertEquals([prepared.feeToken, optionOf(prepared, coin).obstacle], [
      undefined,
      "unavailable",
    ]);
  });

  await t.step("calls that fail, or that spend what the fee needs, are no choice", async () => {
    const who = await rich(804);
    const transfer = (amount: bigint): CallJson => {
      const args = [friend, amount] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
      return { to: coin, value: "0x0", data };
    };
    for (const [amount, obstacle] of [[2n * hundred, "unavailable"], [hundred - 1n, "balance"]]) {
      const prepared = await prepare(stack, who, [transfer(BigInt(amount!))], inCoin);
      assertEquals([prepared.feeToken, optionOf(prepared, coin).obstacle], [undefined, obstacle]);
    }
    assertEquals(reasons, []);
  });

  await t.step("for less gas than was asked for it may sign, and that lands", async () => {
    const who = await rich(805);
    service.behaviour = { final: (data) => ({ ...data, paymasterPostOpGasLimit: undefined }) };
    assertEquals((await land(who, await prepare(stack, who, [ping], inCoin))).status, 200);
    service.behaviour = {};
  });

  await t.step("what it refuses after all is prepared again, and nothing was sent", async () => {
    const who = await rich(806);
    const prepared = await prepare(stack, who, [ping], inCoin);
    await stack.node.request("anvil_setNextBlockBaseFeePerGas", ["0x3b9aca00"]);
    // Its owner no longer lets anyone pay afterwards.
    const abi = [{
      type: "function",
      name: "setPostpaidCap",
      stateMutability: "nonpayable",
      inputs: [{ name: "cap", type: "uint256" }],
      outputs: [],
    }] as const;
    const cap = async (wei: bigint) => {
      const data = encodeFunctionData({ abi, functionName: "setPostpaidCap", args: [wei] });
      const client = await sender({ rpcUrl: stack.rpcUrl, account: deployerKey });
      const from = client.account.address;
      await transact(stack, { from, to: service.paymaster, data });
    };
    await cap(0n);
    const { error } = await send(stack, who, await sign(stack, who, prepared.operation));
    assertEquals(error?.data?.cause, "quote_changed");
    assertEquals(await balanceOf(stack, coin, who.account.address), hundred);
    const again = await prepare(stack, who, [ping], inCoin);
    assertEquals([again.feeToken, optionOf(again, coin).obstacle], [undefined, "unavailable"]);
    await cap(parseEther("1"));
    assertEquals((await land(who, await prepare(stack, who, [ping], inCoin))).status, 200);
  });

  await t.step(
    "the client takes no other paymaster, and no maximum but the approval's",
    async () => {
      const who = await rich(807);
      const prepared = await prepare(stack, who, [ping], inCoin);
      const { feeToken } = await feeTokenOf(stack, coin);
      const calls = [{ ...ping, value: 0n }];
      const check = (token: FeeTokenJson, maximum: bigint) =>
        checkPrepared(
          { ...prepared, fee: { ...prepared.fee, maximum: numberToHex(maximum) } },
          { account: who.account, callData: "0x", calls, feeToken: token },
        );
      const maximum = BigInt(prepared.fee.maximum);
      check(feeToken!, maximum);
      assertThrows(() => check({ ...feeToken!, paymaster: other }, maximum), AcctError);
      assertThrows(() => check(feeToken!, maximum - 1n), AcctError);
      assertThrows(() => check(feeToken!, maximum + 1n), AcctError);
    },
  );

  const slow = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json(null)), 2_600));
  await t.step("choices are shown from one answer, and a silent service holds up one", async () => {
    const who = await rich(808);
    service.behaviour = {};
    await prepare(stack, who, [ping], inCoin);
    service.asked.length = 0;
    for (let times = 0; times < 5; times++) await prepare(stack, who, [ping], own);
    assertEquals(service.asked, []);
    service.behaviour = { answer: slow };
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await prepare(stack, who, [ping], inCoin);
    const begin = performance.now();
    for (let times = 0; times < 10; times++) {
      const { feeOptions } = await prepare(stack, who, [ping], own);
      assertEquals(feeOptions!.map(({ obstacle }) => obstacle).slice(2), [
        "unavailable",
        "unavailable",
      ]);
    }
    // Ten that wait for it would take twenty seconds.
    assert(performance.now() - begin < 15_000);
    assertEquals(service.asked, ["pimlico_getTokenQuotes"]);
  });
});
