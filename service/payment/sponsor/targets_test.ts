import { assertEquals, assertThrows } from "@std/assert";
import { type Address, concat, encodeFunctionData, type Hex, parseAbi, zeroAddress } from "viem";
import { EXECUTE_USER_OP } from "../../../core/chain/abi.ts";
import { upgradeCallData } from "../../../core/account/code.ts";
import { contracts, implementations } from "../../../core/chain/contracts.ts";
import { type Call, encodeCalls } from "../../../core/account/calls.ts";
import {
  executeCall,
  grantCallData,
  type Permission,
  revokeAllCall,
} from "../../../core/permission/permission.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { developmentPolicy, type Policy, policySchema } from "../../keys/policy.ts";
import { checkTargets } from "./targets.ts";

const address = (n: number) => `0x${n.toString(16).padStart(40, "0")}` as Address;
const [sender, shop, other] = [address(0xa1), address(0xb2), address(0xc3)];
const buy: Hex = "0xaabbccdd";
const call = (to: Address, data: Hex = buy): Call => ({ to, value: 0n, data });
const named = [{ address: shop, chainId: 1, functions: [buy] }];
const policy = (targets: unknown = named): Policy =>
  policySchema.parse({ ...developmentPolicy, targets });
const permission: Permission = {
  account: other,
  spender: sender,
  start: 0,
  end: 2 ** 32,
  salt: 1n,
  calls: [],
  spends: [],
  watched: [],
};

function pays(callData: Hex, { chainId = 1, limits = policy() } = {}): boolean {
  try {
    checkTargets(limits, { chainId, sender, callData });
    return true;
  } catch (error) {
    if (error instanceof AcctError && error.data.cause === "sponsor_failed") return false;
    throw error;
  }
}

Deno.test("targets: an update to a known version makes no call, others are not sponsored", () => {
  const [first] = implementations;
  const upgrade = (to: Address, data: Hex = "0x"): Hex =>
    encodeFunctionData({
      abi: parseAbi(["function upgradeToAndCall(address, bytes)"]),
      args: [to, data],
    });
  assertEquals(pays(upgradeCallData(first!)), true);
  assertEquals(upgradeCallData(first!), upgrade(first!.address));
  for (
    const callData of [
      upgrade(other),
      upgrade(first!.address, encodeCalls([call(other)])),
      `${upgrade(first!.address)}00` as Hex,
      "0x4f1ef286" as Hex,
      // From inside of a batch the account rejects it, so it is not sponsored either.
      encodeCalls([call(sender, upgrade(first!.address))]),
    ]
  ) assertEquals(pays(callData), false, callData);
});

Deno.test("targets: named targets are sponsored, at every depth", () => {
  const self = call(sender, encodeCalls([call(shop)]));
  const deep = (levels: number): Call =>
    levels === 0 ? call(shop) : call(sender, encodeCalls([deep(levels - 1)]));
  const paid: Hex[] = [
    encodeCalls([call(shop)]),
    encodeCalls([call(shop), call(shop, `${buy}00`), self, revokeAllCall()]),
    encodeCalls([executeCall(permission, [call(shop)])]),
    encodeCalls([deep(4)]),
    grantCallData(permission),
  ];
  for (const callData of paid) assertEquals(pays(callData), true, callData);
});

Deno.test("targets: everything else is not, wherever it hides", () => {
  const use = concat([EXECUTE_USER_OP, executeCall(permission, [call(other)]).data]);
  const deep = (levels: number): Call =>
    levels === 0 ? call(shop) : call(sender, encodeCalls([deep(levels - 1)]));
  const redeem = encodeFunctionData({
    abi: parseAbi(["function redeemDelegations(bytes[], bytes32[], bytes[])"]),
    args: [[], [], []],
  });
  const unpaid: Hex[] = [
    encodeCalls([call(other)]),
    encodeCalls([call(shop, "0x")]),
    encodeCalls([call(shop, "0x00000000")]),
    encodeCalls([call(shop), call(other)]),
    encodeCalls([call(sender, encodeCalls([call(other)]))]),
    encodeCalls([executeCall(permission, [call(other)])]),
    encodeCalls([executeCall(permission, [call(shop), call(other)], "0x1234")]),
    encodeCalls([executeCall(permission, [call(other, encodeCalls([call(sender)]))])]),
    encodeCalls([call(contracts.permissions, "0xdeadbeef")]),
    encodeCalls([call(contracts.permissions, redeem)]),
    encodeCalls([executeCall(permission, [call(contracts.permissions, redeem)])]),
    encodeCalls([executeCall(permission, [call(other, encodeCalls([call(sender)]))])]),
    encodeCalls([deep(5)]),
    use,
    `${EXECUTE_USER_OP}1234`,
    // A grant is the operation's own call data, and in no batch.
    encodeCalls([call(sender, grantCallData(permission))]),
    // A function that the account does not have, or that is unknown.
    "0x",
    "0xdeadbeef",
  ];
  for (const callData of unpaid) assertEquals(pays(callData), false, callData);
  assertEquals(pays(encodeCalls([call(shop)]), { chainId: 2 }), false);
});

Deno.test("targets: without chain or functions they count everywhere and for all", () => {
  const limits = policy([{ address: shop }]);
  assertEquals(pays(encodeCalls([call(shop, "0x")]), { chainId: 7, limits }), true);
  assertEquals(pays("0xdeadbeef", { limits: developmentPolicy }), true);
});

Deno.test("targets: a policy with invalid ones names the field", () => {
  const wrong: [unknown, string][] = [
    [[], "targets"],
    [[{ address: "0x1" }], "targets.0.address"],
    [[{ address: zeroAddress, chainId: 1.5 }], "targets.0.chainId"],
    [[{ address: zeroAddress, functions: [] }], "targets.0.functions"],
    [[{ address: zeroAddress, functions: ["transfer"] }], "targets.0.functions.0"],
    [[{ address: zeroAddress, selector: buy }], "targets.0"],
  ];
  for (const [targets, field] of wrong) {
    const { error } = policySchema.safeParse({ ...developmentPolicy, targets });
    assertEquals(error?.issues[0]?.path.join("."), field);
  }
  assertThrows(() => policySchema.parse({ ...developmentPolicy, anything: 1 }));
  const { operationsPerNetworkPerDay: _, ...older } = developmentPolicy;
  assertEquals(policySchema.parse(older).operationsPerNetworkPerDay, 1_000);
});
