import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { toFunctionSelector } from "viem";
import type { Hex } from "../../lib/hex.ts";
import { contracts, ENTRY_POINT } from "../../chain/contracts.ts";
import { AcctError } from "../../ground/errors.ts";
import type { Permission } from "../permission.ts";
import { deniedFunctions, deniedSelectors } from "./denied_functions.ts";
import { forAccount, requireSound } from "./soundness.ts";

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

Deno.test("sound: the lists of SDK and contract are equal", async () => {
  const read = (file: string) =>
    Deno.readTextFile(new URL(`../../../contracts/src/${file}`, import.meta.url));
  const listed = [...(await read("DeniedFunctions.sol")).matchAll(/hex"([0-9a-f]{8})"/g)]
    .map(([, selector]) => `0x${selector}`);
  assertEquals(listed, deniedSelectors().toSorted());
  assertEquals(new Set(listed).size, listed.length);
  const source = await read("TokenCalls.sol");
  const selectorsOf = (name: string) => {
    const from = source.indexOf(`function ${name}(`);
    const body = source.slice(from, source.indexOf("\n    }\n", from));
    return [...body.matchAll(/== (0x[0-9a-f]{8})/g)].map(([, selector]) => selector!);
  };
  const own = ["0xe0e0e0e0", ...selectorsOf("isForAccount"), ...selectorsOf("_receivers")];
  assertEquals([...forAccount].sort(), own.sort());
});

Deno.test("sound: the selectors of denied functions match their signatures", () => {
  for (const key of Object.keys(deniedFunctions)) {
    const [selector, signature] = key.split(" ");
    assertEquals([key, toFunctionSelector(signature!)], [key, selector]);
  }
});

Deno.test("sound: orders, streams, modules, operators and delegations are denied by name", () => {
  for (
    const [signature, reason] of [
      ["setPreSignature(bytes,bool)", "signs an order"],
      ["createFlow(address,address,address,int96,bytes)", "starts a stream"],
      ["installModule(uint256,address,bytes)", "installs code"],
      ["setOperator(bytes19,address,uint256)", "lets another address act"],
      ["delegateERC20(address,address,bytes32,uint256)", "delegates rights"],
      ["approveHash(bytes32)", "signs an order"],
      ["transferOwnership(address)", "hands over the control"],
      ["multicall(bytes[])", "makes further calls"],
    ] as const
  ) {
    const calls = [call(shop, toFunctionSelector(signature))];
    const { message } = assertThrows(() => requireSound(permission({ calls })), AcctError);
    assertStringIncludes(message, `No permission can include ${signature}: it ${reason}`);
  }
});

Deno.test("sound: permissions that the contract would reject are found with their field", () => {
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
  for (const selector of deniedSelectors()) {
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
