/**
 * Tests content beyond the limits of the reader: it is a danger, and does not remove other dangers.
 */
import { assert, assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  getAddress,
  type Hex,
  maxUint256,
  numberToHex,
  size,
  toFunctionSelector,
} from "viem";
import { encode } from "../../testing/clear_calls.ts";
import { decodeCalls, warningsOf } from "../decode.ts";
import { readCalls } from "../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);
const native = { symbol: "ETH", decimals: 18 };

function codesOf(calls: readonly { to: Address; value: bigint; data: Hex }[]): string[] {
  return warningsOf(decodeCalls(calls, native, []), { account })
    .flatMap(({ code, level, call }) => level === "danger" ? [`${code} ${call}`] : []);
}
const call = (data: Hex, to = token) => ({ to, value: 0n, data });

/** Builds a multicall whose list references the same bytes many times. */
function same(count: number, inner: Hex): Hex {
  const word = (value: number) => numberToHex(value, { size: 32 });
  const padded = inner.slice(2).padEnd(Math.ceil(size(inner) / 32) * 64, "0");
  return concat([
    toFunctionSelector("function multicall(bytes[])"),
    word(32),
    word(count),
    ...Array.from({ length: count }, () => word(32 * count)),
    word(size(inner)),
    `0x${padded}`,
  ]);
}
const nest = (data: Hex, depth: number): Hex =>
  depth === 0 ? data : nest(encode("multicall(bytes[])", [[data]]), depth - 1);

const odd = (data: Hex): Hex => concat([data, "0x00"]);
const approve = odd(encode("approve(address,uint256)", [thief, maxUint256]));

Deno.test("limits: a call that exhausts them hides none of the others", () => {
  const greedy = call(same(80, same(80, "0x12345678")), thief);
  for (
    const [data, code] of [
      [approve, "unlimited_approval"],
      [odd(encode("setApprovalForAll(address,bool)", [thief, true])), "approval_for_all"],
      [encode("transferOwnership(address)", [thief]), "hands_over"],
      [nest(approve, 2), "unlimited_approval"],
    ] as const
  ) {
    assertEquals(codesOf([greedy, call(data)]), ["partly_read 0", `${code} 1`]);
    assertEquals(codesOf([call(data), greedy]), [`${code} 0`, "partly_read 1"]);
  }
  const send = encode("transfer(address,uint256)", [thief, 5n]);
  assertEquals(readCalls([greedy, call(send)], account).gives, [
    { kind: "token", address: token, amount: 5n, to: thief },
  ]);
});

Deno.test("limits: calls that are nested too deeply to be read are a danger", () => {
  for (const depth of [1, 8, 9, 20, 60]) {
    assertEquals(codesOf([call(nest(approve, depth))]), [
      depth > 8 ? "partly_read 0" : "unlimited_approval 0",
    ]);
  }
});

Deno.test("limits: lists that reference the same bytes many times are read quickly", () => {
  const zeros: Hex = `0x${"00".repeat(56_000)}`;
  for (
    const data of [
      same(1_700, concat(["0x12345678", zeros])),
      same(1_700, concat([encode("approve(address,uint256)", [thief, 1n]), zeros])),
      nest(same(1_600, same(1_600, "0x12345678")), 7),
    ]
  ) {
    const start = performance.now();
    assert(codesOf([call(data)]).includes("partly_read 0"));
    // It took seconds before the fix; the limit allows for a busy machine.
    assert(performance.now() - start < 1_000);
  }
});
