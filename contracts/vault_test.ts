import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { type Address, encodeFunctionData, parseEther, parseEventLogs } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "./artifacts/vault_abi.ts";
import { vaultAddress } from "./contract_list.ts";
import { deploy } from "./deploy.ts";
import { assertRefused } from "./testing/asserts.ts";
import { deployerKey, startStack, transact } from "./testing/stack.ts";
import { day, startVault, stranger } from "./testing/vault.ts";

const abi = vaultAbi;

Deno.test("the vault", async (t) => {
  await using stack = await startStack();
  const { client, sponsorPaymaster, tokenPaymaster } = stack;
  const vault = await startVault(stack, parseEther("20"));
  const owner = client.account.address;
  const rate = 10n ** 18n;
  /** Address without a deposit, for its own rules. */
  const fresh = () => privateKeyToAccount(generatePrivateKey()).address;
  const nothing = (paymaster: Address) => vault.nameOf(vault.encode.refill(paymaster));
  /** Withdraws from the deposit of the sponsor's paymaster. */
  const withdraw = (value: bigint) =>
    transact(stack, {
      to: sponsorPaymaster,
      data: encodeFunctionData({
        abi: sponsorPaymasterAbi,
        functionName: "withdraw",
        args: [stranger, value],
      }),
    });

  await t.step("is at the computed address, and accepts plain transfers", async () => {
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

  await t.step("moves one day's rate immediately, then accruals, for anyone", async () => {
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

  await t.step("a long wait adds at most one day's rate", async () => {
    const paymaster = fresh();
    await vault.setRule(paymaster, rate, parseEther("100"));
    await vault.refill(paymaster);
    await vault.wait(100n * day);
    assertEquals(await vault.refillable(paymaster), rate);
    assertEquals(await vault.refill(paymaster), rate);
    assertEquals(await vault.refillable(paymaster) < rate / 100n, true);
  });

  await t.step("many refills a day move the rate, and one day's rate in advance", async () => {
    const paymaster = fresh();
    // A rate that is not divisible by the seconds of a day: rounding adds nothing.
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
    // Less than a wei is lost each time, plus the accrual before the first refill.
    assertGreater(sum, odd + odd * (passed - 60n) / day - 49n);
    assertEquals(await vault.deposit(paymaster), sum);
  });

  await t.step("fills to the ceiling, and the rest stays available", async () => {
    const paymaster = fresh();
    await vault.setRule(paymaster, rate, rate / 10n);
    assertEquals(await vault.refill(paymaster), rate / 10n);
    await vault.wait(day);
    assertEquals(await nothing(paymaster), "NothingToRefill");
    // The rest of the day's rate is available for the sponsor's own paymaster in the same way.
    const before = await vault.deposit(sponsorPaymaster);
    await vault.setRule(sponsorPaymaster, rate, before + 10n);
    assertEquals(await vault.refill(sponsorPaymaster), 10n);
    // The owner withdraws as before, and the deposit is refilled once a day at most.
    await withdraw(rate * 3n / 4n);
    assertEquals(await vault.refill(sponsorPaymaster), rate * 3n / 4n);
    await withdraw(rate * 3n / 4n);
    const rest = await vault.refill(sponsorPaymaster);
    assertEquals(rest >= rate / 4n - 10n && rest < rate * 26n / 100n, true, `${rest}`);
    // Above the ceiling the deposit is full.
    await transact(stack, {
      to: sponsorPaymaster,
      data: encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "deposit" }),
      value: rate,
    });
    await vault.wait(day);
    assertEquals(await vault.refillable(sponsorPaymaster), 0n);
  });

  await t.step("keeps the amount accrued before a refill that the ceiling limits", async () => {
    const before = await vault.deposit(sponsorPaymaster);
    await vault.setRule(sponsorPaymaster, rate, before + rate);
    assertEquals(await vault.refill(sponsorPaymaster), rate);
    await withdraw(10n);
    await vault.wait(day / 2n);
    assertEquals(await vault.refill(sponsorPaymaster), 10n);
    await withdraw(rate);
    const rest = await vault.refill(sponsorPaymaster);
    assertEquals(rest >= rate / 2n - 10n && rest < rate * 51n / 100n, true, `${rest}`);
  });

  await t.step("sends its balance, and the rest once it has more", async () => {
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

  await t.step("keeps one rule per paymaster; a new rule starts with a day's rate", async () => {
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
  });

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
  await assertRefused(deploy({ ...options, vault: vaultOfOther }), "only the owner");
});
