import { assertEquals } from "@std/assert";
import { encodeFunctionResult, type Hex, numberToHex } from "viem";
import { permissionsAbi } from "../core/chain/abi.ts";
import { AcctError } from "../core/protocol/errors.ts";
import { type Permission, permissionId, toPermissionJson } from "../core/permission/permission.ts";
import { chain, localService } from "../core/testing/local_wallet.ts";
import { listPermissions } from "./permissions.ts";

const account: Hex = `0x${"11".repeat(20)}`;
const day = 86_400;

function granted(end: number) {
  const permission: Permission = {
    account,
    spender: `0x${"22".repeat(20)}`,
    start: end - day,
    end,
    salt: 1n,
    calls: [],
    spends: [],
    watched: [],
  };
  return toPermissionJson(permission, permissionId(permission, chain.id), chain.id);
}

function service(chainNow: () => number, ends: readonly number[]) {
  const nothingLeft = encodeFunctionResult({
    abi: permissionsAbi,
    functionName: "remaining",
    result: [],
  });
  return localService({
    call: (method) =>
      method === "acct_getPermissions"
        ? ends.map((end) => ({ ...granted(end), revoked: false }))
        : [],
    chain: (_id, method) =>
      Promise.resolve().then(() =>
        method === "eth_call" ? nothingLeft : { timestamp: numberToHex(chainNow()) }
      ),
  });
}

Deno.test("permissions: what the chain still allows is listed, whatever this device's clock says", async () => {
  for (const ahead of [-day, 130, 600, 2 * day, 400 * day]) {
    const now = Math.floor(Date.now() / 1000) - ahead;
    const ends = [now - 10, now, now + 10, now + day];
    const listed = await listPermissions(service(() => now, ends), account);
    assertEquals([ahead, ...listed.map(({ end }) => end - now)], [ahead, 0, 10, day]);
  }
});

Deno.test("permissions: where the chain's clock cannot be read, nothing is hidden", async () => {
  const down = () => {
    throw new AcctError("chain_down");
  };
  const listed = await listPermissions(service(down, [2 * day]), account);
  assertEquals(listed.map(({ end }) => end), [2 * day]);
});
