/**
 * The index of permissions: an operation's own immediately, others' by the follower of the chain.
 */
import { assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex } from "viem";
import { permissionsAbi } from "../../../core/chain/abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
} from "../../../core/permission/permission.ts";
import type { PermissionJson } from "../../../core/wire/permissions.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { createChain } from "../../../service/chain/create_chain.ts";
import { createBlockFollower } from "../../../service/indexer/follow.ts";
import { call, sendCalls, settled, type User, user } from "../support/client.ts";
import { createReorganise } from "../indexer/reorganise.ts";
import { startTestStack } from "../support/start.ts";
import { readToEnd } from "../indexer/transfers.ts";

const permissionOf = (stack: Stack, who: User, salt: bigint): Permission => ({
  account: who.account.address,
  spender: user(2399).account.address,
  start: 0,
  end: Math.floor(Date.now() / 1000) + 3_600,
  salt,
  calls: [],
  spends: [{ token: stack.tokens[0].address, allowance: 5n, unit: 2, multiplier: 1 }],
  watched: [],
});

const grant = async (stack: Stack, who: User, salt: bigint): Promise<Hex> => {
  const permission = permissionOf(stack, who, salt);
  const id = await sendCalls(stack, who, [], {
    callData: grantCallData(permission),
    tokens: [stack.tokens[0].address],
  });
  assertEquals((await settled(stack, id)).status, 200);
  return permissionId(permission, stack.chainId);
};

const revoke = async (stack: Stack, who: User, permission: Hex): Promise<void> => {
  const data = encodeFunctionData({
    abi: permissionsAbi,
    functionName: "revoke",
    args: [permission],
  });
  const id = await sendCalls(stack, who, [{ to: contracts.permissions, value: "0x0", data }]);
  assertEquals((await settled(stack, id)).status, 200);
};

const list = async (stack: Stack, who: User) => {
  const found = await call<PermissionJson[]>(stack, "acct_getPermissions", [{
    account: who.account.address,
  }]);
  return found.map(({ id, revoked }) => [id, revoked]);
};

Deno.test("permissions: once an operation is reported as included, its grants and revocations are listed", async () => {
  await using stack = await startTestStack();
  const who = user(2301);
  await readToEnd(stack);
  // From here on, the chain is not followed.
  await stack.service.context.follower.stop();
  const first = await grant(stack, who, 1n);
  assertEquals(await list(stack, who), [[first, false]]);
  await revoke(stack, who, first);
  assertEquals(await list(stack, who), [[first, true]]);
  // The follower reads the same, once.
  const again = createBlockFollower(stack.service.context, { interval: 20 });
  again.start();
  try {
    await readToEnd(stack);
    assertEquals(await list(stack, who), [[first, true]]);
    assertEquals(await rows(stack), [1, 1]);
  } finally {
    await again.stop();
  }
});

Deno.test("permissions: lists never request events from the nodes", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50 } });
  const who = user(2311);
  const id = await grant(stack, who, 1n);
  await readToEnd(stack);
  const asked: string[] = [];
  const { node, reads } = stack.service.context.chains.get(stack.chainId)!;
  for (const each of new Set([node, reads])) {
    const { request } = each;
    (each as { request: typeof request }).request = (method, params) => {
      const isOfPermissions = JSON.stringify(params).toLowerCase()
        .includes(contracts.permissions.toLowerCase());
      if (method === "eth_getLogs" && isOfPermissions) asked.push(method);
      return request(method, params);
    };
  }
  for (let n = 0; n < 20; n++) assertEquals(await list(stack, who), [[id, false]]);
  assertEquals(asked, []);
});

Deno.test("permissions: a chain without followed transfers still has its permissions", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50 } });
  const { service: { context, store }, chainId } = stack;
  const who = user(2321);
  const first = await grant(stack, who, 1n);
  await readToEnd(stack);
  await context.follower.stop();
  const second = await grant(stack, who, 2n);
  // As if another service had submitted it.
  await store.deleteFrom("permissions").execute();
  await store.deleteFrom("permission_progress").execute();
  const off = createChain({ ...context.chains.get(chainId)!.config, transfers: "off" });
  const follower = createBlockFollower(
    { ...context, chains: new Map([[chainId, off]]) },
    { interval: 20 },
  );
  follower.start();
  try {
    await readToEnd(stack);
    await until("both are there", async () => (await list(stack, who)).length === 2);
    assertEquals(await list(stack, who), [[second, false], [first, false]]);
  } finally {
    await follower.stop();
  }
});

Deno.test("permissions: rolled back ones are not listed, notified, and listed again", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50 } });
  const { service: { context } } = stack;
  const who = user(2331);
  const first = await grant(stack, who, 1n);
  await stack.node.request("anvil_mine", ["0x3"]);
  await readToEnd(stack);
  const reorganise = createReorganise(stack, [who.account.address]);
  const second = await grant(stack, who, 2n);
  await revoke(stack, who, first);
  await readToEnd(stack);
  assertEquals(await list(stack, who), [[second, false], [first, true]]);
  const told = new Set<string>();
  const leave = context.hub.subscribe([who.account.address], (change) => {
    if (change.type === "permissionsChanged" && change.id !== undefined) told.add(change.id);
  });
  await reorganise(2);
  await until("both are told", () => told.has(first) && told.has(second));
  // Both operations are sent again, and land.
  await until("both are there again", async () => {
    const listed = await list(stack, who);
    return JSON.stringify(listed) === JSON.stringify([[second, false], [first, true]]);
  });
  await readToEnd(stack);
  assertEquals(await list(stack, who), [[second, false], [first, true]]);
  assertEquals(await rows(stack), [2, 1]);
  leave();
});

const rows = async ({ service: { store } }: Stack) => [
  (await store.selectFrom("permissions").selectAll().execute()).length,
  (await store.selectFrom("permission_ends").selectAll().execute()).length,
];
