import { assertEquals, assertThrows } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  type Hex,
  parseEventLogs,
  slice,
  type TransactionReceipt,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { entryPoint08Abi } from "viem/account-abstraction";
import { entryPoint } from "./addresses.ts";
import { tokenPaymasterAbi } from "./artifacts/token_paymaster_abi.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  type Call,
  createAccount,
  encodeCalls,
  handleOps,
  maxCostOf,
  type Operation,
  type Outcome,
  prepare,
  revertOf,
  signed,
  startStack,
  transact,
} from "./testing/stack.ts";
import { allowanceOf, balanceOf, mint, tokenData } from "./testing/token.ts";
import {
  decodeTokenData,
  encodeTokenData,
  maxTokenCost,
  type TokenQuote,
  tokenQuoteData,
  tokenQuoteHash,
  tokenStubData,
} from "./token_paymaster.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";
const abi = tokenPaymasterAbi;
/** 2,500 of a token with six decimals for an ether. */
const tokenPerNative = 2_500_000_000n;

Deno.test("the token paymaster", async (t) => {
  await using stack = await startStack();
  const { client, chainId, tokenPaymaster: paymaster, sponsorSigner } = stack;
  const [token, other] = stack.tokens;
  const passkey = createPasskey(1);
  const account = await createAccount(stack, [passkey.bytes]);
  const rich = 10n ** 12n;
  await mint(stack, token, account, rich);
  const now = Number((await client.getBlock()).timestamp);
  const quoteOf = (changes: Partial<TokenQuote> = {}): TokenQuote => ({
    validAfter: now - 60,
    validUntil: now + 600,
    mode: "prepaid",
    token,
    tokenPerNative,
    transferGas: 3_600,
    ...changes,
  });
  const limits = {
    paymaster,
    callGasLimit: 200_000n,
    verificationGasLimit: 200_000n,
    paymasterVerificationGasLimit: 150_000n,
    paymasterPostOpGasLimit: 80_000n,
  };
  const make = (calls: Call[], changes: Partial<Operation> = {}) =>
    prepare(stack, account, encodeCalls(calls), { ...limits, ...changes });
  const quoted = async (
    operation: Operation,
    quote: TokenQuote,
    how: { chainId?: number; paymaster?: Address; signer?: typeof sponsorSigner } = {},
  ): Promise<Operation> => {
    const hash = tokenQuoteHash({ paymaster, chainId, operation, quote, ...how });
    const signature = await (how.signer ?? sponsorSigner).sign({ hash });
    return { ...operation, paymasterData: encodeTokenData({ ...quote, signature }) };
  };
  const send = async (operation: Operation): Promise<Outcome> =>
    (await handleOps(stack, await signed(stack, operation, passkey)))[0]!;
  const approve = (amount: bigint): Call => ({
    target: token,
    data: tokenData.approve(paymaster, amount),
  });
  const deposit = () =>
    client.readContract({
      address: entryPoint,
      abi: entryPoint08Abi,
      functionName: "balanceOf",
      args: [paymaster],
    });
  const cost = ({ logs }: TransactionReceipt) => {
    const [event] = parseEventLogs({ abi, logs, eventName: "UserOperationSponsored" });
    return event!.args.tokenAmount;
  };

  /** Checks that the charge covers the deposit's loss, at the price. */
  const worthIt = (lost: bigint, taken: bigint) => taken * 10n ** 18n >= lost * tokenPerNative;

  await t.step("postpaid: the approval is in the operation, the maximum applies", async () => {
    const draft = await make([approve(1n)]);
    const maximum = maxTokenCost(draft, tokenPerNative);
    const operation = await make([approve(maximum), { target: to }]);
    const before = { deposit: await deposit(), tokens: await balanceOf(stack, token, account) };
    const outcome = await send(await quoted(operation, quoteOf({ mode: "postpaid" })));
    assertEquals(outcome.success, true);
    const taken = before.tokens - await balanceOf(stack, token, account);
    assertEquals(taken, cost(outcome.receipt));
    assertEquals(taken <= maximum, true);
    assertEquals(worthIt(before.deposit - await deposit(), taken), true);
    assertEquals(await allowanceOf(stack, token, account, paymaster), 1n);
  });

  await t.step("prepaid: charges the maximum, refunds the rest", async () => {
    const operation = await make([{ target: to }]);
    const maximum = maxTokenCost(operation, tokenPerNative);
    const enough = await make([approve(maximum)]);
    const allow = maxTokenCost(enough, tokenPerNative);
    await send(await quoted(await make([approve(allow + maximum)]), quoteOf({ mode: "postpaid" })));
    const before = { deposit: await deposit(), tokens: await balanceOf(stack, token, account) };
    const allowed = await allowanceOf(stack, token, account, paymaster);
    const outcome = await send(await quoted(await make([{ target: to }]), quoteOf()));
    assertEquals(outcome.success, true);
    const taken = before.tokens - await balanceOf(stack, token, account);
    assertEquals(taken, cost(outcome.receipt));
    assertEquals(taken < maximum, true);
    // Exactly the maximum was charged at first.
    assertEquals(await allowanceOf(stack, token, account, paymaster), allowed - maximum + 1n);
    assertEquals(worthIt(before.deposit - await deposit(), taken), true);
  });

  await t.step("prepaid without the allowance or the tokens is rejected in advance", async () => {
    await client.impersonateAccount({ address: account });
    await client.setBalance({ address: account, value: 10n ** 18n });
    const allowance = await allowanceOf(stack, token, account, paymaster);
    const operation = await make([{ target: to }], { callGasLimit: 10n ** 7n });
    assertEquals(maxTokenCost(operation, tokenPerNative) > allowance, true);
    await assertRefused(send(await quoted(operation, quoteOf())), "AA34");
    const none = await make([{ target: to }]);
    await assertRefused(send(await quoted(none, quoteOf({ token: other }))), "AA34");
  });

  await t.step("postpaid without the allowance: no effect, the loss is capped", async () => {
    const cleared = encodeFunctionData({
      abi: [{
        type: "function",
        name: "approve",
        stateMutability: "nonpayable",
        inputs: [{ type: "address" }, { type: "uint256" }],
        outputs: [{ type: "bool" }],
      }],
      functionName: "approve",
      args: [paymaster, 0n],
    });
    await client.impersonateAccount({ address: account });
    const hash = await client.sendTransaction({ account, to: token, data: cleared });
    await client.waitForTransactionReceipt({ hash });

    const before = { deposit: await deposit(), aa: await client.getBalance({ address: to }) };
    const operation = await make([{ target: to, value: 1n }]);
    const outcome = await send(await quoted(operation, quoteOf({ mode: "postpaid" })));
    assertEquals(outcome.success, false);
    assertEquals(await client.getBalance({ address: to }), before.aa);
    const cap = await client.readContract({ address: paymaster, abi, functionName: "postpaidCap" });
    assertEquals(before.deposit - await deposit() <= cap, true);

    const dear = await make([{ target: to }], { maxFeePerGas: 20_000_000_000n });
    await assertRefused(send(await quoted(dear, quoteOf({ mode: "postpaid" }))), "AA34");
  });

  await t.step("a quote is good for its operation, price, token and time only", async () => {
    const maximum = 10n ** 9n;
    const good = await quoted(await make([approve(maximum)]), quoteOf({ mode: "postpaid" }));
    const decoded = decodeTokenData(good.paymasterData!);
    const altered = (changes: Partial<TokenQuote>): Partial<Operation> => ({
      paymasterData: encodeTokenData({ ...decoded, ...changes }),
    });
    const changes: Partial<Operation>[] = [
      { nonce: 1n << 64n },
      { callData: encodeCalls([approve(maximum + 1n)]) },
      { callGasLimit: good.callGasLimit - 1n },
      { verificationGasLimit: good.verificationGasLimit - 1n },
      { preVerificationGas: good.preVerificationGas - 1n },
      { maxFeePerGas: good.maxFeePerGas - 1n },
      { maxPriorityFeePerGas: good.maxPriorityFeePerGas - 1n },
      { paymasterVerificationGasLimit: limits.paymasterVerificationGasLimit - 1n },
      { paymasterPostOpGasLimit: limits.paymasterPostOpGasLimit - 1n },
      altered({ validAfter: 0 }),
      altered({ validUntil: 0 }),
      altered({ mode: "prepaid" }),
      altered({ token: other }),
      altered({ tokenPerNative: 1n }),
      altered({ transferGas: 0 }),
      { paymasterData: slice(good.paymasterData!, 0, 133) },
      { paymasterData: `${good.paymasterData!}00` },
      { paymasterData: "0x" },
      { paymasterData: mode(good.paymasterData!, 2) },
      { paymasterData: tokenStubData(decoded) },
    ];
    for (const change of changes) {
      await assertRefused(send({ ...good, ...change }), "AA34").catch((cause) => {
        throw new Error(`taken: ${JSON.stringify(Object.keys(change))}`, { cause });
      });
    }
    const operation = await make([approve(maximum)]);
    const postpaid = quoteOf({ mode: "postpaid" });
    const stranger = privateKeyToAccount(`0x${"42".repeat(32)}`);
    await assertRefused(send(await quoted(operation, postpaid, { chainId: 1 })), "AA34");
    await assertRefused(send(await quoted(operation, postpaid, { paymaster: entryPoint })), "AA34");
    await assertRefused(send(await quoted(operation, postpaid, { signer: stranger })), "AA34");
    await assertRefused(send(await quoted(operation, { ...postpaid, tokenPerNative: 0n })), "AA34");
    await assertRefused(
      send(await quoted(operation, { ...postpaid, validUntil: now - 1 })),
      "AA32",
    );
    const block = 2 ** 47;
    const later = { ...postpaid, validAfter: block, validUntil: block + 1 };
    await assertRefused(send(await quoted(operation, later)), "AA34");
    assertEquals((await send(good)).success, true);
  });

  await t.step("an unknown mode is rejected, even signed and with the allowance", async () => {
    const operation = await make([{ target: to }]);
    const allowance = await allowanceOf(stack, token, account, paymaster);
    assertEquals(maxTokenCost(operation, tokenPerNative) <= allowance, true);
    const quote = quoteOf();
    const { types, primaryType, domain, message } = tokenQuoteData({
      paymaster,
      chainId,
      operation,
      quote,
    });
    const third = { domain, types, primaryType, message: { ...message, mode: 2 } };
    const signature = await sponsorSigner.signTypedData(third);
    const paymasterData = mode(encodeTokenData({ ...quote, signature }), 2);
    await assertRefused(send({ ...operation, paymasterData }), "AA34");
    // The operation in an existing mode.
    assertEquals((await send(await quoted(operation, quote))).success, true);
  });

  await t.step("an oversized limit for the time afterwards is paid by who set it", async () => {
    const operation = await make([approve(10n ** 10n)], {
      paymasterPostOpGasLimit: 1_500_000n,
    });
    const before = { deposit: await deposit(), tokens: await balanceOf(stack, token, account) };
    const outcome = await send(await quoted(operation, quoteOf({ mode: "postpaid" })));
    assertEquals(outcome.success, true);
    const taken = before.tokens - await balanceOf(stack, token, account);
    assertEquals(worthIt(before.deposit - await deposit(), taken), true);
    assertEquals(taken <= maxTokenCost(operation, tokenPerNative), true);
  });

  await t.step("keeps its limit in both modes, a pause, and the previous signer", async () => {
    const call = (data: Hex) => transact(stack, { to: paymaster, data });
    const pause = () => call(encodeFunctionData({ abi, functionName: "pause" }));
    const setMaxCost = (most: bigint) =>
      call(encodeFunctionData({ abi, functionName: "setMaxCost", args: [most] }));
    const setSigners = (signer: Address, previous: Address) =>
      call(encodeFunctionData({ abi, functionName: "setSigners", args: [signer, previous] }));
    const before = await client.readContract({ address: paymaster, abi, functionName: "maxCost" });
    const allowed = 10n ** 11n;
    await send(await quoted(await make([approve(allowed)]), quoteOf({ mode: "postpaid" })));
    for (const mode of ["postpaid", "prepaid"] as const) {
      const calls = mode === "postpaid" ? [approve(allowed)] : [{ target: to }];
      const operation = await quoted(await make(calls), quoteOf({ mode }));
      const tokens = await balanceOf(stack, token, account);
      for (const refuse of [pause, () => setMaxCost(maxCostOf(operation) - 1n)]) {
        await refuse();
        await assertRefused(send(operation), "AA34");
      }
      assertEquals(await balanceOf(stack, token, account), tokens);
      await setMaxCost(maxCostOf(operation));
      assertEquals((await send(operation)).success, true);

      await setMaxCost(before);
      await setSigners(to, sponsorSigner.address);
      assertEquals((await send(await quoted(await make(calls), quoteOf({ mode })))).success, true);
      await setSigners(to, zeroAddress);
      await assertRefused(send(await quoted(await make(calls), quoteOf({ mode }))), "AA34");
      await setSigners(sponsorSigner.address, zeroAddress);
    }
  });

  await t.step("sends its earnings to its owner only", async () => {
    const earned = await balanceOf(stack, token, paymaster);
    assertEquals(earned > 0n, true);
    const calls: Hex[] = [
      encodeFunctionData({ abi, functionName: "withdrawTokens", args: [token, to, earned] }),
      encodeFunctionData({ abi, functionName: "setPostpaidCap", args: [2n ** 200n] }),
      encodeFunctionData({ abi, functionName: "withdraw", args: [to, 1n] }),
    ];
    for (const data of calls) {
      const revert = await revertOf(stack, { to: paymaster, data, from: sponsorSigner.address });
      assertEquals(errorName(revert, abi), "OwnableUnauthorizedAccount");
    }
    await transact(stack, { to: paymaster, data: calls[0]! });
    assertEquals(await balanceOf(stack, token, to), earned);
  });
});

Deno.test("the token paymaster's data is read as written, or rejected", () => {
  const quote = {
    validAfter: 1,
    validUntil: 2 ** 48 - 1,
    mode: "postpaid",
    token: "0x00000000000000000000000000000000000000AA",
    tokenPerNative: 2n ** 256n - 1n,
    transferGas: 2 ** 32 - 1,
    signature: `0x${"ab".repeat(65)}`,
  } as const;
  const data = encodeTokenData(quote);
  assertEquals(decodeTokenData(data), quote);
  for (const bad of ["0x", `${data}00`, data.slice(0, -2), mode(data, 2)]) {
    assertThrows(() => decodeTokenData(bad as Hex), RangeError);
  }
});

/** Replaces the mode byte. */
function mode(data: Hex, value: number): Hex {
  return `${data.slice(0, 26)}0${value}${data.slice(28)}` as Hex;
}
