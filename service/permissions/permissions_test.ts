import { assertEquals } from "@std/assert";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";
import { listPermissions } from "./permissions.ts";

Deno.test("permissions: the index begins where the contract does, and goes on where it was", async () => {
  await using store = await openTestStore();
  const ranges: [number, number][] = [];
  let head = 20_005_000;
  const chain = {
    id: 1,
    config: { permissionsFrom: 20_000_000 },
    node: {
      request(method: string, params: readonly [{ fromBlock: string; toBlock: string }]) {
        if (method === "eth_blockNumber") return Promise.resolve(head);
        ranges.push([Number(params[0].fromBlock), Number(params[0].toBlock)]);
        return Promise.resolve([]);
      },
    },
  } as unknown as Chain;
  const context = { store, chains: new Map([[1, chain]]) } as unknown as Context;
  const account = `0x${"11".repeat(20)}` as const;
  assertEquals(await listPermissions(context, { account }), []);
  assertEquals(ranges.splice(0), [
    [20_000_000, 20_001_999],
    [20_002_000, 20_003_999],
    [20_004_000, 20_005_000],
  ]);
  head += 10;
  await listPermissions(context, { account });
  assertEquals(ranges, [[20_005_000 - 64, 20_005_010]]);
});
