/** Functions that no permission can include, for any contract. */
import { assertEquals } from "@std/assert";
import { type Address, type Hex, toFunctionSelector } from "viem";
import { deniedFunctions } from "../core/permission/sound/denied_functions.ts";
import { deployChameleon } from "./testing/chameleon.ts";
import { daily, fresh, grant, receiver } from "./testing/grant.ts";
import { type Permission, unit } from "./testing/permission.ts";
import { startStack } from "./testing/stack.ts";

/**
 * Functions of each kind with effects that outlive a permission, or that move assets without a
 * limit.
 */
const standing = [
  "setApprovalForAll(address,bool)",
  "increaseAllowance(address,uint256)",
  "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
  "approveDelegation(address,uint256)",
  "setOperator(address,bool)",
  "setOperator(bytes19,address,uint256)",
  "setAccountOperator(address,address,bool)",
  "setPreSignature(bytes,bool)",
  "preSign(bytes32)",
  "approveHash(bytes32)",
  "createFlow(address,address,address,int96,bytes)",
  "updateFlowOperatorPermissions(address,address,uint8,int96)",
  "createStream(address,uint216)",
  "enableModule(address)",
  "installModule(uint256,address,bytes)",
  "delegateERC20(address,address,bytes32,uint256)",
  "delegate(address)",
  "transferOwnership(address)",
  "upgradeToAndCall(address,bytes)",
  "multicall(bytes[])",
  "callAgreement(address,bytes,bytes)",
  "safeTransferFrom(address,address,uint256)",
  "transferAndCall(address,uint256,bytes)",
];

/** A function that no list names. */
const unlisted = toFunctionSelector("somethingNew(address,uint256)");

Deno.test("permissions: functions that create lasting access are granted on no contract", async () => {
  await using stack = await startStack();
  const calls = (target: Address, ...selectors: Hex[]) =>
    selectors.map((selector) => ({ target, selector, rules: [] }));
  const spends = (token: Address) => [{ token, allowance: 100n, unit: unit.day, multiplier: 1 }];
  const { account, owner } = await fresh(stack, 400);
  const plain = await deployChameleon(stack, 1);
  await plain.set("reverts");
  const hidden = await deployChameleon(stack, 2);
  const base = await daily(stack, account);
  for (const signature of standing) {
    const selector = toFunctionSelector(signature);
    const places: Partial<Permission>[] = [
      { calls: calls(plain.address, selector) },
      { calls: calls(hidden.address, selector), spends: spends(hidden.address) },
      { calls: calls(hidden.address, selector), watched: [hidden.address] },
      { calls: calls(receiver, selector) },
      // The last of several.
      { calls: calls(receiver, unlisted, "0x12345678", selector) },
    ];
    for (const place of places) {
      const refusal = await grant(stack, owner, { ...base, ...place });
      assertEquals(refusal, "ForbiddenCall", signature);
    }
  }
  for (const [key] of Object.entries(deniedFunctions)) {
    const place = { calls: calls(receiver, key.slice(0, 10) as Hex) };
    assertEquals(await grant(stack, owner, { ...base, ...place }), "ForbiddenCall", key);
  }
  assertEquals(await hidden.authorised(account), false);
  assertEquals(await plain.authorised(account), false);
  assertEquals(await grant(stack, owner, { ...base, calls: calls(receiver, unlisted) }), null);
});
