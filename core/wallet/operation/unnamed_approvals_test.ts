import { assertEquals } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  getAddress,
  numberToHex,
} from "viem";
import { tokenAbi } from "../../chain/abi.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { TokenJson } from "../../wire/values.ts";
import { decodeCalls } from "../../reading/decode.ts";
import { reductionsOf } from "../../reading/reductions.ts";
import { readCalls } from "../../reading/ledger.ts";
import { unnamedApprovals } from "./unnamed_approvals.ts";

const account: Address = `0x${"aa".repeat(20)}`;
const token: Address = `0x${"70".repeat(20)}`;
const other: Address = `0x${"71".repeat(20)}`;
const thief = getAddress(`0x${"e1".repeat(20)}`);

type Approval = NonNullable<PrepareResult["approvals"]>[number];
const approval = (
  kind: Approval["kind"],
  amount: bigint,
  spender = thief,
  address = token,
): Approval => ({
  kind,
  token: { address, name: "T", symbol: "T", decimals: 0 },
  spender,
  amount: numberToHex(amount),
});
const call = (to: Address, data: `0x${string}`) => ({ to, value: 0n, data });
const approve = (spender: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] });
/** Spenders that calls cause warnings about if these approvals exist afterwards. */
const warned = (calls: ReturnType<typeof call>[], ...approvals: Approval[]) =>
  unnamedApprovals(approvals, readCalls(calls, account).allows).map(({ detail }) => detail);

Deno.test("approvals: approvals that the decoded calls grant cause no warning", () => {
  assertEquals(warned([call(token, approve(thief, 5n))], approval("allowance", 5n)), []);
  assertEquals(warned([call(token, approve(thief, 7n))], approval("item", 7n)), []);
  const all = encodeFunctionData({
    abi: erc721Abi,
    functionName: "setApprovalForAll",
    args: [thief, true],
  });
  assertEquals(warned([call(token, all)], approval("operator", 1n)), []);
});

Deno.test("approvals: revoked approvals, or approvals of no spender, cause no warning", () => {
  assertEquals(warned([call(token, approve(thief, 0n))], approval("allowance", 0n)), []);
  const zero: Address = `0x${"00".repeat(20)}`;
  assertEquals(warned([], approval("item", 0n, zero), approval("operator", 0n)), []);
});

Deno.test("approvals: approve(spender, 0) of a collection approves its first item", () => {
  assertEquals(warned([call(token, approve(thief, 0n))], approval("item", 0n)), [thief]);
});

Deno.test("approvals: a call that only mentions the spender does not name it", () => {
  const word = thief.slice(2).padStart(64, "0");
  // A function that no decoder supports, of the token itself and of another contract.
  const unknown = `0x12345678${word}` as const;
  for (const to of [token, other]) {
    for (const kind of ["allowance", "operator", "permit2"] as const) {
      assertEquals(warned([call(to, unknown)], approval(kind, 5n)), [thief], kind);
    }
  }
  // Its transfer has the thief as recipient, and the allowance of one token does not cover another
  // token.
  const paid = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [thief, 1n] });
  assertEquals(warned([call(token, paid)], approval("allowance", 5n)), [thief]);
  assertEquals(
    warned([call(other, approve(thief, 5n))], approval("allowance", 5n), approval("item", 3n)),
    [thief],
  );
});

Deno.test("approvals: one named item does not name the whole collection", () => {
  const call7 = call(token, approve(thief, 7n));
  assertEquals(warned([call7], approval("item", 7n), approval("operator", 1n)), [thief]);
  assertEquals(warned([call7], approval("item", 8n)), [thief]);
});

Deno.test("approvals: a decoded amount does not cover a larger approval", () => {
  const hidden = call(token, `0x12345678${thief.slice(2).padStart(64, "0")}`);
  const calls = [call(token, approve(thief, 1n)), hidden];
  assertEquals(warned(calls, approval("allowance", 2n ** 256n - 1n)), [thief]);
  assertEquals(warned(calls, approval("permit2", 2n ** 160n - 1n)), [thief]);
  assertEquals(warned(calls, approval("allowance", 1n)), []);
});

Deno.test("approvals: the rest of a lowered allowance of a listed token causes no warning", () => {
  const lower = encodeFunctionData({
    abi: tokenAbi,
    functionName: "decreaseAllowance",
    args: [thief, 3n],
  });
  const json = { address: token, name: "T", symbol: "T", decimals: 0 };
  const after = (
    amount: bigint,
    { listed = true, before = 10n, kind = "allowance", spender = thief }: {
      listed?: boolean;
      before?: bigint | null;
      kind?: Approval["kind"];
      spender?: Address;
    } = {},
  ) => {
    const known: TokenJson = { ...json, ...(listed && { listed }) };
    const reductions = reductionsOf(
      decodeCalls([call(token, lower)], { symbol: "ETH", decimals: 18 }, [known]),
    );
    const left: Approval = {
      ...approval(kind, amount, spender),
      token: known,
      ...(before !== null && { before: numberToHex(before) }),
    };
    return unnamedApprovals([left], [], reductions).length;
  };
  assertEquals(after(7n), 0);
  // A spender who took a part in the meantime has less.
  assertEquals(after(5n), 0);
  assertEquals(after(8n), 1, "less was taken off than was read");
  assertEquals(after(7n, { before: 9n }), 1);
  assertEquals(after(7n, { before: null }), 1);
  assertEquals(after(7n, { listed: false }), 1, "a strange token's word");
  assertEquals(after(7n, { kind: "permit2" }), 1);
  assertEquals(after(7n, { spender: other }), 1);
});
