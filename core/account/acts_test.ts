import { assertEquals } from "@std/assert";
import { encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";
import { acctAbi, EXECUTE_USER_OP } from "../chain/abi.ts";
import { contracts, implementations } from "../chain/contracts.ts";
import {
  executeCall,
  grantCallData,
  type Permission,
  revokeAllCall,
  revokeCall,
} from "../permission/permission.ts";
import { readActs } from "./acts.ts";
import { type Call, encodeCalls } from "./calls.ts";
import { upgradeCallData } from "./code.ts";

const shop = getAddress(`0x${"b2".repeat(20)}`);
const call: Call = { to: shop, value: 3n, data: "0xaabbccdd" };
const permission: Permission = {
  account: getAddress(`0x${"c3".repeat(20)}`),
  spender: `0x${"a1".repeat(20)}`,
  start: 0,
  end: 2 ** 32,
  salt: 1n,
  calls: [],
  spends: [],
  watched: [],
};
const kinds = (callData: Hex, nested = false) =>
  readActs(callData, { nested }).map(({ kind }) => kind);

Deno.test("acts: each function of account and permission contract is decoded as its action", () => {
  const redeem = encodeFunctionData({
    abi: parseAbi(["function redeemDelegations(bytes[], bytes32[], bytes[])"]),
    args: [[], [], []],
  });
  const manager = contracts.permissions;
  const disable = encodeFunctionData({ abi: acctAbi, functionName: "disablePermissions" });
  const rows: readonly [Hex, readonly string[]][] = [
    [encodeCalls([call]), ["call"]],
    [encodeCalls([call, call], [{ token: null, most: 6n }]), ["call", "call"]],
    [
      encodeCalls([revokeAllCall(), revokeCall(`0x${"11".repeat(32)}`)]),
      ["revokeAll", "revoke"],
    ],
    [encodeCalls([executeCall(permission, [call]), executeCall(permission, [call], "0x12")]), [
      "use",
      "use",
    ]],
    [encodeCalls([{ to: manager, value: 0n, data: redeem }]), ["redeem"]],
    [grantCallData(permission), ["grant"]],
    [disable, ["revokeAll"]],
    [upgradeCallData(implementations[0]!), ["upgrade"]],
    // An unknown call does not hide the calls next to it.
    [encodeCalls([call, { to: manager, value: 0n, data: "0xdeadbeef" }]), ["call", "unknown"]],
    ["0xdeadbeef", ["unknown"]],
    ["0x", ["unknown"]],
    [`${EXECUTE_USER_OP}12`, ["unknown"]],
  ];
  for (const [callData, expected] of rows) assertEquals(kinds(callData), expected, callData);
});

Deno.test("acts: a grant or an update inside a call of the account itself is not an action", () => {
  assertEquals(kinds(grantCallData(permission), true), ["unknown"]);
  assertEquals(kinds(upgradeCallData(implementations[0]!), true), ["unknown"]);
  assertEquals(kinds(encodeCalls([call]), true), ["call"]);
});

Deno.test("acts: the permission's fields match the call data", () => {
  const [use] = readActs(encodeCalls([executeCall(permission, [call])]));
  assertEquals(use?.kind === "use" && use.calls, [call]);
  assertEquals(
    use?.kind === "use" && use.permission.account,
    permission.account,
  );
});
