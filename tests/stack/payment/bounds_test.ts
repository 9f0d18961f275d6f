import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import { turncoatAbi } from "../../../contracts/artifacts/test/turncoat_abi.ts";
import { turncoatBytecode } from "../../../contracts/artifacts/test/turncoat_bytecode.ts";
import { deployOnce } from "../../../contracts/create2.ts";
import { sender } from "../../../contracts/deploy.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import { encodeCalls } from "../../../core/account/calls.ts";
import { checkPrepared } from "../../../core/client/prepared_operation.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { PrepareResult } from "../../../core/protocol/service/mod.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { prepare, send, sendCalls, settled, sign, type User, user } from "../support/client.ts";
import { startTestStack } from "../support/start.ts";
import { hundred, transact } from "./token_fees.ts";
import { balanceOf } from "../support/tokens.ts";

/** Modes of `Turncoat`. */
const mode = {
  honest: 0,
  thief: 1,
  paidFor: 2,
  secondBlock: 3,
  oddProducer: 4,
  secondKey: 5,
} as const;
const bounded = { bounds: [] } as const;

Deno.test("bounds: unread calls take no more than displayed", async (t) => {
  await using stack = await startTestStack();
  const [{ address: token }, { address: other }] = stack.tokens;
  const client = await sender({ rpcUrl: stack.rpcUrl, account: deployerKey });
  const turncoat = await deployOnce(client, turncoatBytecode.initCode);
  await stack.mint(other, turncoat, 10n ** 24n);
  const turn = (next: number) => {
    const data = encodeFunctionData({ abi: turncoatAbi, functionName: "turn", args: [next] });
    return transact(stack, { from: client.account.address, to: turncoat, data });
  };
  const call = (to: Address, data: Hex, value: Hex = "0x0"): CallJson => ({ to, value, data });
  const claim = (price: bigint, reward = 0n, value: Hex = "0x0") =>
    call(
      turncoat,
      encodeFunctionData({
        abi: turncoatAbi,
        functionName: "claim",
        args: [token, price, other, reward],
      }),
      value,
    );
  const approve = (amount: bigint, of = token) =>
    call(
      of,
      encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [turncoat, amount] }),
    );
  /** A user with 100 tokens who approved all of them for the contract. */
  const careless = async (seed: number): Promise<User> => {
    const who = user(seed);
    await stack.mint(token, who.account.address, hundred);
    const id = await sendCalls(stack, who, [approve(2n ** 255n)]);
    assertEquals((await settled(stack, id)).status, 200);
    return who;
  };
  const land = async (who: User, { operation }: PrepareResult) => {
    const { result, error } = await send(stack, who, await sign(stack, who, operation));
    assertEquals(error, undefined);
    return (await settled(stack, result!.id)).status;
  };
  /** The client's own check of a quote. */
  const check = (
    who: User,
    calls: readonly CallJson[],
    quote: PrepareResult,
    tokens: Address[] = [],
  ) => {
    const asked = calls.map((each) => ({ ...each, value: BigInt(each.value) }));
    checkPrepared(quote, {
      account: who.account,
      callData: encodeCalls(asked),
      calls: asked,
      bounds: tokens,
    });
  };
  const of = ({ bounds = [] }: PrepareResult) =>
    bounds.map(({ token: { address }, most }) => [address, BigInt(most)]);

  await t.step("an honest call lands within its bounds", async () => {
    await turn(mode.honest);
    const who = await careless(900);
    const calls = [claim(5_000_000n, 7n)];
    const quote = await prepare(stack, who, calls, bounded);
    assertEquals(quote.simulation, { status: "success" });
    assertEquals(of(quote), [[null, 0n], [token, 5_050_000n]]);
    assertEquals(quote.unbounded, undefined);
    check(who, calls, quote);
    assertEquals(await land(who, quote), 200);
    assertEquals(await balanceOf(stack, token, who.account.address), hundred - 5_000_000n);
    assertEquals(await balanceOf(stack, other, who.account.address), 7n);
  });

  await t.step("a contract that changes its behaviour after the quote takes nothing", async () => {
    await turn(mode.honest);
    const who = await careless(901);
    const calls = [claim(0n, 7n)];
    const quote = await prepare(stack, who, calls, bounded);
    assertEquals(of(quote), [[null, 0n], [token, 0n]]);
    check(who, calls, quote);
    // Without bounds the same quote would lose everything.
    const bare = await prepare(stack, who, calls);
    await turn(mode.thief);
    assertEquals(await land(who, quote), 500);
    assertEquals(await balanceOf(stack, token, who.account.address), hundred);
    const unsafe = await prepare(stack, who, calls);
    assertEquals(bare.bounds, undefined);
    assertEquals(await land(who, unsafe), 200);
    assertEquals(await balanceOf(stack, token, who.account.address), 0n);
  });

  await t.step("reads of caller, gas price and base fee are detected", async () => {
    await turn(mode.paidFor);
    const who = await careless(902);
    const quote = await prepare(stack, who, [claim(0n, 7n)], bounded);
    const lost = quote.changes.find(({ token: { address } }) => address === token);
    assertEquals(lost?.delta, `-${hundred}`);
  });

  await t.step("effects that depend on block or nonce: the worse is reported", async () => {
    for (const [index, each] of [mode.secondBlock, mode.oddProducer, mode.secondKey].entries()) {
      await turn(each);
      const who = await careless(903 + index);
      let quote = await prepare(stack, who, [claim(0n, 7n)], bounded);
      // The producer of the second run is random: half of all runs get the honest behaviour
      // twice.
      for (let tries = 0; tries < 40 && !isSuccessThatDiffers(quote); tries++) {
        quote = await prepare(stack, who, [claim(0n, 7n)], bounded);
      }
      assert(isSuccessThatDiffers(quote), JSON.stringify(quote.simulation));
      const lost = quote.changes.find(({ token: { address } }) => address === token);
      assertEquals(lost?.delta, `-${hundred}`);
    }
  });

  await t.step("value that is sent along is bounded to itself", async () => {
    await turn(mode.honest);
    const who = await careless(906);
    await stack.fund(who.account.address, 10n ** 18n);
    const calls = [claim(0n, 0n, "0x64"), claim(0n, 0n, "0x1")];
    const quote = await prepare(stack, who, calls, bounded);
    assertEquals(of(quote)[0], [null, 101n]);
    check(who, calls, quote);
    assertEquals(await land(who, quote), 200);
  });

  await t.step("tokens that can no longer be taken are not measured", async () => {
    const who = await careless(907);
    await settled(stack, await sendCalls(stack, who, [approve(0n)]));
    const quote = await prepare(stack, who, [claim(0n, 7n)], bounded);
    assertEquals(of(quote), [[null, 0n]]);
  });

  await t.step("a token that the client names is bounded, or named as unbounded", async () => {
    const who = await careless(908);
    const calls = [claim(0n, 7n)];
    const quote = await prepare(stack, who, calls, { bounds: [other, turncoat] });
    // The token's balance function burns all gas: it cannot be measured, and does not hide the
    // others.
    assertEquals(quote.unbounded, [turncoat.toLowerCase() as Address]);
    assertEquals(of(quote).map(([address]) => address), [null, other, token]);
    check(who, calls, quote, [other, turncoat]);
  });

  await t.step("a fee in a token is paid besides the bounds", async () => {
    await turn(mode.honest);
    const who = await careless(909);
    const calls = [claim(5_000_000n, 7n)];
    const quote = await prepare(stack, who, calls, {
      ...bounded,
      payFromAccount: true,
      feeToken: token,
    });
    assertEquals(quote.feeToken?.address, token);
    assertEquals(of(quote), [[null, 0n], [token, 5_050_000n]]);
    assertEquals(await land(who, quote), 200);
    assert(await balanceOf(stack, token, who.account.address) < hundred - 5_000_000n);
  });

  await t.step("calls that would fail have no bounds", async () => {
    await turn(mode.honest);
    const who = user(910);
    const quote = await prepare(stack, who, [claim(1n)], bounded);
    assertEquals([quote.simulation.status, quote.bounds], ["reverts", undefined]);
  });

  await t.step("a service with fewer bounds than requested is rejected", async () => {
    await turn(mode.honest);
    const who = await careless(911);
    const calls = [claim(0n, 7n)];
    const asked = { bounds: [other] };
    const quote = await prepare(stack, who, calls, asked);
    const values = calls.map((each) => ({ ...each, value: BigInt(each.value) }));
    const rewritten = (bounds: NonNullable<PrepareResult["bounds"]>): PrepareResult => ({
      ...quote,
      bounds,
      operation: {
        ...quote.operation,
        callData: encodeCalls(
          values,
          bounds.map(({ token: { address }, most }) => ({ token: address, most: BigInt(most) })),
        ),
      },
    });
    const [native, ...others] = quote.bounds!;
    check(who, calls, rewritten(quote.bounds!), [other]);
    const plain = { ...quote.operation, callData: encodeCalls(values) };
    const { bounds: _bounds, ...without } = quote;
    for (
      const lie of [
        rewritten(others),
        rewritten([{ ...native!, most: "0x1" }, ...others]),
        rewritten([native!, ...others.filter((each) => each.token.address !== other)]),
        { ...without, operation: plain },
        { ...quote, operation: plain },
        { ...quote, bounds: [native!] },
        // Displayed with other amounts than those in the call data.
        {
          ...quote,
          bounds: quote.bounds!.map((each) => ({ ...each, most: "0x0" as Hex })).reverse(),
        },
      ] satisfies PrepareResult[]
    ) {
      const error = assertThrows(() => check(who, calls, lie, [other]), AcctError);
      assertEquals(error.data.cause, "service_mismatch");
    }
  });
});

function isSuccessThatDiffers({ simulation }: PrepareResult): boolean {
  return simulation.status === "success" && simulation.differs === true;
}
