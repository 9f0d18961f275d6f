import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, type Hex } from "viem";
import { entryPoint, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { errorName } from "./testing/asserts.ts";
import { daily, fresh, grant, own, spender, transfer } from "./testing/grant.ts";
import {
  now,
  type Permission,
  permissionData,
  permissionId,
  saltOf,
  sendAs,
  signPermission,
  use,
} from "./testing/permission.ts";
import { sendCalls, startStack } from "./testing/stack.ts";

Deno.test("permissions end", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;

  await t.step(
    "a permission ends: by revocation, before its grant too, and by its time",
    async () => {
      const { account, owner } = await fresh(stack, 4);
      const permission = await daily(stack, account);
      const one = [transfer(token, 1n)];
      assertEquals(await grant(stack, owner, permission), null);
      assertEquals(await use(stack, permission, one), null);
      // Another account's revocation does not count.
      assertEquals(
        await sendAs(stack, spender, permissionData.revoke(permissionId(permission))),
        null,
      );
      assertEquals(await use(stack, permission, one), null);
      await own(stack, owner, account, permissionData.revoke(permissionId(permission)));
      assertEquals(await use(stack, permission, one), "IsRevoked");
      assertEquals(await grant(stack, owner, permission), "IsRevoked");
      const again = await signPermission(permission, owner);
      const bring = permissionData.approveWithSignature(permission, again);
      assertEquals(await sendAs(stack, spender, bring), "IsRevoked");

      const unused = { ...permission, salt: saltOf(2) };
      const signature = await signPermission(unused, owner);
      await own(stack, owner, account, permissionData.revoke(permissionId(unused)));
      const first = permissionData.executeWithSignature(unused, signature, one);
      assertEquals(await sendAs(stack, spender, first), "IsRevoked");

      const time = await now(stack);
      const short = { ...permission, salt: saltOf(3), start: time + 1000, end: time + 2000 };
      assertEquals(await grant(stack, owner, short), null);
      assertEquals(await use(stack, short, one), "NotYetValid");
      await client.setNextBlockTimestamp({ timestamp: BigInt(time + 2000) });
      await client.mine({ blocks: 1 });
      // Its last second counts. Sending mines a block, so the check is a call at that second.
      await client.impersonateAccount({ address: spender });
      await client.call({
        account: spender,
        to: permissions,
        data: permissionData.execute(short, one),
        blockOverrides: { time: BigInt(time + 2000) },
      });
      await client.setNextBlockTimestamp({ timestamp: BigInt(time + 2001) });
      await client.mine({ blocks: 1 });
      assertEquals(await use(stack, short, one), "Expired");
      assertEquals(await grant(stack, owner, { ...short, salt: saltOf(4) }), "InvalidPermission");
    },
  );

  await t.step("revokeAll ends all at once, signed ones included", async () => {
    const { account, owner } = await fresh(stack, 5);
    const permission = await daily(stack, account);
    const one = [transfer(token, 1n)];
    assertEquals(await grant(stack, owner, permission), null);
    const unused = { ...permission, salt: saltOf(2) };
    const signature = await signPermission(unused, owner);
    await own(stack, owner, account, permissionData.revokeAll());
    assertEquals(await use(stack, permission, one), "WrongEpoch");
    const bring = permissionData.approveWithSignature(unused, signature);
    assertEquals(await sendAs(stack, spender, bring), "WrongEpoch");
    const active = (candidate: Permission) =>
      client.readContract({
        address: permissions,
        abi: permissionsAbi,
        functionName: "isActive",
        args: [candidate],
      });
    assertEquals(await active(permission), false);
    assertEquals(await grant(stack, owner, { ...permission, salt: saltOf(3, 2n) }), "WrongEpoch");
    const next = { ...permission, salt: saltOf(3, 1n) };
    assertEquals(await grant(stack, owner, next), null);
    assertEquals(await active(next), true);
    assertEquals(await use(stack, next, one), null);
  });

  await t.step(
    "an account leaves a permission contract, and one that never came in has no say",
    async () => {
      const { account, owner } = await fresh(stack, 9);
      const permission = await daily(stack, account);
      assertEquals(await grant(stack, owner, permission), null);
      const off = encodeFunctionData({
        abi: acctAbi,
        functionName: "enablePermissions",
        args: ["0x0000000000000000000000000000000000000000", "0x"],
      });
      assertEquals((await sendCalls(stack, account, owner, off)).success, true);
      assertEquals(await use(stack, permission, [transfer(token, 1n)]), "Unauthorized");

      const bad: [Address, Hex][] = [
        [account, "0x"],
        [entryPoint, "0x"],
        [spender, "0x"],
        ["0x0000000000000000000000000000000000000000", "0x12345678"],
      ];
      for (const [manager, data] of bad) {
        const callData = encodeFunctionData({
          abi: acctAbi,
          functionName: "enablePermissions",
          args: [manager, data],
        });
        const { revertData } = await sendCalls(stack, account, owner, callData);
        assertEquals(errorName(revertData), "InvalidManager");
      }
    },
  );
});
