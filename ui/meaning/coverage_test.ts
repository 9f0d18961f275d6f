import { assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { tokenAbi } from "../../core/chain/abi.ts";
import { decodeCalls } from "../../core/reading/decode.ts";
import { readCalls } from "../../core/reading/ledger.ts";
import { saysLess } from "./coverage.ts";
import { isPlain } from "./intent.ts";

const me: Hex = `0x${"aa".repeat(20)}`;
const friend: Hex = `0x${"22".repeat(20)}`;
const token: Hex = `0x${"11".repeat(20)}`;
const known = [{ address: token, symbol: "USD", name: "Dollar", decimals: 6 }];

const less = (...datas: readonly Hex[]) => {
  const calls = datas.map((data) => ({ to: token, value: 1n, data }));
  return saysLess(
    decodeCalls(calls, { symbol: "ETH", decimals: 18 }, known),
    readCalls(calls, me),
  );
};
const of = (functionName: "transfer" | "approve", amount: bigint) =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: [friend, amount] });
const inside = (data: Hex) =>
  encodeFunctionData({ abi: parseAbi(["function multicall(bytes[] data)"]), args: [[data]] });

Deno.test("coverage: all effects that a headline omits are listed below it", () => {
  assertEquals(less("0x"), false);
  assertEquals(less(of("transfer", 1n)), false);
  assertEquals(less(of("transfer", 1n), of("transfer", 2n)), false);
  assertEquals(less(of("approve", 1n)), false);
  assertEquals(less("0x12345678"), false);
  assertEquals(less(of("approve", 1n), "0x12345678"), true);
  assertEquals(less(of("transfer", 1n), "0x12345678"), true);
  assertEquals(less(inside(of("transfer", 1n))), true);
  assertEquals(less(inside(of("approve", 1n))), true);
  // With one extra byte, the headline does not name the amount.
  assertEquals(less(`${of("transfer", 1n)}00`), true);
  assertEquals(
    less(
      encodeFunctionData({ abi: tokenAbi, functionName: "transferFrom", args: [me, friend, 1n] }),
    ),
    true,
  );
});

Deno.test("coverage: transfers of more tokens than a headline names are listed below it", () => {
  const tokens = ["11", "12", "13"].map((byte): Hex => `0x${byte.repeat(20)}`);
  const named = tokens.map((address) => ({ address, symbol: "T", name: "T", decimals: 0 }));
  const send = (to: readonly Hex[]) => {
    const calls = to.map((each) => ({ to: each, value: 0n, data: of("transfer", 1n) }));
    const decoded = decodeCalls(calls, { symbol: "ETH", decimals: 18 }, named);
    return [isPlain(decoded), saysLess(decoded, readCalls(calls, me))];
  };
  assertEquals(send(tokens.slice(0, 2)), [true, false]);
  assertEquals(send(tokens), [false, true]);
  assertEquals(send([...tokens, ...tokens]), [false, true]);
});
