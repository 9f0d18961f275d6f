/** Tests nested calls: decoding, senders and limits. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi, size } from "viem";
import {
  encode,
  explain,
  fieldsOf,
  friend,
  me,
  native,
  usdc,
  weth,
} from "../../testing/clear_calls.ts";
import type { CallView } from "../../dialog/types.ts";
import { decodeCalls, warningsOf } from "../decode.ts";
import { explainer, MAX_EXPLAINED_BYTES } from "./mod.ts";
import { MAX_STEP_DEPTH, MAX_STEPS } from "./steps.ts";

const multicall3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";
const router: Address = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45";
const shop: Address = `0x${"5b".repeat(20)}`;
const sender: Address = "0x0000000000000000000000000000000000000001";
const self: Address = "0x0000000000000000000000000000000000000002";

const erc20 = parseAbi([
  "function transfer(address to, uint256 amount)",
  "function transferFrom(address from, address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
  "function setApprovalForAll(address operator, bool approved)",
]);
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20, functionName: "transfer", args: [friend, amount] });
const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20, functionName: "approve", args: [friend, amount] });
const approveAll = encodeFunctionData({
  abi: erc20,
  functionName: "setApprovalForAll",
  args: [friend, true],
});

const aggregate = (calls: readonly (readonly [Address, Hex])[]) =>
  encode("aggregate((address target,bytes callData)[] calls)", [calls]);
const aggregate3 = (calls: readonly (readonly [Address, boolean, Hex])[]) =>
  encode("aggregate3((address target,bool allowFailure,bytes callData)[] calls)", [calls]);
const multicall = (data: readonly Hex[]) => encode("multicall(bytes[] data)", [data]);
const exactInput = (recipient: Address, amountIn: bigint) =>
  encode(
    "exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)",
    [[usdc, weth, 3000, recipient, amountIn, 9n, 0n]],
  );

const stepsOf = (view: CallView) => view.explanation?.steps ?? [];
const codesOf = (view: CallView) => warningsOf([view]).map(({ code, level }) => [code, level]);
/** Counts the steps, nested ones included. */
const countOf = (view: CallView): number =>
  stepsOf(view).reduce((sum, step) => sum + 1 + countOf(step), 0);

Deno.test("steps: Multicall3 acts as itself, with its own assets", () => {
  const view = explain(
    multicall3,
    aggregate3([
      [usdc, false, transfer(7n)],
      [usdc, true, approve(8n)],
      [
        usdc,
        false,
        encodeFunctionData({ abi: erc20, functionName: "transferFrom", args: [me, friend, 9n] }),
      ],
    ]),
  );
  assertEquals(view.explanation?.partial, false);
  assertEquals(warningsOf([view]), []);
  const steps = stepsOf(view);
  assertEquals(steps.map(({ by }) => by), [multicall3, multicall3, multicall3]);
  assertEquals(steps.map(({ mayFail }) => mayFail), [undefined, true, undefined]);
  assertEquals(
    steps.slice(0, 2).map(({ index, to, kind, recipient, amount, token }) => [
      index,
      to,
      kind,
      recipient,
      amount,
      token?.symbol,
    ]),
    [[0, usdc, "token_transfer", friend, 7n, "USDC"], [
      1,
      usdc,
      "token_approve",
      friend,
      8n,
      "USDC",
    ]],
  );
  assertEquals(
    [steps[2]?.function?.name, steps[2]?.function?.args.map(({ value }) => value.toLowerCase())],
    ["transferFrom", [me, friend, "9"]],
  );
});

Deno.test("steps: an allowance without limit, or of all items, causes the same warning in a step", () => {
  for (
    const [data, code] of [
      [approve(maxUint256), "unlimited_approval"],
      [approveAll, "approval_for_all"],
    ] as const
  ) {
    const outside = warningsOf([explain(usdc, data)]);
    assertEquals(outside, [{ code, level: "danger", call: 0, detail: friend }]);
    const once = aggregate3([[usdc, true, transfer(1n)], [usdc, true, data]]);
    const twice = aggregate([[multicall3, once], [usdc, data]]);
    for (const nested of [once, twice]) {
      assertEquals(warningsOf([explain(multicall3, nested)]), outside);
    }
    // Sent by the account, and by an unknown contract.
    assertEquals(codesOf(explain(shop, multicall([multicall([data])]))), [
      [code, "danger"],
      ["unknown_function", "info"],
    ]);
  }
});

Deno.test("steps: amounts that a multicall sends are assigned to each step", () => {
  const signature =
    "aggregate3Value((address target,bool allowFailure,uint256 value,bytes callData)[] calls)";
  const deposit = encode("deposit()", []);
  const view = explain(
    multicall3,
    encode(signature, [[[friend, false, 3n, "0x"], [weth, false, 4n, deposit]]]),
    { value: 7n },
  );
  assertEquals([view.value, fieldsOf(view)], [7n, {}]);
  const [send, wrap] = stepsOf(view);
  assertEquals([send?.kind, send?.recipient, send?.amount], ["send", friend, 3n]);
  assertEquals(fieldsOf(wrap!), { Amount: [4n, "ETH", undefined] });
  assertEquals(wrap?.explanation?.intent, "Wrap");
});

Deno.test("steps: a router that calls itself acts for its caller, and its constants are resolved", () => {
  const unwrap = encode("unwrapWETH9(uint256 amountMinimum)", [9n]);
  const data = encode("multicall(uint256 deadline,bytes[] data)", [
    1_793_577_600n,
    [exactInput(self, 10n), exactInput(sender, 0n), unwrap],
  ]);
  const view = explain(router, data, { value: 5n });
  assertEquals([view.explanation?.partial, warningsOf([view])], [false, []]);
  assertEquals(fieldsOf(view), {
    Deadline: 1_793_577_600n,
  });
  const [left, right, last] = stepsOf(view);
  assertEquals([left, right, last].map((step) => step?.by), [undefined, undefined, undefined]);
  assertEquals([left, right, last].map((step) => fieldsOf(step!).To), [
    router.toLowerCase(),
    me,
    me,
  ]);
  assertEquals(fieldsOf(right!)["Amount given"], [0n, "USDC", {
    message: "All that the router holds",
  }]);
  assertEquals(fieldsOf(left!)["Amount given"], [10n, "USDC", undefined]);
  // Through another contract, the caller is that contract, not the account.
  const [through] = stepsOf(explain(multicall3, aggregate([[router, data]])));
  assertEquals(through?.by, multicall3);
  assertEquals(stepsOf(through!).map((step) => [step.by, fieldsOf(step).To]), [
    [multicall3, router.toLowerCase()],
    [multicall3, multicall3.toLowerCase()],
    [multicall3, multicall3.toLowerCase()],
  ]);
});

Deno.test("steps: a transfer of a contract to itself is not called a payment", () => {
  const [step] = stepsOf(explain(router, multicall(["0x"]), { value: 5n }));
  assertEquals([step?.kind, step?.value, step?.recipient], ["call", 0n, undefined]);
});

Deno.test("steps: a multicall of an unknown contract stays an unknown action", () => {
  const view = explain(shop, multicall([transfer(3n), "0xdeadbeef"]), {
    abi: ["function plant(uint256 seeds)", "function multicall(bytes[] harmless)"],
  });
  assertEquals([view.kind, view.function, view.explanation?.source], [
    "call",
    undefined,
    "convention",
  ]);
  assertEquals(view.explanation?.contract, undefined);
  assertEquals(stepsOf(view).map(({ to, kind, by }) => [to, kind, by]), [
    [shop, "token_transfer", undefined],
    [shop, "call", undefined],
  ]);
  assertEquals(codesOf(view), [["unknown_function", "info"]]);
});

Deno.test("steps: a page's ABI is only for the called contract, not for nested ones", () => {
  const abi = ["function plant(uint256 seeds)"];
  const plant = encodeFunctionData({ abi: parseAbi(abi as string[]), args: [3n] });
  const own = explain(shop, multicall([plant]), { abi });
  assertEquals(stepsOf(own)[0]?.explanation?.source, "app");
  assertEquals(own.explanation?.partial, true);
  const other = explain(multicall3, aggregate([[shop, plant]]), { abi });
  assertEquals(stepsOf(other)[0]?.explanation, undefined);
  assertEquals(codesOf(other), [["partly_read", "info"]]);
});

Deno.test("steps: steps that are nested too deeply are not read, which raises the warning", () => {
  let data = transfer(1n);
  for (let depth = 0; depth < MAX_STEP_DEPTH; depth++) {
    data = aggregate([[depth === 0 ? usdc : multicall3, data]]);
  }
  assertEquals(codesOf(explain(multicall3, data)), []);
  assertEquals(countOf(explain(multicall3, data)), MAX_STEP_DEPTH);
  const deeper = explain(multicall3, aggregate([[multicall3, data]]));
  assertEquals(countOf(deeper), MAX_STEP_DEPTH);
  assertEquals(codesOf(deeper), [["partly_read", "warning"]]);
  assertEquals(codesOf(explain(shop, multicall([multicall([multicall([multicall(["0x"])])])]))), [
    ["unknown_function", "info"],
    ["partly_read", "warning"],
  ]);
});

Deno.test("steps: ten thousand of them, and bombs of multicalls, are read up to a total limit", () => {
  const many = (data: Hex, count: number, to: Address) =>
    aggregate(Array.from({ length: count }, () => [to, data] as const));
  const flat = many(transfer(1n), 10_000, usdc);
  const bomb = many(many(many(transfer(1n), 20, usdc), 20, multicall3), 20, multicall3);
  for (const data of [flat, bomb]) {
    const view = explain(multicall3, data);
    assertEquals(countOf(view), MAX_STEPS);
    assertEquals(codesOf(view), [["partly_read", "danger"]]);
  }
  assertEquals(explain(multicall3, flat).explanation?.unread, 10_000 - MAX_STEPS);
  // All calls of a batch share one limit, even if they are decoded repeatedly.
  const few = many(transfer(1n), 15, usdc);
  const read = readerOf([few, bomb, few, few]);
  assertEquals(read(), [15, MAX_STEPS - 15, 0, 0]);
  assertEquals(read(), read());
  // Beyond the limit of bytes no call is explained: the second of these exceeds it.
  assertEquals(readerOf([bomb, flat, few])(), [MAX_STEPS, 0, 0]);
  assert(size(bomb) + size(flat) > MAX_EXPLAINED_BYTES);
  // Small calls are always explained.
  const filler = `0x${"00".repeat(MAX_EXPLAINED_BYTES - size(flat) - 100)}` as Hex;
  const batch = viewsOf([flat, filler, aggregate([[usdc, approve(maxUint256)]]), bomb]);
  assertEquals(
    warningsOf(batch()).filter(({ call }) => call! >= 2).map(({ code, level }) => [code, level]),
    [
      ["unlimited_approval", "danger"],
      ["partly_read", "warning"],
      ["unknown_function", "info"],
      ["partly_read", "danger"],
    ],
  );
});

/** Returns a function that counts the steps of a batch. */
function readerOf(datas: readonly Hex[]): () => number[] {
  const views = viewsOf(datas);
  return () => views().map(countOf);
}

/** Reads a batch for Multicall3. */
function viewsOf(datas: readonly Hex[]): () => CallView[] {
  const calls = datas.map((data) => ({ to: multicall3, value: 0n, data }));
  const none = { value: undefined, path: "abi" };
  const explains = explainer({ chainId: 1, account: me, native, abi: none, abis: [] });
  return () => decodeCalls(calls, native, [], explains);
}

Deno.test("steps: an approval behind the last read step is always reported", () => {
  const data = aggregate([
    ...Array.from({ length: MAX_STEPS }, () => [usdc, transfer(1n)] as const),
    [usdc, approve(maxUint256)],
  ]);
  assertEquals(codesOf(explain(multicall3, data)), [
    ["unlimited_approval", "danger"],
    ["partly_read", "warning"],
  ]);
});

/** A generated tree of calls. */
type Tree = { readonly to: Address; readonly data: Hex; readonly kind: string; inner: Tree[] };
const leaf: fc.Arbitrary<Tree> = fc.oneof(
  fc.bigInt(0n, maxUint256).map((amount) => ({
    to: usdc,
    data: transfer(amount),
    kind: "token_transfer",
    inner: [],
  })),
  fc.bigInt(0n, maxUint256).map((amount) => ({
    to: usdc,
    data: approve(amount),
    kind: "token_approve",
    inner: [],
  })),
  fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => ({
    to: friend,
    data: `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}` as Hex,
    kind: "call",
    inner: [],
  })),
);
const node = (inner: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> =>
  fc.array(inner, { minLength: 1, maxLength: 4 }).map((inner) => ({
    to: multicall3,
    data: aggregate3(inner.map(({ to, data }) => [to, false, data])),
    kind: "call",
    inner,
  }));

Deno.test("steps: encoded steps are decoded unchanged, step by step", () => {
  const tree = node(fc.oneof(leaf, node(fc.oneof(leaf, node(leaf)))));
  const same = (view: CallView, of: Tree): void => {
    assertEquals([view.to, view.data, view.kind], [of.to, of.data, of.kind]);
    assertEquals(stepsOf(view).length, of.inner.length);
    stepsOf(view).forEach((step, index) => same(step, of.inner[index]!));
  };
  fc.assert(fc.property(tree, (tree) => same(explain(tree.to, tree.data), tree)));
});

Deno.test("steps: dirty, truncated or random data is rejected as a whole, and never throws", () => {
  const data = aggregate3([[usdc, true, transfer(7n)], [usdc, false, approve(8n)]]);
  assert(explain(multicall3, data).explanation !== undefined);
  const bytes = fc.nat({ max: (data.length - 2) / 2 - 1 });
  fc.assert(fc.property(bytes, fc.integer({ min: 1, max: 255 }), (at, change) => {
    const place = 2 + 2 * at;
    const byte = (Number(`0x${data.slice(place, place + 2)}`) ^ change).toString(16);
    const odd = `${data.slice(0, place)}${byte.padStart(2, "0")}${data.slice(place + 2)}` as Hex;
    const view = explain(multicall3, odd);
    // It is either unexplained, or an exact encoding of other steps.
    if (view.explanation === undefined) return;
    const again = aggregate3(
      stepsOf(view).map(({ to, data, mayFail }) => [to, mayFail === true, data]),
    );
    assertEquals(again, odd);
  }));
});
