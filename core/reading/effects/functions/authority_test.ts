/** Functions that grant control to others and do not have a standard token name. */
import { assertEquals } from "@std/assert";
import { type Address, getAddress, maxUint256, pad } from "viem";
import { deniedFunction, deniedFunctions } from "../../../permission/sound/denied_functions.ts";
import { encode } from "../../../testing/clear_calls.ts";
import { readCalls } from "../../ledger.ts";
import { control } from "./control.ts";
import { knownFunction } from "../mod.ts";
import { authority } from "./authority.ts";
import { naming } from "./names.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);
const contract = getAddress(`0x${"11".repeat(20)}`);
const zero = pad("0x");

/** Returns the kind, amount and spender of a call's allowances. */
function read(signature: string, args: readonly unknown[]) {
  const data = encode(signature, args);
  const { gives, allows } = readCalls([{ to: contract, value: 0n, data }], account);
  assertEquals(gives, [], signature);
  return allows.map(({ kind, amount, spender }) => [kind, amount, spender]);
}

Deno.test("authority: the dialogs support every function that no permission can include", () => {
  const unknown = Object.entries(deniedFunctions).filter(([key, group]) =>
    group !== "call" && knownFunction(key) === undefined
  );
  assertEquals(unknown, [["0x5c19a95c delegate(address)", "vote"]]);
});

Deno.test("authority: no permission can include a function that transfers control", () => {
  const grantable = Object.keys({ ...control, ...authority, ...naming }).filter((key) =>
    deniedFunction(key.slice(0, 10)) === undefined
  );
  assertEquals(grantable, []);
});

const signed = [27, zero, zero] as const;
const bySig = "allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)";
const withSig =
  "setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))";
const cut = "diamondCut((address,uint8,bytes4[])[],address,bytes)";

Deno.test("authority: the address that gains control is named, for any function name", () => {
  for (
    const [signature, args] of [
      ["addOperator(address)", [thief]],
      ["setOperator(address,address,bool)", [account, thief, true]],
      ["setOperators((address,bool)[])", [[[account, true], [thief, true]]]],
      ["setMinterApproval(address,bool)", [thief, true]],
      ["urnAllow(address,uint256)", [thief, 1n]],
      ["approve(address,bool)", [thief, true]],
      [bySig, [account, thief, true, 0n, 9n, ...signed]],
      [withSig, [[account, thief, true, 0n, 9n], signed]],
      ["changeMasterCopy(address)", [thief]],
      ["setImplementation(address)", [thief]],
      ["_setImplementation(address)", [thief]],
      ["_setPendingAdmin(address)", [thief]],
    ] as const
  ) assertEquals([signature, read(signature, args)], [signature, [["control", null, thief]]]);
  for (
    const [signature, args] of [
      [cut, [[[thief, 0, ["0x12345678"]]], thief, "0x"]],
      ["changeThreshold(uint256)", [1n]],
    ] as const
  ) assertEquals([signature, read(signature, args)], [signature, [["control", null, null]]]);
  for (
    const [signature, args, amount] of [
      ["approveMax(address)", [thief], null],
      ["approve(address,uint256,bytes)", [thief, maxUint256, "0x"], maxUint256],
    ] as const
  ) assertEquals([signature, read(signature, args)], [signature, [["token", amount, thief]]]);
});

Deno.test("authority: revoking control, keeping it, and control of others is no danger", () => {
  const others = (owner: Address) =>
    [
      [bySig, [owner, thief, owner !== account, 0n, 9n, ...signed]],
      [withSig, [[owner, thief, owner !== account, 0n, 9n], signed]],
    ] as const;
  for (
    const [signature, args] of [
      ["addOperator(address)", [account]],
      ["setOperator(address,address,bool)", [account, thief, false]],
      ["setOperators((address,bool)[])", [[[thief, false], [account, true]]]],
      ["setMinterApproval(address,bool)", [thief, false]],
      ["urnAllow(address,uint256)", [thief, 0n]],
      ["approve(address,bool)", [thief, false]],
      ["approve(address,uint256,bytes)", [thief, 0n, "0x"]],
      ...others(account),
      ...others(contract),
    ] as const
  ) assertEquals([signature, read(signature, args)], [signature, []]);
});
