import { assertEquals, assertThrows } from "@std/assert";
import { encodeFunctionData, type Hex, numberToHex, pad, parseAbiItem, slice } from "viem";
import { type ArgumentRule, compileRules, readParameters, RuleError } from "./argument_rules.ts";

const account = `0x${"aa".repeat(20)}` as const;
const word = (value: number | bigint | Hex) =>
  typeof value === "string" ? pad(value) : numberToHex(value, { size: 32 });

const EXACT_INPUT =
  "exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)";

const compile = (signature: string, ...rules: ArgumentRule[]) =>
  compileRules(readParameters(signature)!, rules);
const rulesOf = (signature: string, argument: string) =>
  compile(signature, { argument, kind: "oneOf", values: [] }).rules
    .map(({ word, kind, values }) => [word, kind, ...values.map(Number)]);
const problem = (signature: string, rule: ArgumentRule) => {
  const { index, member } = assertThrows(() => compile(signature, rule), RuleError);
  return [index, member];
};

Deno.test("argument rules: static arguments are found by name and by position", () => {
  const transfer = "transfer(address to, uint256 amount)";
  assertEquals(rulesOf(transfer, "amount"), [[1, 2]]);
  assertEquals(rulesOf("transfer(address,uint256)", "1"), [[1, 2]]);
  const nested = "f(uint256[3] a, (bool b, address[2] c) d, bytes32 e)";
  assertEquals(rulesOf(nested, "a.2"), [[2, 2]]);
  assertEquals(rulesOf(nested, "d.c.1"), [[5, 2]]);
  assertEquals(rulesOf(nested, "e"), [[6, 2]]);
  assertEquals(rulesOf("function f(address from) payable", "from"), [[0, 2]]);
});

Deno.test("argument rules: each offset on the path to an argument is pinned", () => {
  assertEquals(rulesOf(EXACT_INPUT, "params.recipient"), [[0, 0, 32], [2, 2]]);
  const deep = "f(uint256 id, (uint256 x, (bytes z, address to) y) p, address last)";
  assertEquals(rulesOf(deep, "p.y.to"), [[1, 0, 96], [4, 0, 64], [6, 2]]);
  assertEquals(rulesOf(deep, "last"), [[2, 2]]);
  assertEquals(rulesOf("f((bytes data, address to)[2] list)", "list.0.to"), [
    [0, 0, 32],
    [1, 0, 64],
    [4, 2],
  ]);
  // Two rules behind one offset pin it once.
  const { rules, placed } = compile(
    EXACT_INPUT,
    { argument: "params.recipient", kind: "account" },
    { argument: "params.amountIn", kind: "atMost", values: ["100"] },
  );
  assertEquals(rules, [
    { word: 0, kind: 0, values: [word(32)] },
    { word: 2, kind: 3, values: [] },
    { word: 3, kind: 1, values: [word(100)] },
  ]);
  assertEquals(placed.map(({ argument, type }) => [argument, type]), [
    ["params.recipient", "address"],
    ["params.amountIn", "uint256"],
  ]);
});

Deno.test("argument rules: the words match the standard encoding", () => {
  for (
    const [signature, argument, args] of [
      [EXACT_INPUT, "params.recipient", [{
        path: `0x${"11".repeat(43)}`,
        recipient: account,
        amountIn: 1n,
        amountOutMinimum: 2n,
      }]],
      ["f(uint256 id, (uint256 x, (bytes z, address to) y) p, address last)", "p.y.to", [
        1n,
        { x: 2n, y: { z: "0x1234", to: account } },
        pad("0x5", { size: 20 }),
      ]],
      ["f((bytes data, address to)[2] list)", "list.0.to", [[
        { data: "0x", to: account },
        { data: "0x12", to: pad("0x5", { size: 20 }) },
      ]]],
    ] as const
  ) {
    const data = encodeFunctionData({
      abi: [parseAbiItem(`function ${signature}`)],
      args: args as never,
    });
    const { rules } = compile(signature, { argument, kind: "equal", values: [account] });
    for (const { word: at, values } of rules) {
      assertEquals(slice(data, 4 + 32 * at, 36 + 32 * at), values[0], signature);
    }
  }
});

Deno.test("argument rules: values are encoded by the argument's type", () => {
  const value = (type: string, ...values: (string | boolean)[]) =>
    compile(`f(${type} x)`, { argument: "x", kind: "oneOf", values }).rules[0]!.values;
  assertEquals(value("address", account), [word(account)]);
  assertEquals(value("uint256", "7", "0x10"), [word(7), word(16)]);
  assertEquals(value("int24", "-1"), [`0x${"ff".repeat(32)}`]);
  assertEquals(value("bool", true, false), [word(1), word(0)]);
  assertEquals(value("bytes4", "0x12345678"), [`0x12345678${"00".repeat(28)}`]);
  for (
    const [type, wrong] of [
      ["address", "0x12"],
      ["address", true],
      ["uint8", "256"],
      ["uint256", "-1"],
      ["uint256", "1.5"],
      ["uint256", account.replace("0x", "")],
      ["bool", "true"],
      ["bytes4", "0x123456"],
      ["bytes4", "12345678"],
    ] as const
  ) {
    assertEquals(problem(`f(${type} x)`, { argument: "x", kind: "equal", values: [wrong] }), [
      0,
      "values",
    ]);
  }
});

Deno.test("argument rules: an argument without a fixed position is rejected", () => {
  for (
    const [signature, argument] of [
      ["f(bytes data)", "data"],
      ["f(string name)", "name"],
      ["f(address[] list)", "list.0"],
      ["f(address[] list)", "list"],
      ["f((address to)[] list)", "list.0.to"],
      ["f((bytes a, address to) p)", "p"],
      ["f(address to)", "from"],
      ["f(address to, address to)", "to"],
      ["f(address to)", "1"],
      ["f(address to)", "to.0"],
      ["f(address to)", ""],
      ["f(address to)", "toString"],
      // Their positions depend on the length of the preceding arguments.
      ["f(bytes data, (bytes a, address to) p)", "p.to"],
      ["f((bytes data, address to)[2] list)", "list.1.to"],
      // Beyond the words that a rule can address, for types of any length.
      ["f(uint256[256] a, address to)", "to"],
      ["f((bytes b, address to) p, uint256[255] a)", "p.to"],
      ["f(uint256[999999999][999999999][999999999] a, address to)", "to"],
    ] as const
  ) {
    const rule = { argument, kind: "account" } as const;
    assertEquals([signature, argument, ...problem(signature, rule)], [
      signature,
      argument,
      0,
      "argument",
    ]);
  }
});

Deno.test("argument rules: a rule that does not fit the type is rejected", () => {
  assertEquals(problem("f(uint256 x)", { argument: "x", kind: "account" }), [0, "kind"]);
  assertEquals(problem("f(bytes32 x)", { argument: "x", kind: "spender" }), [0, "kind"]);
  // The contract compares unsigned values.
  assertEquals(problem("f(int256 x)", { argument: "x", kind: "atMost", values: ["1"] }), [
    0,
    "kind",
  ]);
  const many = Array.from(
    { length: 32 },
    () => ({ argument: "params.1", kind: "account" } as const),
  );
  const { index, member } = assertThrows(() => compile(EXACT_INPUT, ...many), RuleError);
  assertEquals([index, member], [32, null]);
});

Deno.test("argument rules: types that are not canonical are rejected", () => {
  assertEquals(readParameters("f(uint x)"), null);
  assertEquals(readParameters("f(address to"), null);
  assertEquals(readParameters("event f(address to)"), null);
  assertEquals(readParameters("f(address to)")?.length, 1);
});
