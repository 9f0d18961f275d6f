import { assertEquals } from "@std/assert";
import { encodeFunctionData } from "viem";
import { hybridAbi } from "./artifacts/test/hybrid_abi.ts";
import { hybridBytecode } from "./artifacts/test/hybrid_bytecode.ts";
import { depositsBytecode } from "./artifacts/test/deposits_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { daily, fresh, grant, own } from "./testing/grant.ts";
import { permissionData, puppetData, selectors, unit, use } from "./testing/permission.ts";
import { startRouter } from "./testing/router.ts";
import { encodeCalls, sendCalls, startStack, transact } from "./testing/stack.ts";
import { tokenData } from "./testing/token.ts";

Deno.test("a token whose units are items (ERC-404) leaves no approval behind", async () => {
  await using stack = await startStack();
  const { client } = stack;
  const { puppet } = await startRouter(stack);
  const { account, owner } = await fresh(stack, 440);
  const hybrid = await deployOnce(client, hybridBytecode.initCode);
  for (const to of [account, account]) {
    const data = encodeFunctionData({ abi: hybridAbi, functionName: "mint", args: [to] });
    await transact(stack, { to: hybrid, data });
  }
  const held = () =>
    client.readContract({
      address: hybrid,
      abi: hybridAbi,
      functionName: "balanceOf",
      args: [account],
    });
  const permission = await daily(stack, account, {
    calls: [{ target: hybrid, selector: selectors.approve, rules: [] }],
    spends: [{ token: hybrid, allowance: 100n, unit: unit.day, multiplier: 1 }],
  });
  assertEquals(await grant(stack, owner, permission), null);
  const before = await held();
  const approve = { target: hybrid, data: tokenData.approve(puppet, 2n) };
  assertEquals(await use(stack, permission, [approve]), "ApprovalLeft");
  await own(stack, owner, account, permissionData.revokeAll());
  const pull = puppetData("run", [{
    target: hybrid,
    data: tokenData.transferFrom(account, puppet, 2n),
  }]);
  await transact(stack, { to: puppet, data: pull }).catch(() => {});
  assertEquals(await held(), before);
});

Deno.test("a token that treats any call as a deposit (WETH) is approved and used", async () => {
  await using stack = await startStack();
  const { client } = stack;
  const { puppet, run } = await startRouter(stack);
  const { account, owner } = await fresh(stack, 448);
  const weth = await deployOnce(client, depositsBytecode.initCode);
  const deposit = encodeCalls([{ target: weth, value: 1_000n, data: "0x" }]);
  await client.setBalance({ address: account, value: 10n ** 20n });
  assertEquals((await sendCalls(stack, account, owner, deposit)).success, true);
  const permission = await daily(stack, account, {
    calls: [
      { target: weth, selector: selectors.approve, rules: [] },
      { target: puppet, selector: run, rules: [] },
    ],
    spends: [{ token: weth, allowance: 100n, unit: unit.day, multiplier: 1 }],
  });
  assertEquals(await grant(stack, owner, permission), null);
  const spend = (amount: bigint) => [
    { target: weth, data: tokenData.approve(puppet, amount) },
    {
      target: puppet,
      data: puppetData("run", [{
        target: weth,
        data: tokenData.transferFrom(account, puppet, amount),
      }]),
    },
  ];
  assertEquals(await use(stack, permission, spend(60n)), null);
  assertEquals(await use(stack, permission, spend(40n)), null);
  assertEquals(await use(stack, permission, spend(1n)), "AllowanceExceeded");
});
