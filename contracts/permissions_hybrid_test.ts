import { assertEquals } from "@std/assert";
import { encodeFunctionData } from "viem";
import { hybridAbi } from "./artifacts/test/hybrid_abi.ts";
import { hybridBytecode } from "./artifacts/test/hybrid_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { daily, fresh, grant, own } from "./testing/grant.ts";
import { permissionData, puppetData, selectors, unit, use } from "./testing/permission.ts";
import { startRouter } from "./testing/router.ts";
import { startStack, transact } from "./testing/stack.ts";
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
