import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, parseEther, parseEventLogs } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { entryPoint08Abi } from "viem/account-abstraction";
import { entryPoint } from "./addresses.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "./artifacts/vault_abi.ts";
import { deploy, vaultAddress } from "./deploy.ts";
import { encodeSponsorData, sponsorHash } from "./paymaster.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  createAccount,
  deployerKey,
  encodeCalls,
  handleOps,
  maxCostOf,
  prepare,
  revertOf,
  signed,
  type Stack,
  startStack,
  transact,
} from "./testing/stack.ts";

const abi = vaultAbi;
const stranger: Address = "0x00000000000000000000000000000000000000aa";
const day = 86_400n;

/** Deploys the vault and gives it funds; everything below is in wei. */
async function startVault(stack: Stack, balance: bigint) {
  const { client, url } = stack;
  const owner = client.account.address;
  const { vault } = await deploy({
    rpcUrl: url,
    account: deployerKey,
    vault: { owner, balance },
  });
  const address = vault!;
  const encode = {
    refill: (paymaster: Address) =>
      encodeFunctionData({ abi, functionName: "refill", args: [paymaster] }),
    setRule: (paymaster: Address, rate: bigint, ceiling: bigint) =>
      encodeFunctionData({ abi, functionName: "setRule", args: [paymaster, rate, ceiling] }),
    withdraw: (to: Address, amount: bigint) =>
      encodeFunctionData({ abi, functionName: "withdraw", args: [to, amount] }),
    transferOwnership: (to: Address) =>
      encodeFunctionData({ abi, functionName: "transferOwnership", args: [to] }),
    acceptOwnership: () => encodeFunctionData({ abi, functionName: "acceptOwnership" }),
    renounceOwnership: () => encodeFunctionData({ abi, functionName: "renounceOwnership" }),
  };
  return {
    address,
    encode,
    balance: () => client.getBalance({ address }),
    deposit: (paymaster: Address) =>
      client.readContract({
        address: entryPoint,
        abi: entryPoint08Abi,
        functionName: "balanceOf",
        args: [paymaster],
      }),
    refillable: (paymaster: Address) =>
      client.readContract({ address, abi, functionName: "refillable", args: [paymaster] }),
    setRule: (paymaster: Address, rate: bigint, ceiling: bigint) =>
      transact(stack, { to: address, data: encode.setRule(paymaster, rate, ceiling) }),
    /** Refills from a stranger's address; resolves with what was moved. */
    async refill(paymaster: Address): Promise<bigint> {
      await client.impersonateAccount({ address: stranger });
      await client.setBalance({ address: stranger, value: 10n ** 18n });
      const hash = await client.sendTransaction({
        account: stranger,
        to: address,
        data: encode.refill(paymaster),
      });
      const { logs, status } = await client.waitForTransactionReceipt({ hash });
      assertEquals(status, "success");
      return parseEventLogs({ abi, logs, eventName: "Refilled" })[0]!.args.amount;
    },
    /** Mines a block after so many seconds. */
    async wait(seconds: bigint): Promise<void> {
      await client.increaseTime({ seconds: Number(seconds) });
      await client.mine({ blocks: 1 });
    },
    time: async () => (await client.getBlock()).timestamp,
    nameOf: async (data: Hex, from: Address = stranger) =>
      errorName(await revertOf(stack, { to: address, data, from }), abi),
  };
}

Deno.test("the vault", async (t) => {
  await using stack = await startStack();
  const { client, sponsorPaymaster, tokenPaymaster } = stack;
  const vault = await startVault(stack, parseEther("20"));
  const owner = client.account.address;
  const rate = 10n ** 18n;
  /** Address without a deposit, for rules of its own. */
  const fresh = () => privateKeyToAccount(generatePrivateKey()).address;
  const nothing = (paymaster: Address) => vault.nameOf(vault.encode.refill(paymaster));

  await t.step("is where it was computed to be, and takes plain transfers", async () => {
    assertEquals(vault.address, vaultAddress({ owner }));
    const before = await vault.balance();
    assertEquals(before, parseEther("20"));
    await transact(stack, { to: vault.address, data: "0x", value: 5n });
    assertEquals(await vault.balance(), before + 5n);
  });

  await t.step("moves nothing without a rule, or at a rate or ceiling of zero", async () => {
    const paymaster = fresh();
    assertEquals(await nothing(paymaster), "NothingToRefill");
    for (const [daily, ceiling] of [[0n, parseEther("1")], [rate, 0n]] as const) {
      await vault.setRule(paymaster, daily, ceiling);
      await vault.wait(2n * day);
      assertEquals(await vault.refillable(paymaster), 0n);
      assertEquals(await nothing(paymaster), "NothingToRefill");
    }
  });

  await t.step("moves one day's rate at once, for anyone, and then what accrues", async () => {
    const paymaster = fresh();
    const receipt = await vault.setRule(paymaster, rate, parseEther("100"));
    const [event] = parseEventLogs({ abi, logs: receipt.logs, eventName: "RuleChanged" });
    assertEquals(event!.args, { paymaster, rate, ceiling: parseEther("100") });
    const rule = {
      address: vault.address,
      abi,
      functionName: "ruleOf",
      args: [paymaster],
    } as const;
    assertEquals(await client.readContract(rule), [rate, parseEther("100")]);
    const before = await vault.balance();
    assertEquals(await vault.refill(paymaster), rate);
    assertEquals(await vault.deposit(paymaster), rate);
    assertEquals(await vault.balance(), before - rate);
    const from = await vault.time();
    await vault.wait(day / 4n);
    const moved = await vault.refill(paymaster);
    assertEquals(moved, rate * (await vault.time() - from) / day);
  });

  await t.step("a long wait brings one day's rate, not more", async () => {
    const paymaster = fresh();
    await vault.setRule(paymaster, rate, parseEther("100"));
    await vault.refill(paymaster);
    await vault.wait(100n * day);
    assertEquals(await vault.refillable(paymaster), rate);
    assertEquals(await vault.refill(paymaster), rate);
    assertEquals(await vault.refillable(paymaster) < rate / 100n, true);
  });

  await t.step("many refills a day move the rate and one day's in advance", async () => {
    const paymaster = fresh();
    // A rate that no second divides: rounding adds nothing.
    const odd = 10n ** 15n + 7n;
    await vault.setRule(paymaster, odd, parseEther("100"));
    const from = await vault.time();
    let sum = await vault.refill(paymaster);
    for (let turn = 0; turn < 48; turn++) {
      await vault.wait(1_800n);
      sum += await vault.refill(paymaster);
    }
    const passed = await vault.time() - from;
    assertLessOrEqual(sum, odd + odd * passed / day);
    // Less than a wei is lost each time, and what accrued before the first refill.
    assertGreater(sum, odd + odd * (passed - 60n) / day - 49n);
    assertEquals(await vault.deposit(paymaster), sum);
  });

  await t.step("fills to the ceiling, and what was not needed stays available", async () => {
    const paymaster = fresh();
    await vault.setRule(paymaster, rate, rate / 10n);
    assertEquals(await vault.refill(paymaster), rate / 10n);
    await vault.wait(day);
    assertEquals(await nothing(paymaster), "NothingToRefill");
    // The rest of the day's rate is there for the sponsor's own paymaster in the same way.
    const before = await vault.deposit(sponsorPaymaster);
    await vault.setRule(sponsorPaymaster, rate, before + 10n);
    assertEquals(await vault.refill(sponsorPaymaster), 10n);
    const withdraw = (value: bigint) =>
      transact(stack, {
        to: sponsorPaymaster,
        data: encodeFunctionData({
          abi: sponsorPaymasterAbi,
          functionName: "withdraw",
          args: [stranger, value],
        }),
      });
    // The owner withdraws as before, and the deposit comes back once a day at most.
    await withdraw(rate * 3n / 4n);
    assertEquals(await vault.refill(sponsorPaymaster), rate * 3n / 4n);
    await withdraw(rate * 3n / 4n);
    const rest = await vault.refill(sponsorPaymaster);
    assertEquals(rest >= rate / 4n - 10n && rest < rate * 26n / 100n, true, `${rest}`);
    // Above the ceiling nothing is missing.
    await transact(stack, {
      to: sponsorPaymaster,
      data: encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "deposit" }),
      value: rate,
    });
    await vault.wait(day);
    assertEquals(await vault.refillable(sponsorPaymaster), 0n);
  });

  await t.step("gives what it has, and the rest when it has more", async () => {
    const paymaster = fresh();
    const balance = await vault.balance();
    await transact(stack, {
      to: vault.address,
      data: vault.encode.withdraw(owner, balance - 3n),
    });
    await vault.setRule(paymaster, rate, parseEther("100"));
    assertEquals(await vault.refill(paymaster), 3n);
    assertEquals(await nothing(paymaster), "NothingToRefill");
    await transact(stack, { to: vault.address, data: "0x", value: parseEther("20") });
    const moved = await vault.refill(paymaster);
    assertEquals(moved >= rate - 3n && moved <= rate, true, `${moved}`);
  });

  await t.step(
    "keeps a rule for each paymaster, and a new rule starts with a day's rate",
    async () => {
      const [one, other] = [fresh(), fresh()];
      await vault.setRule(one, rate, parseEther("100"));
      await vault.setRule(other, 2n * rate, parseEther("100"));
      assertEquals(await vault.refill(one), rate);
      assertEquals(await vault.refill(other), 2n * rate);
      await vault.setRule(one, 5n, parseEther("100"));
      assertEquals(await vault.refill(one), 5n);
      await vault.setRule(one, 0n, parseEther("100"));
      assertEquals(await nothing(one), "NothingToRefill");
      await vault.setRule(tokenPaymaster, 1n, 2n ** 96n - 1n);
      assertEquals(await vault.refill(tokenPaymaster), 1n);
      // The largest rule overflows nowhere.
      await vault.setRule(one, 2n ** 96n - 1n, 2n ** 96n - 1n);
      await vault.wait(1_000n * day);
      assertEquals(
        await vault.refill(one),
        await vault.balance() + await vault.deposit(one) - rate - 5n,
      );
    },
  );

  await t.step("obeys its owner only, who changes in two steps and stays", async () => {
    await transact(stack, { to: vault.address, data: "0x", value: 10n });
    const calls = [
      vault.encode.setRule(stranger, 1n, 1n),
      vault.encode.withdraw(stranger, 1n),
      vault.encode.transferOwnership(stranger),
    ];
    for (const data of calls) assertEquals(await vault.nameOf(data), "OwnableUnauthorizedAccount");
    assertEquals(await vault.nameOf(vault.encode.renounceOwnership(), owner), "OwnerNeeded");

    const before = await client.getBalance({ address: stranger });
    const receipt = await transact(stack, { to: vault.address, data: calls[1]! });
    assertEquals(await client.getBalance({ address: stranger }), before + 1n);
    const [event] = parseEventLogs({ abi, logs: receipt.logs, eventName: "Withdrawn" });
    assertEquals(event!.args.amount, 1n);
    const tooMuch = vault.encode.withdraw(stranger, parseEther("1000"));
    assertEquals(await vault.nameOf(tooMuch, owner), "InsufficientBalance");

    const next = privateKeyToAccount(`0x${"46".repeat(32)}`).address;
    await transact(stack, { to: vault.address, data: vault.encode.transferOwnership(next) });
    assertEquals(await vault.nameOf(calls[0]!, next), "OwnableUnauthorizedAccount");
    await client.impersonateAccount({ address: next });
    await client.setBalance({ address: next, value: 10n ** 18n });
    const hash = await client.sendTransaction({
      account: next,
      to: vault.address,
      data: vault.encode.acceptOwnership(),
    });
    await client.waitForTransactionReceipt({ hash });
    assertEquals(await vault.nameOf(calls[0]!, next), "(no revert)");
    assertEquals(await vault.nameOf(calls[0]!, owner), "OwnableUnauthorizedAccount");
  });
});

Deno.test("deployment sets the vault's rules, again only if they differ", async () => {
  await using stack = await startStack();
  const owner = stack.client.account.address;
  const sponsor = { owner, signer: stack.sponsorSigner.address };
  const rule = { rate: parseEther("1"), ceiling: parseEther("2") };
  const options = {
    rpcUrl: stack.url,
    account: deployerKey,
    sponsor,
    tokenPaymaster: { ...sponsor, postpaidCap: 10n ** 16n },
    vault: { owner, balance: parseEther("3"), rule },
  } as const;
  const first = await deploy(options);
  assertEquals(first.sponsorPaymaster, stack.sponsorPaymaster);
  const vault = await startVault(stack, 0n);
  assertEquals([first.vault, await vault.balance()], [vault.address, parseEther("3")]);
  assertEquals(await vault.refill(stack.sponsorPaymaster), parseEther("1"));
  assertEquals(await vault.refill(stack.tokenPaymaster), parseEther("1"));

  const blocks = await stack.client.getBlockNumber();
  const filled = { ...options, vault: { owner, balance: 1n, rule } };
  assertEquals(await deploy(filled), first);
  assertEquals(await stack.client.getBlockNumber(), blocks);

  const foreign = privateKeyToAccount(generatePrivateKey());
  const vaultOfOther = { owner: foreign.address, rule };
  await assertRefused(deploy({ ...options, vault: vaultOfOther }), "can set its rules");
});

Deno.test("a refill inside of a bundle passes the ceiling by what is given back at most", async () => {
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
  // The second refill of a batch finds nothing missing, and the batch moves nothing.
  operation.nonce = 0n;
  assertEquals((await send(operation.callData)).success, false);
  assertEquals(await vault.deposit(paymaster) < before, true);
  await vault.refill(paymaster);
  operation.nonce = 1n;
  const { success, receipt } = await send(encodeCalls([call]));
  assertEquals(success, true);
  const [event] = parseEventLogs({ abi, logs: receipt.logs, eventName: "Refilled" });
  assertEquals(event!.args.amount, maxCostOf(operation));
  const after = await vault.deposit(paymaster);
  assertEquals(after > before && after < before + maxCostOf(operation), true);
});

Deno.test("a leaked signer's key takes deposit, rate and one day's rate at most", async () => {
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
  // The vault lost the refills, and nothing else.
  assertEquals(await vault.balance(), parseEther("100") - moved);

  // A pause ends it, whatever is refilled afterwards.
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
