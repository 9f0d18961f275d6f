import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Abi, concat, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from "viem";
import { tokenAbi } from "../../chain/abi.ts";
import { AcctError } from "../../ground/errors.ts";
import { atOnce } from "../../lib/pieces.ts";
import { decodeCalls, warningsOf } from "../decode.ts";
import { explainer } from "./mod.ts";

const native = { symbol: "ETH", decimals: 18 };
const shop: Hex = `0x${"5b".repeat(20)}`;
const friend: Hex = `0x${"22".repeat(20)}`;
/** Time limit for rejecting an expensive input, far above the time on any machine. */
const SOON_MS = 30_000;
const weth: Hex = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";

const explain = (
  abi: unknown,
  data: Hex,
  { own, to = shop }: { own?: unknown; to?: Hex } = {},
) => {
  const [view] = decodeCalls(
    [{ to, value: 0n, data }],
    native,
    [],
    explainer({
      chainId: 1,
      account: shop,
      native,
      abi: { value: abi, path: "capabilities.abi" },
      abis: [{ value: own, path: "calls[0].capabilities.abi" }],
    }),
  );
  return view!;
};
const encode = (item: string, args: readonly unknown[], functionName: string): Hex =>
  encodeFunctionData({ abi: parseAbi([item] as string[]) as Abi, functionName, args });
const rows = (view: ReturnType<typeof explain>) =>
  view.explanation?.fields.map(({ label, value }) => [
    label,
    value.kind === "address"
      ? value.address.toLowerCase()
      : value.kind === "text"
      ? value.text
      : "value" in value
      ? value.value
      : null,
  ]);
const refused = (abi: unknown): string => {
  const error = assertThrows(() => explain(abi, "0xdeadbeef"), AcctError);
  return `${error.data.cause} ${error.data.field}`;
};

const mint = "function mint(address to, uint256 amount, bytes note)";
const data = encode(mint, [friend, 7n, "0x1234"], "mint");

Deno.test("app abi: texts, tuples and compiler items explain a call as the page's own description", () => {
  const item = {
    type: "function",
    name: "mint",
    stateMutability: "nonpayable",
    inputs: [
      { name: "to", type: "address", internalType: "address" },
      { name: "amount", type: "uint256" },
      { name: "note", type: "bytes" },
    ],
    outputs: [{ type: "bool" }],
  };
  const others = [
    { type: "event", name: "Minted", inputs: [{ name: "to", type: "address", indexed: true }] },
    { type: "constructor", inputs: [] },
    { type: "error", name: "No" },
    { type: "receive" },
  ];
  for (const abi of [[mint], [mint, "event Minted(address to)", "error No()"], [...others, item]]) {
    const view = explain(abi, data);
    assertEquals([view.explanation?.source, view.explanation?.intent], ["app", "mint"]);
    assertEquals(rows(view), [["to", friend], ["amount", 7n], ["note", "0x1234"]]);
    assertEquals([view.kind, view.function, view.explanation?.contract], [
      "call",
      undefined,
      undefined,
    ]);
    // A dApp's ABI is not verified: the warning stays.
    assertEquals(warningsOf([view]), [{ code: "unknown_function", level: "info", call: 0 }]);
  }
  const nested =
    "function plant(((string name, uint8[] counts)[] rows, address who)[2] beds, bool wet)";
  const planted = encodeFunctionData({
    abi: parseAbi([nested]),
    functionName: "plant",
    args: [
      [{ rows: [{ name: "Rose", counts: [1, 2] }], who: friend }, { rows: [], who: shop }],
      true,
    ],
  });
  assertEquals(rows(explain([nested], planted)), [
    ["beds [1].rows [1].name", "Rose"],
    ["beds [1].rows [1].counts [1]", 1n],
    ["beds [1].rows [1].counts [2]", 2n],
    ["beds [1].who", friend],
    ["beds [2].who", shop],
    ["wet", true],
  ]);
});

Deno.test("app abi: calls explained by tokens and descriptors keep their name and warnings", () => {
  const unlimited = encodeFunctionData({
    abi: tokenAbi,
    functionName: "approve",
    args: [friend, 2n ** 256n - 1n],
  });
  const lie = ["function approve(address prize, uint256 youReceive)"];
  const view = explain(lie, unlimited, { own: lie });
  assertEquals([view.kind, view.explanation, view.function?.args[0]?.name], [
    "token_approve",
    undefined,
    "spender",
  ]);
  assertEquals(warningsOf([view]).map(({ code }) => code), ["unlimited_approval"]);
  const wrap = explain(["function deposit()"], "0xd0e30db0", { to: weth });
  assertEquals([wrap.explanation?.source, wrap.explanation?.intent], ["pinned", "Wrap"]);
  // Malformed data of a token function is never explained.
  const dirty = explain(lie, concat([unlimited, "0x00"]));
  assertEquals([dirty.kind, dirty.explanation], ["call", undefined]);
});

Deno.test("app abi: another function with the selector of a known one is ignored", () => {
  // Selectors have four bytes, and public lists contain names with the selector of a known
  // function.
  const transfer = "function many_msg_babbage(bytes1 gift)";
  assertEquals(toFunctionSelector(transfer), "0xa9059cbb");
  const hidden = encode(transfer, [`0x${"00"}`], "many_msg_babbage");
  assertEquals(explain([transfer], hidden).explanation, undefined);
});

Deno.test("app abi: the selector of a descriptor's function keeps that function's signature", () => {
  const plant = "function plant(uint256 seeds)";
  const call = { to: shop, value: 0n, data: encode(plant, [3n], "plant") };
  const with_ = (signature: string) => {
    const explain = explainer(
      { chainId: 1, account: shop, native, abi: { value: [plant], path: "abi" }, abis: [] },
      () => new Map([[toFunctionSelector(plant), signature]]),
    );
    return atOnce(explain(call, 0, []))?.explanation.intent;
  };
  assertEquals(with_("plant(uint256)"), "plant");
  // Simulates a descriptor's function with the same selector.
  assertEquals(with_("withdraw(uint256)"), undefined);
});

Deno.test("app abi: two functions for the same data, and data that does not match exactly, stay raw", () => {
  const twins = [mint, "function mint(address winner, uint256 prize, bytes note)"];
  assertEquals(explain(twins, data).explanation, undefined);
  // A duplicate function is ignored.
  assertEquals(explain([mint, mint], data).explanation?.intent, "mint");
  for (
    const broken of [
      data.slice(0, -2) as Hex,
      concat([data, "0x00"]),
      `${data.slice(0, 10)}ff${data.slice(12)}` as Hex,
      data.slice(0, 10) as Hex,
      "0x12",
    ] as Hex[]
  ) {
    assertEquals(explain([mint], broken).explanation, undefined, broken);
  }
  assertEquals(explain(["function other(uint256 a)"], data).explanation, undefined);
});

Deno.test("app abi: a call's own ABI takes precedence over the one for all", () => {
  const own = ["function mint(address receiver, uint256 count, bytes note)"];
  assertEquals(rows(explain([mint], data, { own }))?.[0]?.[0], "receiver");
  assertEquals(explain([mint], data, { own: [] }).explanation, undefined);
});

Deno.test("app abi: argument names are sanitized, and sentences are not names", () => {
  const item = (label: string) => [{
    type: "function",
    name: "mint",
    inputs: [{ name: label, type: "address" }, { name: "amount", type: "uint256" }, {
      name: "note",
      type: "bytes",
    }],
  }];
  for (
    const [label, shown] of [
      ["to", "to"],
      ["t\u202eo\u200b", "to"],
      ["You receive", "address"],
      ["<b>to</b>", "address"],
      ["__proto__", "__proto__"],
      ["x".repeat(900), "address"],
      ["", "address"],
    ] as const
  ) {
    assertEquals(rows(explain(item(label), data))?.[0]?.[0], shown, label);
  }
});

Deno.test("app abi: an item that breaks a rule is rejected with its path", () => {
  const item = (more: Record<string, unknown>) => [{
    type: "function",
    name: "mint",
    inputs: [{ name: "to", type: "address" }],
    ...more,
  }];
  const input = (more: Record<string, unknown>) => item({ inputs: [{ name: "a", ...more }] });
  const deep = (depth: number): object =>
    depth === 0 ? { name: "x", type: "uint256" } : {
      name: "x",
      type: "tuple",
      components: [deep(depth - 1)],
    };
  for (
    const abi of [
      "function mint()",
      { 0: mint },
      [7],
      [null],
      [["nested"]],
      ["mint(address)"],
      ["function mint(address"],
      ["function mint(nothing x)"],
      ["struct Bed { uint256 seeds; }", "function plant(Bed bed)"],
      [`function ${"m".repeat(2000)}()`],
      item({ name: "mint\u202e" }),
      item({ name: "mint me" }),
      item({ name: "m".repeat(65) }),
      item({ name: undefined }),
      item({ inputs: undefined }),
      item({ inputs: "address" }),
      input({ type: "uint257" }),
      input({ type: "address payable" }),
      input({ type: "function" }),
      input({ type: "uint256[0]" }),
      input({ type: "uint256[1000]" }),
      input({ type: "uint256[][][][]" }),
      input({ type: "tuple" }),
      input({ type: "tuple", components: [] }),
      [deep(40)].map((tuple) => item({ inputs: [tuple] })[0]),
      item({ inputs: Array.from({ length: 101 }, () => ({ type: "uint256" })) }),
    ]
  ) {
    const [cause, field] = refused(abi).split(" ");
    assertEquals(field?.startsWith("capabilities.abi"), true, JSON.stringify(abi)?.slice(0, 80));
    assertEquals(["invalid_params", "bundle_too_large"].includes(cause!), true);
  }
});

Deno.test("app abi: ten thousand items, and data that would grow, are bounded", () => {
  assertEquals(
    refused(Array.from({ length: 10_000 }, (_, index) => `function f${index}()`)),
    "invalid_params capabilities.abi",
  );
  assertEquals(
    refused(Array.from({ length: 501 }, () => ({ type: "event" }))),
    "bundle_too_large capabilities.abi",
  );
  const list = "function all(uint256[] ids)";
  const ids = encode(list, [Array.from({ length: 500 }, (_, id) => BigInt(id))], "all");
  const { fields, partial } = explain([list], ids).explanation!;
  assertEquals([fields.length, partial], [64, true]);
  const huge = encode(list, [Array.from({ length: 5000 }, () => 1n)], "all");
  assertEquals(explain([list], huge).explanation, undefined);
  // Offsets that all point to the same bytes.
  const bomb = "function bomb(uint256[][][] a)";
  const word = (value: number) => value.toString(16).padStart(64, "0");
  const loop = `${toFunctionSelector(bomb)}${word(32)}${word(1000)}${word(0).repeat(1500)}` as Hex;
  const begin = performance.now();
  assertEquals(explain([bomb], loop).explanation, undefined);
  assertEquals(performance.now() - begin < SOON_MS, true);
});

Deno.test("app abi: a few lines that expand to endless arguments are rejected immediately", () => {
  const begin = performance.now();
  const chain = Array.from({ length: 60 }, (_, n) => `struct S${n} { S${n + 1} a; S${n + 1} b; }`);
  assertEquals(
    refused([...chain, "struct S60 { uint256 a; }", "function f(S0 s)"]),
    "invalid_params capabilities.abi[0]",
  );
  // Repeats the same objects, because structured clone preserves shared references.
  let part: object = { name: "x", type: "uint256" };
  for (let depth = 0; depth < 6; depth++) {
    const one = part;
    part = { name: "x", type: "tuple", components: Array.from({ length: 100 }, () => one) };
  }
  const [cause, field] = refused([{ type: "function", name: "f", inputs: [part] }]).split(" ");
  assertEquals([cause, field?.startsWith("capabilities.abi[0].inputs[0].components[0]")], [
    "invalid_params",
    true,
  ]);
  const circle: Record<string, unknown> = { name: "x", type: "tuple" };
  circle.components = [circle];
  refused([{ type: "function", name: "f", inputs: [circle] }]);
  for (
    const text of [
      `function f(${"(".repeat(480)}${")".repeat(480)})`,
      `function ${"a".repeat(990)}`,
      `function f() returns (${"returns (".repeat(100)}`,
    ]
  ) refused(Array.from({ length: 500 }, () => text));
  assertEquals(performance.now() - begin < SOON_MS, true);
});

Deno.test("app abi: five hundred calls that are slow to decode cost no more than a few", () => {
  const bomb = "function bomb(string[999][999][999] a)";
  const word = (value: number) => value.toString(16).padStart(64, "0");
  const data = `${toFunctionSelector(bomb)}${word(32)}${word(0).repeat(1990)}` as Hex;
  const calls = Array.from({ length: 500 }, () => ({ to: shop, value: 0n, data }));
  const explain = explainer({
    chainId: 1,
    account: shop,
    native,
    abi: { value: [bomb], path: "abi" },
    abis: calls.map(() => ({ value: undefined, path: "abi" })),
  });
  const begin = performance.now();
  for (let update = 0; update < 5; update++) decodeCalls(calls, native, [], explain);
  assertEquals(performance.now() - begin < SOON_MS, true);
});

Deno.test("app abi: any input is either read or rejected", () => {
  fc.assert(fc.property(fc.anything(), fc.uint8Array({ maxLength: 80 }), (abi, bytes) => {
    const data: Hex = `0x${Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("")}`;
    try {
      explain(abi, data);
    } catch (error) {
      if (!(error instanceof AcctError)) throw error;
    }
  }));
});
