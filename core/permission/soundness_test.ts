import { assertEquals, assertThrows } from "@std/assert";
import type { Hex } from "../lib/hex.ts";
import { contracts, ENTRY_POINT } from "../chain/contracts.ts";
import { AcctError } from "../protocol/errors.ts";
import type { Permission } from "./permission.ts";
import { forAccount, neverGranted, requireSound } from "./soundness.ts";

const account: Hex = `0x${"11".repeat(20)}`;
const token: Hex = `0x${"22".repeat(20)}`;
const shop: Hex = `0x${"33".repeat(20)}`;
const spend = { token, allowance: 5n, unit: 2, multiplier: 1 };

const permission = (change: Partial<Permission>): Permission => ({
  account,
  spender: shop,
  start: 1,
  end: 2,
  salt: 1n,
  calls: [],
  spends: [spend],
  watched: [],
  ...change,
});
const call = (target: Hex, selector: string) => ({ target, selector: selector as Hex, rules: [] });
const refused = (change: Partial<Permission>) => {
  const { data } = assertThrows(() => requireSound(permission(change)), AcctError);
  assertEquals(data.cause, "invalid_params");
  return data.field;
};

Deno.test("sound: the lists are the contract's", async () => {
  const path = new URL("../../contracts/src/TokenCalls.sol", import.meta.url);
  const source = await Deno.readTextFile(path);
  const selectorsOf = (name: string) => {
    const from = source.indexOf(`function ${name}(`);
    const body = source.slice(from, source.indexOf("\n    }\n", from));
    return [...body.matchAll(/== (0x[0-9a-f]{8})/g)].map(([, selector]) => selector!);
  };
  const never = [...selectorsOf("_authorises"), ...selectorsOf("_moves")];
  assertEquals(never.length > 40, true);
  assertEquals([...neverGranted].sort(), never.sort());
  const own = ["0xe0e0e0e0", ...selectorsOf("isForAccount"), ...selectorsOf("_receivers")];
  assertEquals([...forAccount].sort(), own.sort());
});

Deno.test("sound: what the contract would refuse is found with its field", () => {
  for (
    const target of [account, contracts.permissions, ENTRY_POINT, `0x${"00".repeat(20)}`] as const
  ) {
    assertEquals(
      refused({ calls: [call(shop, "0x12345678"), call(target, "0x12345678")] }),
      "params[0].permissions.calls[1].target",
    );
    assertEquals(
      refused({ spends: [spend, { ...spend, token: target }] }),
      "params[0].permissions.spends",
    );
  }
  for (const selector of neverGranted) {
    assertEquals(refused({ calls: [call(shop, selector)] }), "params[0].permissions.calls[0]");
  }
  for (const selector of ["0xa9059cbb", "0x23b872dd", "0x095EA7B3"]) {
    assertEquals(refused({ calls: [call(shop, selector)] }), "params[0].permissions.calls[0]");
    requireSound(permission({ calls: [call(token, selector)] }));
  }
  assertEquals(refused({ calls: [call(token, "0x12345678")] }), "params[0].permissions.calls[0]");
  assertEquals(
    refused({ calls: [call(shop, "0x12345678")], watched: [shop] }),
    "params[0].permissions.calls[0]",
  );
  requireSound(permission({ calls: [call(shop, "0xd0e30db0")], watched: [shop] }));
  requireSound(permission({ calls: [call(shop, "0x12345678")] }));
});
