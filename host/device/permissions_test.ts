import { assertEquals, assertRejects } from "@std/assert";
import { encodeFunctionResult, type Hex, numberToHex } from "viem";
import { permissionsAbi } from "../../core/chain/abi.ts";
import { AcctError } from "../../core/ground/errors.ts";
import {
  type Permission,
  permissionId,
  toPermissionJson,
} from "../../core/permission/permission.ts";
import { chain, localService } from "../../core/testing/local_wallet.ts";
import { listPermissions } from "./permissions.ts";

const account: Hex = `0x${"11".repeat(20)}`;
const day = 86_400;

function granted(end: number, chainId = chain.id) {
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
  return toPermissionJson(permission, permissionId(permission, chainId), chainId);
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

Deno.test("permissions: permissions that the chain still allows are listed, for any device clock", async () => {
  for (const ahead of [-day, 130, 600, 2 * day, 400 * day]) {
    const now = Math.floor(Date.now() / 1000) - ahead;
    const ends = [now - 10, now, now + 10, now + day];
    const { granted: listed } = await listPermissions(service(() => now, ends), account);
    assertEquals([ahead, ...listed.map(({ end }) => end - now)], [ahead, 0, 10, day]);
  }
});

Deno.test("permissions: if the chain's clock cannot be read, all are shown", async () => {
  const down = () => {
    throw new AcctError("chain_down");
  };
  const { granted: listed } = await listPermissions(service(down, [2 * day]), account);
  assertEquals(listed.map(({ end }) => end), [2 * day]);
});

Deno.test("permissions: a network that is down is named, and does not hide others", async () => {
  const second = { ...chain, id: 2, name: "Two" };
  const nothingLeft = encodeFunctionResult({
    abi: permissionsAbi,
    functionName: "remaining",
    result: [],
  });
  const two = (fails: "index" | "node" | "none") => {
    const down = (chainId: number, of: typeof fails) => {
      if (chainId === second.id && fails === of) throw new AcctError("chain_down");
    };
    return localService({
      configuration: () =>
        Promise.resolve({ version: 1, keysUrl: "https://keys.example", chains: [chain, second] }),
      call: (method, params) => {
        if (method !== "acct_getPermissions") return [];
        // Without a chain, the service answers either for all chains or for none.
        const { chainId = numberToHex(second.id) } = params as { readonly chainId?: Hex };
        down(Number(chainId), "index");
        return [{ ...granted(2 * day, Number(chainId)), revoked: false }];
      },
      chain: (id, method) =>
        Promise.resolve().then(() => {
          down(id, "node");
          return method === "eth_call" ? nothingLeft : { timestamp: numberToHex(day) };
        }),
    });
  };
  for (const fails of ["index", "node"] as const) {
    const { granted: listed, missing } = await listPermissions(two(fails), account);
    assertEquals(listed.map(({ chain }) => chain.name), ["One"], fails);
    assertEquals(missing.map(({ name }) => name), ["Two"], fails);
  }
  const all = await listPermissions(two("none"), account);
  assertEquals([all.granted.length, all.missing.length], [2, 0]);
});

Deno.test("permissions: if the service is unreachable, none are listed, and no network is blamed", async () => {
  const dead = {
    ...service(() => day, []),
    call: () => Promise.reject(new AcctError("service_down")),
  };
  const error = await assertRejects(() => listPermissions(dead, account), AcctError);
  assertEquals(error.data.cause, "service_down");
});
