/** The operator's money on a chain as the service sees it: refills, pauses, alarms. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseEther,
  stringToHex,
} from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { sponsorPaymasterAbi } from "../../../contracts/artifacts/sponsor_paymaster_abi.ts";
import { vaultAbi } from "../../../contracts/artifacts/vault_abi.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { keys } from "../../../scripts/stack/chain.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { handleOpsData } from "../../../scripts/stack/bundler/check.ts";
import { createChain } from "../../../service/chain/create_chain.ts";
import type { RelayerConfig, SponsorConfig } from "../../../service/chain/config.ts";
import type { Context } from "../../../service/main/service.ts";
import { readDeposit, watchDeposits } from "../../../service/payment/sponsor/deposit.ts";
import { signSponsorship } from "../../../service/payment/sponsor/signer.ts";
import { REFILL_INTERVAL_MS } from "../../../service/payment/sponsor/vault.ts";
import { serviceMetrics } from "../../../service/telemetry/service_metrics.ts";
import { prepare, send, sign, tryPrepare, user } from "../support/client.ts";
import { receiptOf } from "../support/receipts.ts";

const ping = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
} as const;
const owner = privateKeyToAddress(keys.deployer);

const ofPaymaster = {
  withdraw: (value: bigint) =>
    encodeFunctionData({
      abi: sponsorPaymasterAbi,
      functionName: "withdraw",
      args: [owner, value],
    }),
  pause: () => encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "pause" }),
  setMaxCost: (most: bigint) =>
    encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "setMaxCost", args: [most] }),
  setSigner: (signer: Address) =>
    encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "setSigner", args: [signer] }),
  dropPreviousSigner: () =>
    encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "dropPreviousSigner" }),
};

/** A stack whose own service does not check deposits, and a watcher that a test drives. */
async function openScene() {
  const stack = await startStack({ relayer: false });
  const { sponsor, tokenPaymaster, vault } = stack.addresses;
  const transact = async (to: Address, data: Hex) => {
    // An estimate is too low where the block after it is the first in a new second: a rule's
    // time then changes in storage.
    const gas = numberToHex(200_000);
    const hash = await stack.node.request<Hex>("eth_sendTransaction", [
      { from: owner, to, data, gas },
    ]);
    assertEquals((await receiptOf(stack.node, hash)).status, "0x1");
  };
  const chain = stack.service.context.chains.get(stack.chainId)!;
  return {
    stack,
    sponsor,
    tokenPaymaster,
    vault,
    transact,
    chain,
    deposit: (paymaster: Address = sponsor) => readDeposit(chain, paymaster),
    balance: async (address: Address) =>
      BigInt(await stack.node.request<Hex>("eth_getBalance", [address, "latest"])),
    setRule: (paymaster: Address, rate: bigint, ceiling: bigint) =>
      transact(
        vault,
        encodeFunctionData({
          abi: vaultAbi,
          functionName: "setRule",
          args: [paymaster, rate, ceiling],
        }),
      ),
    /** Starts a watcher of a service with a relayer on the chain. */
    watch(relayer: RelayerConfig) {
      const { context: before } = stack.service;
      const lines: string[] = [];
      const clock = { now: 0 };
      const context: Context = {
        ...before,
        chains: new Map([[stack.chainId, createChain({ ...chain.config, relayer })]]),
        metrics: serviceMetrics(),
        log: (level, event, { paymaster } = {}) =>
          lines.push([level, event, paymaster ?? ""].join(" ").trim()),
      };
      const deposits = watchDeposits(context, () => clock.now);
      // It checks when the test requests it, and not periodically.
      deposits.stop();
      return {
        clock,
        check: () => deposits.check(),
        /** Lines since the last call. */
        lines: () => lines.splice(0),
        metric: (line: string) =>
          context.metrics.text().split("\n").find((each) => each.startsWith(line)) ?? null,
      };
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

Deno.test("vault: the relayer fills up deposits below half of their ceiling", async (t) => {
  await using at = await openScene();
  const { vault, sponsor, tokenPaymaster } = at;

  await t.step("the local stack starts with full deposits and a vault", async () => {
    assertEquals(await at.deposit(), parseEther("1000"));
    assertEquals(await at.deposit(tokenPaymaster), parseEther("1000"));
    assertEquals(await at.balance(vault), parseEther("800"));
  });

  const watch = at.watch({ key: keys.relayer });
  const half = parseEther("500");

  await t.step("not before, and then up to the vault's limit", async () => {
    await at.transact(sponsor, ofPaymaster.withdraw(half));
    await watch.check();
    assertEquals([await at.deposit(), watch.lines()], [half, []]);
    await at.setRule(sponsor, parseEther("7"), parseEther("1000"));
    await at.transact(sponsor, ofPaymaster.withdraw(1n));
    await watch.check();
    assertEquals(await at.deposit(), half - 1n + parseEther("7"));
    assertEquals(watch.lines(), ["info refill sponsor"]);
    assertEquals(
      watch.metric("acct_refills_total"),
      'acct_refills_total{chain="31337",paymaster="sponsor",outcome="done"} 1',
    );
  });

  await t.step("once in ten minutes, for each paymaster", async () => {
    await at.transact(sponsor, ofPaymaster.withdraw(parseEther("100")));
    await at.setRule(sponsor, parseEther("7"), parseEther("1000"));
    const before = await at.deposit();
    await watch.check();
    watch.clock.now += REFILL_INTERVAL_MS - 1;
    await watch.check();
    assertEquals([await at.deposit(), watch.lines()], [before, []]);
    await at.setRule(tokenPaymaster, parseEther("3"), parseEther("3000"));
    await watch.check();
    assertEquals(await at.deposit(tokenPaymaster), parseEther("1003"));
    assertEquals(watch.lines(), ["info refill token_fee"]);
    // Further accrual there is excluded.
    await at.setRule(tokenPaymaster, 0n, 0n);
    watch.clock.now += 1;
    await watch.check();
    assertEquals(await at.deposit(), before + parseEther("7"));
    assertEquals(watch.lines(), ["info refill sponsor"]);
  });

  await t.step("never for less than it costs", async () => {
    const before = await at.deposit();
    const refused = ["warn relayer_fee", "warn refill_failed sponsor"];
    const relayer = privateKeyToAddress(keys.relayer);
    const funds = await at.balance(relayer);
    await at.setRule(sponsor, 1_000n, parseEther("1000"));
    watch.clock.now += REFILL_INTERVAL_MS;
    await watch.check();
    assertEquals(watch.lines(), refused);
    assertEquals([await at.deposit(), await at.balance(relayer)], [before, funds]);
    assertMatch(
      watch.metric('acct_refills_total{chain="31337",paymaster="sponsor",outcome="fee"')!,
      / 1$/,
    );
  });
});

Deno.test("vault: the operator is notified of a low vault", async () => {
  await using at = await openScene();
  const watch = at.watch({ key: keys.relayer });
  await watch.check();
  assertEquals(watch.lines(), []);
  const metric = (name: string) => watch.metric(name)!.split(" ")[1];
  assertEquals([metric("acct_vault_balance"), metric("acct_vault_low")], ["800", "0"]);
  // Two days for both paymasters are 400: one wei less counts as low.
  const withdraw = (amount: bigint) =>
    at.transact(
      at.vault,
      encodeFunctionData({ abi: vaultAbi, functionName: "withdraw", args: [owner, amount] }),
    );
  await withdraw(parseEther("400"));
  await watch.check();
  assertEquals(watch.lines(), []);
  await withdraw(1n);
  await watch.check();
  await watch.check();
  assertEquals([metric("acct_vault_low"), watch.lines()], ["1", ["warn vault_low"]]);
  await at.setRule(at.sponsor, parseEther("99"), parseEther("1000"));
  await watch.check();
  assertEquals([metric("acct_vault_low"), watch.lines()], ["0", ["info vault_enough"]]);
});

Deno.test("a paused sponsor: nothing is signed, and earlier quotes are rejected", async () => {
  await using at = await openScene();
  const watch = at.watch({ key: keys.relayer });
  const { stack, sponsor } = at;
  const who = user(1_500);
  const quote = await prepare(stack, who, [ping]);
  assertEquals(quote.sponsor === null, false);
  const signed = await sign(stack, who, quote.operation);
  await at.transact(sponsor, ofPaymaster.pause());

  const sent = await send(stack, who, signed);
  assertEquals(sent.error?.data?.cause, "sponsor_failed");
  assertStringIncludes(sent.error!.message, "AA34");
  const other = await tryPrepare(stack, user(1_501), [ping]);
  assertStringIncludes(JSON.stringify(other), "The sponsor is paused.");

  await watch.check();
  const metric = 'acct_paymaster_paused{chain="31337",paymaster="sponsor"}';
  assertEquals(watch.metric(metric), `${metric} 1`);
  assertEquals(watch.lines(), ["warn paymaster_paused sponsor"]);

  // Above the limit it reports this; at the limit it pays.
  await at.transact(sponsor, ofPaymaster.setMaxCost(1n));
  const dear = await tryPrepare(stack, user(1_502), [ping]);
  assertStringIncludes(JSON.stringify(dear), "costs more than the sponsor's contract allows");
  await at.transact(sponsor, ofPaymaster.setMaxCost(parseEther("1")));
  await watch.check();
  assertEquals(watch.lines(), ["info paymaster_resumed sponsor"]);
  assertEquals((await prepare(stack, user(1_503), [ping])).sponsor === null, false);
});

Deno.test("a signer is replaced without breaking quotes", async () => {
  await using at = await openScene();
  const { stack, sponsor } = at;
  const [beneficiary] = await stack.node.request<Address[]>("eth_accounts");
  const before = at.chain.config.sponsor!;
  const after: SponsorConfig = { ...before, signerKey: generatePrivateKey() };
  /** Has an operation signed by the service, or by its next key. */
  const quote = async (seed: number, config: SponsorConfig) => {
    const who = user(seed);
    const { operation } = await prepare(stack, who, [ping]);
    const until = Math.floor(Date.now() / 1000) + 600;
    const paymasterData = config === before
      ? operation.paymasterData!
      : await signSponsorship(config, stack.chainId, operation, until);
    return await sign(stack, who, { ...operation, paymasterData });
  };
  /**
   * Bundles an operation. Resolves with false if the EntryPoint rejects the paymaster's validation.
   */
  const lands = async (operation: OperationJson) => {
    const data = handleOpsData([operation], beneficiary!);
    const bundle = { from: beneficiary, to: ENTRY_POINT, data, gas: numberToHex(8_000_000) };
    const refusal = await stack.node.request("eth_call", [bundle, "latest"])
      .then(() => null, (error) => String(error.data ?? error));
    if (refusal !== null) {
      assertStringIncludes(refusal, stringToHex("AA34").slice(2));
      return false;
    }
    const hash = await stack.node.request<Hex>("eth_sendTransaction", [bundle]);
    return (await receiptOf(stack.node, hash)).status === "0x1";
  };
  const [first, second, third] = await Promise.all(
    [1_510, 1_511, 1_512].map((seed) => quote(seed, before)),
  );
  assertEquals(await lands(await quote(1_513, after)), false);
  assertEquals(await lands(first!), true);
  await at.transact(sponsor, ofPaymaster.setSigner(privateKeyToAddress(after.signerKey)));
  assertEquals([await lands(second!), await lands(await quote(1_514, after))], [true, true]);
  await at.transact(sponsor, ofPaymaster.dropPreviousSigner());
  assertEquals([await lands(third!), await lands(await quote(1_515, after))], [false, true]);
});

Deno.test("a signer unknown to the contract: reported at the first check and while it runs", async () => {
  await using at = await openScene();
  const { sponsor } = at;
  const metric = 'acct_paymaster_signer_unknown{chain="31337",paymaster="sponsor"}';
  const watch = at.watch({ key: keys.relayer });
  await watch.check();
  assertEquals([watch.metric(metric), watch.lines()], [`${metric} 0`, []]);
  // The replaced one stays valid for a while.
  await at.transact(sponsor, ofPaymaster.setSigner(at.vault));
  await watch.check();
  assertEquals([watch.metric(metric), watch.lines()], [`${metric} 0`, []]);
  await at.transact(sponsor, ofPaymaster.dropPreviousSigner());
  await watch.check();
  const lines = ["warn paymaster_signer_unknown sponsor"];
  assertEquals([watch.metric(metric), watch.lines()], [`${metric} 1`, lines]);
  // A service that starts now reports it too.
  const late = at.watch({ key: keys.relayer });
  await late.check();
  assertEquals(late.lines(), lines);
});
