import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { encodeFunctionData, type Hex, parseEther, parseEventLogs } from "viem";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "./artifacts/vault_abi.ts";
import { encodeSponsorData, sponsorHash } from "./paymaster.ts";
import { assertRefused } from "./testing/asserts.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  createAccount,
  encodeCalls,
  handleOps,
  maxCostOf,
  prepare,
  signed,
  startStack,
  transact,
} from "./testing/stack.ts";
import { day, startVault, stranger } from "./testing/vault.ts";

Deno.test("a refill inside of a bundle exceeds the ceiling by at most the refunds", async () => {
  await using stack = await startStack();
  const { chainId, sponsorPaymaster: paymaster, sponsorSigner } = stack;
  const vault = await startVault(stack, parseEther("10"));
  const passkey = createPasskey(1);
  const account = await createAccount(stack, [passkey.bytes]);
  const before = await vault.deposit(paymaster);
  await vault.setRule(paymaster, parseEther("1"), before);
  assertEquals(await vault.refillable(paymaster), 0n);
  const call = { target: vault.address, data: vault.encode.refill(paymaster) };
  const operation = await prepare(stack, account, encodeCalls([call, call]), {
    paymaster,
    paymasterVerificationGasLimit: 60_000n,
    paymasterPostOpGasLimit: 0n,
    callGasLimit: 300_000n,
  });
  const window = { validAfter: 0, validUntil: 0 };
  const send = async (callData: Hex) => {
    const changed = { ...operation, callData };
    const hash = sponsorHash({ paymaster, chainId, operation: changed, ...window });
    const signature = await sponsorSigner.sign({ hash });
    const paymasterData = encodeSponsorData({ ...window, signature });
    const ready = await signed(stack, { ...changed, paymasterData }, passkey);
    return (await handleOps(stack, ready))[0]!;
  };
  // The second refill of a batch finds a full deposit, and the batch moves nothing.
  operation.nonce = 0n;
  assertEquals((await send(operation.callData)).success, false);
  assertEquals(await vault.deposit(paymaster) < before, true);
  await vault.refill(paymaster);
  operation.nonce = 1n;
  const { success, receipt } = await send(encodeCalls([call]));
  assertEquals(success, true);
  const [event] = parseEventLogs({
    abi: vaultAbi,
    logs: receipt.logs,
    eventName: "Refilled",
  });
  assertEquals(event!.args.amount, maxCostOf(operation));
  const after = await vault.deposit(paymaster);
  assertEquals(after > before && after < before + maxCostOf(operation), true);
});

Deno.test("a leaked signer's key takes at most deposit, rate and one day's rate", async () => {
  await using stack = await startStack();
  const { client, chainId, sponsorPaymaster: paymaster, sponsorSigner: leaked } = stack;
  const abi = sponsorPaymasterAbi;
  const vault = await startVault(stack, parseEther("100"));
  const [rate, ceiling] = [parseEther("0.5"), parseEther("2")];
  const passkey = createPasskey(1);
  const thief = await createAccount(stack, [passkey.bytes]);
  const deposit = await vault.deposit(paymaster);
  await vault.setRule(paymaster, rate, ceiling);
  const from = await vault.time();
  const most = await client.readContract({ address: paymaster, abi, functionName: "maxCost" });

  /** Signs the most expensive operation that deposit and limit allow. */
  const expensive = async (cost: bigint) => {
    const price = cost / 1_000_000n;
    const operation = await prepare(stack, thief, encodeCalls([{ target: stranger }]), {
      paymaster,
      callGasLimit: 40_000n,
      verificationGasLimit: 60_000n,
      paymasterVerificationGasLimit: 40_000n,
      paymasterPostOpGasLimit: 0n,
      // Paid in full, without any work.
      preVerificationGas: 860_000n,
      maxFeePerGas: price,
      maxPriorityFeePerGas: price,
    });
    const window = { validAfter: 0, validUntil: 0 };
    const hash = sponsorHash({ paymaster, chainId, operation, ...window });
    const signature = await leaked.sign({ hash });
    const paymasterData = encodeSponsorData({ ...window, signature });
    return await signed(stack, { ...operation, paymasterData }, passkey);
  };
  /** Empties the deposit with one operation after the other. */
  const drain = async () => {
    for (;;) {
      const left = await vault.deposit(paymaster);
      if (left < rate / 100n) return;
      const cost = left < most ? left : most;
      const operation = await expensive(cost);
      assertLessOrEqual(maxCostOf(operation), cost);
      assertEquals((await handleOps(stack, operation))[0]!.success, true);
    }
  };

  let moved = 0n;
  const taken = async () => deposit + moved - await vault.deposit(paymaster);
  await drain();
  for (let turn = 0; turn < 12; turn++) {
    if (turn > 0) await vault.wait(day / 4n);
    moved += await vault.refill(paymaster);
    await drain();
    const passed = await vault.time() - from;
    assertLessOrEqual(await taken(), deposit + rate * passed / day + rate);
  }
  const passed = await vault.time() - from;
  const bound = deposit + rate * passed / day + rate;
  // The thief tried: the bound is no guess.
  assertGreater(await taken() * 100n, bound * 95n);
  // The vault only lost the refills.
  assertEquals(await vault.balance(), parseEther("100") - moved);

  // A pause stops it, independent of later refills.
  await transact(stack, {
    to: paymaster,
    data: encodeFunctionData({ abi, functionName: "pause" }),
  });
  await vault.wait(day);
  moved += await vault.refill(paymaster);
  const before = await taken();
  await assertRefused(handleOps(stack, await expensive(rate / 10n)), "AA34");
  const resume = [
    encodeFunctionData({
      abi,
      functionName: "setSigners",
      args: [stranger, `0x${"00".repeat(20)}`],
    }),
    encodeFunctionData({ abi, functionName: "setMaxCost", args: [most] }),
  ];
  for (const data of resume) await transact(stack, { to: paymaster, data });
  await assertRefused(handleOps(stack, await expensive(rate / 10n)), "AA34");
  assertEquals(await taken(), before);
});
