/** Lists of permissions in a process that reads no blocks, while the reading one is killed. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { type Hex, numberToHex } from "viem";
import { permissionsAbi } from "../../../core/chain/abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
} from "../../../core/permission/permission.ts";
import type { PermissionJson } from "../../../core/wire/permissions.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { rpc, sendCalls, settled, user } from "../support/client.ts";
import { testServer } from "../support/postgres.ts";
import { spawnService } from "../support/spawn.ts";
import { callAs, outsider } from "../indexer/transfers.ts";

Deno.test("permissions: a list is rejected while no process reads the blocks, and is complete once one does", async () => {
  await using server = await testServer("permissions of two processes");
  if (server === null) return;
  await using stack = await startStack({ database: server.url });
  const { service: { context, store }, tokens: [usd], chainId, apiKey } = stack;
  await context.follower.stop();
  const who = user(2341);
  const permission: Permission = {
    account: who.account.address,
    spender: user(2399).account.address,
    start: 0,
    end: Math.floor(Date.now() / 1000) + 86_400,
    salt: 1n,
    calls: [],
    spends: [{ token: usd.address, allowance: 5n, unit: 2, multiplier: 1 }],
    watched: [],
  };
  const id = await sendCalls(stack, who, [], {
    callData: grantCallData(permission),
    tokens: [usd.address],
  });
  assertEquals((await settled(stack, id)).status, 200);
  const folder = await Deno.makeTempDir();
  const config = join(folder, "service.json");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: new URL(stack.serverUrl).host,
      port: 0,
      database: server.url,
      chains: [{
        id: chainId,
        name: "Local",
        testnet: true,
        rpcUrl: stack.rpcUrl,
        bundlerUrl: "http://127.0.0.1:1",
        tokens: [usd.address],
      }],
    }),
  );
  const start = (role: "api" | "indexer") => spawnService(config, { args: ["--role", role] });
  const api = await start("api");
  const indexers = [await start("indexer")];
  const list = async () => {
    const reach = { serverUrl: api.url, apiKey, chainId };
    const { result, error } = await rpc<PermissionJson[]>(reach, "acct_getPermissions", [{
      account: who.account.address,
    }]);
    return error?.data?.cause ?? result?.map((each) => [each.id, each.revoked]);
  };
  const whole = [[permissionId(permission, chainId), false]];
  const isListed = async () => JSON.stringify(await list()) === JSON.stringify(whole);
  const endOf = async (number: number): Promise<void> => {
    const ended = numberToHex(number, { size: 32 });
    await callAs(stack, contracts.permissions, {
      abi: permissionsAbi,
      functionName: "revoke",
      args: [ended as Hex],
    });
    await until("another's revocation is read", async () => {
      const rows = await store.selectFrom("permission_ends").select("account")
        .where("permission_id", "=", ended).execute();
      return rows.length === 1 && rows[0]!.account === outsider.toLowerCase();
    });
  };
  try {
    await until("it is listed", isListed);
    await endOf(1);
    await indexers[0]!.end("SIGKILL");
    await stack.node.request("anvil_mine", [numberToHex(400)]);
    await until("it is refused", async () => await list() === "chain_down");
    indexers.push(await start("indexer"));
    await until("it is listed again", isListed);
    await endOf(2);
    assertEquals(await list(), whole);
  } finally {
    await Promise.allSettled([api, ...indexers].map((process) => process.end("SIGKILL")));
    await Deno.remove(folder, { recursive: true });
  }
});
