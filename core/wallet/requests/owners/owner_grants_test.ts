import { assertEquals } from "@std/assert";
import { numberToHex } from "viem";
import {
  type Permission,
  permissionId,
  permissionSalt,
  toPermissionJson,
} from "../../../permission/permission.ts";
import type { PermissionJson } from "../../../wire/permissions.ts";
import { localService } from "../../../testing/local_wallet.ts";
import { grantsOfOwner } from "./owner_grants.ts";

const account = `0x${"11".repeat(20)}` as const;
const spender = `0x${"22".repeat(20)}` as const;
const NOW = 1_800_000_000;
const never = new AbortController().signal;

let random = 0;
function granted(owner: number, change: Partial<Permission> = {}, chainId = 1): PermissionJson {
  const permission: Permission = {
    account,
    spender,
    start: 1,
    end: NOW + 5,
    salt: permissionSalt(3n, owner, numberToHex(++random, { size: 22 })),
    calls: [],
    spends: [{ token: spender, allowance: 5n, unit: 2, multiplier: 1 }],
    watched: [],
    ...change,
  };
  const id = permissionId(permission, chainId);
  return { ...toPermissionJson(permission, id, chainId), revoked: false };
}

function serve(permissions: readonly PermissionJson[] | Error) {
  return localService({
    chain: () => Promise.resolve({ timestamp: numberToHex(NOW) }),
    call(method) {
      if (method !== "acct_getPermissions") return [];
      if (permissions instanceof Error) throw permissions;
      return permissions;
    },
  });
}

Deno.test("owner: active permissions that it granted are listed, including signed and unused ones", async () => {
  const service = serve([
    granted(1),
    { ...granted(1, { end: NOW }), signature: "0x12" },
    granted(0),
    granted(257),
    { ...granted(1), revoked: true },
    granted(1, { end: NOW - 1 }),
    { ...granted(1), spender: account },
    granted(1, { account: spender }),
  ]);
  const listed = await grantsOfOwner(service, account, 1, never);
  assertEquals(listed?.map(({ permission, chain }) => [permission.end, chain]), [
    [NOW + 5, "One"],
    [NOW, "One"],
  ]);
});

Deno.test("owner: a service that does not respond does not block a removal", async () => {
  assertEquals(await grantsOfOwner(serve(new Error("down")), account, 1, never), null);
  assertEquals(await grantsOfOwner(serve([]), account, 1, never), []);
});

Deno.test("owner: a permission is listed with the name of the site or spender that has it", async () => {
  const [known, unknown] = [granted(1), granted(1)];
  const names = (id: string, of: string) =>
    Promise.resolve(id === known.id && of === spender ? "shop.example" : undefined);
  const listed = await grantsOfOwner(serve([known, unknown]), account, 1, never, names);
  assertEquals(listed?.map(({ holder }) => holder), ["shop.example", undefined]);
});
