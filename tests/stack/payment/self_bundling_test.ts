/** Measures the gain of a thief who bundles operations that our paymasters pay for. @module */
import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { handleOpsData } from "../../../scripts/stack/bundler/check.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { readDeposit } from "../../../service/payment/sponsor/deposit.ts";
import { prepare, sendCalls, settled, sign, type User, user } from "../support/client.ts";
import { receiptOf } from "../support/receipts.ts";
import { startTestStack } from "../support/start.ts";
import { own, ping, transact } from "./token_fees.ts";

const GWEI = 1_000_000_000n;
/** Base fees in wei, from a rollup's to a busy mainnet's. */
const baseFees = [GWEI / 100n, GWEI / 10n, GWEI, 20n * GWEI] as const;
/** Maximum gain of the thief, in percent of the deposit's loss. */
const MOST_PERCENT = 25n;

/** Bundles an operation without a tip at this base fee; resolves with wei. */
async function steal(
  stack: Stack,
  { operation, paymaster, baseFee }: {
    readonly operation: OperationJson;
    readonly paymaster: Address;
    readonly baseFee: bigint;
  },
): Promise<{ readonly lost: bigint; readonly gained: bigint }> {
  const chain = stack.service.context.chains.get(stack.chainId)!;
  const [thief] = await stack.node.request<Address[]>("eth_accounts");
  const look = async () =>
    [
      await readDeposit(chain, paymaster),
      BigInt(await stack.node.request<Hex>("eth_getBalance", [thief, "latest"])),
    ] as const;
  const before = await look();
  await stack.node.request("anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]);
  const hash = await stack.node.request<Hex>("eth_sendTransaction", [{
    from: thief,
    to: ENTRY_POINT,
    data: handleOpsData([operation], thief!),
    gas: numberToHex(4_000_000),
    maxFeePerGas: numberToHex(2n * baseFee),
    maxPriorityFeePerGas: "0x0",
  }]);
  const receipt = await receiptOf<{ status: Hex; effectiveGasPrice: Hex }>(stack.node, hash);
  assertEquals([receipt.status, BigInt(receipt.effectiveGasPrice)], ["0x1", baseFee]);
  const after = await look();
  return { lost: before[0] - after[0], gained: after[1] - before[1] };
}

/** Moves an account's tokens away, like its own transfer between quote and inclusion. */
async function drain(stack: Stack, token: Address, { account }: User): Promise<void> {
  const balance = BigInt(
    await stack.node.request<Hex>("eth_call", [{
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [account.address],
      }),
    }, "latest"]),
  );
  await stack.node.request("anvil_impersonateAccount", [account.address]);
  await transact(stack, {
    from: account.address,
    to: token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [ping.to, balance],
    }),
  });
}

Deno.test("self-bundling gains little of the paymaster's loss, at any base fee", async (t) => {
  await using stack = await startTestStack();
  const [token] = stack.tokens;
  for (const [index, baseFee] of baseFees.entries()) {
    // Not one account for all: after three unpaid operations an account gets no other.
    const who = user(7_200 + index);
    await stack.fund(who.account.address, 10n ** 18n);
    const first = await settled(stack, await sendCalls(stack, who, [ping], own));
    assertEquals(first.status, 200);
    const mine = async () => {
      await stack.node.request("anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]);
      await stack.node.request("evm_mine");
    };
    await t.step(`the sponsor, ${baseFee} wei`, async () => {
      await mine();
      const prepared = await prepare(stack, who, [ping]);
      assert(prepared.sponsor !== null);
      const operation = await sign(stack, who, prepared.operation);
      const paymaster = stack.addresses.sponsor;
      const { lost, gained } = await steal(stack, { operation, paymaster, baseFee });
      assertLess(gained * 100n, lost * MOST_PERCENT, `${gained} of ${lost}`);
    });
    await t.step(`the token paymaster, unpaid, ${baseFee} wei`, async () => {
      await stack.mint(token.address, who.account.address, 10n ** 12n);
      await mine();
      const prepared = await prepare(stack, who, [ping], { feeToken: token.address, ...own });
      assert(prepared.feeToken !== undefined);
      const operation = await sign(stack, who, prepared.operation);
      await drain(stack, token.address, who);
      const paymaster = stack.addresses.tokenPaymaster;
      const { lost, gained } = await steal(stack, { operation, paymaster, baseFee });
      assertLess(gained * 100n, lost * MOST_PERCENT, `${gained} of ${lost}`);
    });
  }
});

/** Init code of a contract that loops a given number of times and otherwise needs almost no gas. */
const BURNER: Hex = "0x601b8060095f395ff3366015575f545b8015601357600190036006565b005b5f355f5500";

Deno.test("self-bundling: gas that is used only while it is estimated is bounded by the policy", async () => {
  const policy = { ...developmentPolicy, callGasPerOperation: 1_000_000 };
  await using stack = await startTestStack({ policy });
  const [thief] = await stack.node.request<Address[]>("eth_accounts");
  const baseFee = GWEI;
  const mine = async (transaction: object) => {
    await stack.node.request("anvil_setNextBlockBaseFeePerGas", [numberToHex(baseFee)]);
    const hash = await stack.node.request<Hex>("eth_sendTransaction", [{
      from: thief,
      gas: numberToHex(500_000),
      ...transaction,
    }]);
    return await receiptOf<{ status: Hex; contractAddress: Address }>(stack.node, hash);
  };
  const { contractAddress: burner } = await mine({ data: BURNER });
  const loops = (count: number) => mine({ to: burner, data: numberToHex(count, { size: 32 }) });
  const who = user(7_300);
  await stack.fund(who.account.address, 10n ** 18n);
  assertEquals((await settled(stack, await sendCalls(stack, who, [ping], own))).status, 200);
  const ask = () => prepare(stack, who, [{ to: burner, value: "0x0", data: "0x" }]);

  await loops(100_000);
  assertStringIncludes((await ask()).sponsorFailed ?? "", "the sponsor pays for at most 1000000");
  await loops(20_000);
  const prepared = await ask();
  assert(prepared.sponsor !== null);
  const operation = await sign(stack, who, prepared.operation);
  await loops(0);
  const paymaster = stack.addresses.sponsor;
  const { lost, gained } = await steal(stack, { operation, paymaster, baseFee });
  assertLess(gained * 100n, lost * 50n, `${operation.callGasLimit} gas: ${gained} of ${lost}`);
});
