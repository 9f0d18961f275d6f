import { assertEquals } from "@std/assert";
import { encodeFunctionData } from "viem";
import { permissionsAbi } from "../../../core/chain/abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import { NATIVE } from "../../../core/chain/native.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
  readPermission,
} from "../../../core/permission/permission.ts";
import type { PermissionJson } from "../../../core/wire/permissions.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { call, rpc, sendCalls, settled, user } from "../support/client.ts";

Deno.test("permissions: listed from the chain, by account, spender and id", async () => {
  await using stack = await startStack();
  const who = user(800);
  const { address } = who.account;
  const spender = user(801).account.address;
  const [token] = stack.tokens;
  const now = Math.floor(Date.now() / 1000);
  const permission = (salt: bigint): Permission => ({
    account: address,
    spender,
    start: now,
    end: now + 3_600,
    salt,
    calls: [{ target: token.address, selector: "0xa9059cbb", rules: [] }],
    spends: [{ token: token.address, allowance: 5n, unit: 2, multiplier: 1 }],
    watched: [],
  });
  const list = (params: Record<string, unknown>) =>
    call<PermissionJson[]>(stack, "acct_getPermissions", [params]);
  const grant = async (salt: bigint) => {
    const callData = grantCallData(permission(salt));
    const id = await sendCalls(stack, who, [], { callData, tokens: [token.address, NATIVE] });
    assertEquals((await settled(stack, id)).status, 200);
    return permissionId(permission(salt), stack.chainId);
  };
  assertEquals(await list({ account: address }), []);
  const first = await grant(1n);
  const second = await grant(2n);
  const found = await list({ account: address });
  assertEquals(found.map(({ id, revoked }) => [id, revoked]), [[second, false], [first, false]]);
  // The client computes the id again and accepts the permission only if it matches.
  assertEquals(
    readPermission(found[1]!, { id: first, account: address, chainId: stack.chainId }),
    permission(1n),
  );
  assertEquals((await list({ spender })).length, 2);
  assertEquals((await list({ spender, id: first, chainId: "0x7a69" })).length, 1);
  assertEquals(await list({ spender: address }), []);

  const end = async (functionName: "revoke" | "revokeAll") => {
    const data = functionName === "revoke"
      ? encodeFunctionData({ abi: permissionsAbi, functionName, args: [first] })
      : encodeFunctionData({ abi: permissionsAbi, functionName });
    const calls = [{ to: contracts.permissions, value: "0x0", data }] as const;
    assertEquals((await settled(stack, await sendCalls(stack, who, calls))).status, 200);
  };
  const revoked = async () =>
    (await list({ account: address })).map(({ id, revoked }) => [id, revoked]);
  await end("revoke");
  assertEquals(await revoked(), [[second, false], [first, true]]);
  await end("revokeAll");
  assertEquals(await revoked(), [[second, true], [first, true]]);

  const { error } = await rpc(stack, "acct_getPermissions", [{ chainId: "0x7a69" }]);
  assertEquals(error?.data?.cause, "invalid_params");
});
