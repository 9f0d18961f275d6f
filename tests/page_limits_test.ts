/** Requests that are rejected before the user is prompted, independent of the service's answers. */
import { assertEquals, assertRejects } from "@std/assert";
import { numberToHex } from "viem";
import { contracts, ENTRY_POINT } from "../core/chain/contracts.ts";
import { AcctError } from "../core/ground/errors.ts";
import type { Hex } from "../core/lib/hex.ts";
import { type Permission, permissionId } from "../core/permission/permission.ts";
import type { PermissionJson } from "../core/wire/permissions.ts";
import {
  connectedAccount,
  fakeUser,
  localService,
  localWallet,
} from "../core/testing/local_wallet.ts";
import { type DappMethod, readParams } from "../core/wallet/host/params.ts";
import type { ParamsOf } from "../core/dialog/requests.ts";

const somebody: Hex = `0x${"22".repeat(20)}`;
const PAGE = "https://shop.example";
const NOW = 1_800_000_000;

/** A wallet with an account, and the result of a request: the error's cause and field. */
async function scene() {
  let permissions: PermissionJson[] = [];
  let asked = 0;
  const service = localService({
    chain: (_id, method) =>
      Promise.resolve(method === "eth_call" ? "0x0" : { timestamp: numberToHex(NOW) }),
    call: (method) => method === "acct_getPermissions" ? permissions : true,
  });
  const ui = fakeUser(() => {
    asked++;
    return Promise.reject(new Error("the user was prompted"));
  });
  const wallet = localWallet(ui, { service, now: () => NOW * 1000 });
  const { signal } = new AbortController();
  const account = await connectedAccount(wallet);
  return {
    account,
    has: (list: PermissionJson[]) => permissions = list,
    refused: async <M extends DappMethod>(method: M, params: ParamsOf[M]) => {
      // Like a window's request: read by the wallet host first.
      const error = await assertRejects(
        async () => await wallet.ask(method, await readParams(method, params, PAGE), { signal }),
        AcctError,
      );
      assertEquals(asked, 0, "no dialog was shown");
      return [error.data.cause, error.data.field];
    },
  };
}

Deno.test("limits: a page cannot call the account, the EntryPoint or the wallet's contracts", async () => {
  const { account, refused } = await scene();
  const { factory, implementation, permissions } = contracts;
  for (const to of [account, ENTRY_POINT, factory, implementation, permissions]) {
    for (const spelling of [to, to.toLowerCase() as Hex]) {
      const calls = [{ to: spelling, value: "0x0", data: "0x12345678" }] as const;
      assertEquals(
        await refused("wallet_sendCalls", { account, chainId: 1, calls }),
        ["invalid_params", "params[0].calls[0].to"],
      );
    }
  }
});

Deno.test("limits: a page cannot have typed data of the wallet's contracts signed", async () => {
  const { account, refused } = await scene();
  for (const contract of [account, ENTRY_POINT, contracts.factory, contracts.permissions]) {
    for (const verifyingContract of [contract, contract.toLowerCase()]) {
      const typedData = {
        types: { Words: [{ name: "text", type: "string" }] },
        primaryType: "Words",
        domain: { verifyingContract },
        message: { text: "hello" },
      };
      assertEquals(
        await refused("eth_signTypedData_v4", { account, chainId: 1, typedData }),
        ["invalid_params", "params[1].domain.verifyingContract"],
      );
    }
  }
});

Deno.test("limits: no grant to the wallet itself, and none that expires before it starts", async () => {
  const { account, refused } = await scene();
  const spends = [{ token: somebody, allowance: "0x1", unit: 2, multiplier: 1 }] as const;
  const ask = (spender: Hex, expiry: number) =>
    refused("wallet_grantPermissions", { account, chainId: 1, spender, expiry, calls: [], spends });
  const { factory, implementation, permissions } = contracts;
  const nobody: Hex = `0x${"00".repeat(20)}`;
  for (const spender of [account, factory, implementation, permissions, nobody]) {
    assertEquals(await ask(spender, NOW + 60), ["invalid_params", "params[0].spender"]);
  }
  for (const expiry of [NOW, NOW - 1, 1, NOW * 1000, 4e13]) {
    assertEquals(await ask(somebody, expiry), ["invalid_params", "params[0].expiry"]);
  }
});

Deno.test("limits: a permission is used by its spender only, and as it was granted", async () => {
  const { account, has, refused } = await scene();
  const granted: Permission = {
    account: `0x${"33".repeat(20)}`,
    spender: account,
    start: NOW,
    end: NOW + 60,
    salt: 1n,
    calls: [],
    spends: [{ token: somebody, allowance: 5n, unit: 2, multiplier: 1 }],
    watched: [],
  };
  const json = (permission: Permission, lie: Partial<PermissionJson> = {}): PermissionJson => ({
    ...permission,
    id: permissionId(permission, 1),
    chainId: "0x1",
    salt: numberToHex(permission.salt),
    spends: permission.spends.map((each) => ({ ...each, allowance: numberToHex(each.allowance) })),
    revoked: false,
    ...lie,
  });
  const use = (wanted = granted) =>
    refused("wallet_sendCalls", {
      account,
      chainId: 1,
      calls: [{ to: somebody, value: "0x0", data: "0x" }],
      permission: permissionId(wanted, 1),
    });
  has([]);
  assertEquals(await use(), ["invalid_params", "params[0].capabilities.permissions.id"]);
  const others = { ...granted, spender: somebody };
  has([json(others)]);
  assertEquals(await use(others), ["invalid_params", "params[0].capabilities.permissions.id"]);
  // A valid permission, but not the requested one: another account would be charged.
  assertEquals(await use(), ["service_mismatch", "permission.id"]);
  has([json({ ...granted, account: somebody })]);
  assertEquals(await use(), ["service_mismatch", "permission.id"]);
  has([json(granted, { account: somebody })]);
  assertEquals(await use(), ["service_mismatch", "permission.id"]);
});
