import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { type Address, concat, type Hex, maxUint256 } from "viem";
import {
  encode,
  explain,
  fieldsOf,
  friend,
  me,
  native,
  said,
  usdc,
  weth,
} from "../../testing/clear_calls.ts";
import { warningsOf } from "../decode.ts";
import { createRegistry, parseFunction } from "./registry.ts";
import { shapeOf } from "../../abi/shape.ts";
import {
  $schema,
  type Descriptor,
  type FieldFormat,
  type FormatParams,
} from "../descriptor/descriptor.ts";
import { descriptors } from "../descriptors/mod.ts";
import { tokensOf } from "./mod.ts";
import { explainVerified } from "./pinned.ts";

Deno.test("pinned: WETH is wrapped and unwrapped, with the text of its descriptor", () => {
  const wrap = explain(weth, encode("deposit()", []), { value: 5n });
  assertEquals(wrap.explanation?.contract, "Wrapped Ether");
  assertEquals(wrap.explanation?.intent, "Wrap");
  assertEquals(fieldsOf(wrap), { Amount: [5n, "ETH", undefined] });
  assertEquals(wrap.function, { name: "deposit", args: [] });
  const unwrap = explain(weth, encode("withdraw(uint256 wad)", [7n]));
  assertEquals(fieldsOf(unwrap), { Amount: [7n, "WETH", undefined] });
  assertEquals(warningsOf([wrap, unwrap]), []);
});

Deno.test("pinned: the same address on another chain, or an adjacent address, is not explained", () => {
  const data = encode("deposit()", []);
  const op: Address = "0x4200000000000000000000000000000000000006";
  assertEquals(explain(op, data, { chainId: 10 }).explanation?.intent, "Wrap");
  for (
    const [to, chainId] of [
      [op, 1],
      [op, 137],
      [weth, 8453],
      [weth, 31337],
      ["0x4200000000000000000000000000000000000007", 10],
      [friend, 1],
    ] as const
  ) {
    const view = explain(to, data, { chainId });
    assertEquals([view.kind, view.explanation, view.function], ["call", undefined, undefined]);
    assertEquals(warningsOf([view]).map(({ code }) => code), ["unknown_function"]);
  }
});

Deno.test("pinned: truncated, padded or dirty data is not explained", () => {
  const pool: Address = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2";
  const data = encode("withdraw(address asset,uint256 amount,address to)", [usdc, 5n, me]);
  assertEquals(fieldsOf(explain(pool, data)), {
    Amount: [5n, "USDC", undefined],
    To: me,
  });
  const dirty = `${data.slice(0, 10)}ff${data.slice(12)}` as Hex;
  for (const broken of [data.slice(0, -2) as Hex, concat([data, "0x00"]), dirty]) {
    assertEquals(explain(pool, broken).explanation, undefined, broken);
  }
});

Deno.test("pinned: everything is not unlimited, and unlimited is a danger", () => {
  const pool: Address = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2";
  const withdraw = "withdraw(address asset,uint256 amount,address to)";
  const whole = explain(pool, encode(withdraw, [usdc, maxUint256, me]));
  assertEquals(fieldsOf(whole).Amount, [maxUint256, "USDC", { message: "Everything" }]);
  assertEquals(warningsOf([whole]), []);
  const permit2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
  const approve = "approve(address token,address spender,uint160 amount,uint48 expiration)";
  const allow = (amount: bigint) =>
    explain(permit2, encode(approve, [usdc, friend, amount, 1_793_577_600]));
  const some = allow(5n);
  assertEquals(
    [some.kind, some.recipient?.toLowerCase(), some.amount, some.token?.symbol, some.unlimited],
    ["token_approve", friend, 5n, "USDC", false],
  );
  assertEquals(fieldsOf(some)["Valid until"], 1_793_577_600n);
  assertEquals(warningsOf([some]), []);
  for (const amount of [2n ** 128n, 2n ** 159n, 2n ** 160n - 1n]) {
    const all = allow(amount);
    assertEquals(warningsOf([all]).map(({ code, level }) => [code, level]), [
      ["unlimited_approval", "danger"],
    ]);
    assertEquals(fieldsOf(all).Amount, [amount, "USDC", {}]);
  }
  const permit = Object.keys(permit2Formats()).find((key) => key.startsWith("permit("))!;
  const signed = explain(
    permit2,
    encode(permit, [me, [[usdc, 2n ** 160n - 1n, 0, 0], friend, 10n], "0x1234"]),
  );
  assertEquals(warningsOf([signed]).map(({ code }) => code), ["unlimited_approval"]);
});

function permit2Formats() {
  return descriptors.find(({ context }) => context.$id === "Permit2")!.display.formats;
}

Deno.test("pinned: swaps name both tokens, from lists and from packed bytes", () => {
  const router: Address = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
  const swap = explain(
    router,
    encode(
      "swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)",
      [10n, 9n, [usdc, friend, weth], me, 1_793_577_600n],
    ),
  );
  assertEquals(fieldsOf(swap), {
    "Amount given": [10n, "USDC", undefined],
    "Received at least": [9n, "WETH", undefined],
    To: me,
    Deadline: 1_793_577_600n,
  });
  const v3: Address = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45";
  const exact =
    "exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)";
  const packed = explain(v3, encode(exact, [[concat([usdc, "0x000bb8", weth]), me, 10n, 9n]]));
  assertEquals(fieldsOf(packed), {
    "Amount given": [10n, "USDC", undefined],
    "Received at least": [9n, "WETH", undefined],
    To: me,
    "Pool fee": [3000n, 4, "%"],
  });
  const single = explain(
    v3,
    encode(
      "exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)",
      [[usdc, weth, 3000, me, 10n, 9n, 0n]],
    ),
  );
  assertEquals(fieldsOf(single)["Pool fee"], [3000n, 4, "%"]);
  // Without a token there is no amount, and a call is either explained completely or not at all.
  const short = explain(v3, encode(exact, [["0x1234", me, 10n, 9n]]));
  assertEquals(short.explanation, undefined);
  const empty = encode(
    "swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline)",
    [9n, [], me, 0n],
  );
  assertEquals(explain(router, empty).explanation, undefined);
});

Deno.test("pinned: an enum out of range and a date out of range stay numbers", () => {
  const pool: Address = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2";
  const borrow =
    "borrow(address asset,uint256 amount,uint256 interestRateMode,uint16 referralCode,address onBehalfOf)";
  const rate = (mode: bigint) =>
    fieldsOf(explain(pool, encode(borrow, [usdc, 1n, mode, 0, me])))["Interest rate"];
  assertEquals([rate(2n), rate(0n), rate(9n)], ["variable", 0n, 9n]);
  assertEquals(rate(maxUint256), maxUint256);
  const ens: Address = "0x253553366Da8546fC250F225fe3d25d0C782303b";
  const renew = explain(ens, encode("renew(string name,uint256 duration)", ["lily", maxUint256]));
  assertEquals(fieldsOf(renew).For, maxUint256);
});

Deno.test("pinned: an unknown format is shown as is, a path without a value is not shown", () => {
  const made = (field: FieldFormat): Descriptor => ({
    $schema,
    context: { $id: "Made up", contract: { deployments: [{ chainId: 1, address: friend }] } },
    metadata: { owner: "Made up", contractName: "Made up" },
    display: {
      formats: {
        "set((uint256 id,(address who,bytes[] notes)[] list)[2] pairs)": {
          intent: "Set",
          fields: [field],
        },
      },
    },
  });
  const abi = Object.keys(made({ path: "", label: "", format: "" }).display.formats)[0]!;
  const data = encode(abi, [[[1n, [[me, ["0x01", "0x"]]]], [2n, []]]]);
  const call = { to: friend, value: 0n, data };
  const of = (field: FieldFormat) =>
    explainVerified(
      call,
      { chainId: 1, native, tokens: [], sender: me },
      createRegistry([made(field)]),
    )?.explanation.fields
      .map(({ label, value }) => [label, said(value)]);
  assertEquals(of({ path: "pairs", label: "All", format: "hologram" }), [
    ["All [1].id", 1n],
    ["All [1].list [1].who", me],
    ["All [1].list [1].notes [1]", "0x01"],
    ["All [1].list [1].notes [2]", "0x"],
    ["All [2].id", 2n],
  ]);
  assertEquals(of({ path: "pairs.[0].list.[-1].who", label: "Who", format: "addressName" }), [
    ["Who", me],
  ]);
  assertEquals(
    of({
      path: "pairs.[].id",
      label: "Id",
      format: "nftName",
      params: { collectionPath: "pairs.[0].list.[0].who" },
    })?.map(([, value]) => (value as unknown[])[0]),
    [1n, 2n],
  );
  for (const path of ["pairs.[2].id", "nothing", "pairs.id", "pairs.[0].id.[0]", "pairs.[x]", ""]) {
    assertEquals(of({ path, label: "X", format: "raw" }), undefined, path);
  }
});

Deno.test("pinned: nested calls must be for the descriptor's account, or the call is not explained", () => {
  const key = "run(address[] targets,uint256[] amounts,bytes[] data,bool[] lenient,bytes32 id)";
  const made = (params: FormatParams): Descriptor => ({
    $schema,
    context: { $id: "Made up", contract: { deployments: [{ chainId: 1, address: friend }] } },
    metadata: { owner: "Made up", contractName: "Made up" },
    display: {
      formats: {
        [key]: {
          intent: "Run",
          fields: [{ path: "data.[]", label: "Step", format: "calldata", params }],
        },
      },
    },
  });
  const id = `0x${"00".repeat(32)}`;
  const data = encode(key, [[usdc, weth], [1n, 2n], ["0x01", "0x02"], [true, false], id]);
  const innerOf = (params: FormatParams) =>
    explainVerified(
      { to: friend, value: 9n, data },
      { chainId: 1, native, tokens: [], sender: me },
      createRegistry([made(params)]),
    )?.nested.map((each) =>
      each.kind === "call" ? [each.call.to, each.call.value, each.own, each.mayFail] : each
    );
  assertEquals(innerOf({ callee: weth }), [[weth, 0n, false, false], [weth, 0n, false, false]]);
  assertEquals(innerOf({ calleePath: "@.to", amountPath: "@.value" }), [
    [friend, 9n, true, false],
    [friend, 9n, true, false],
  ]);
  assertEquals(
    innerOf({
      calleePath: "targets.[]",
      amountPath: "amounts.[]",
      mayFailPath: "lenient.[]",
    }),
    [[usdc, 1n, false, true], [weth, 2n, false, false]],
  );
  for (
    const odd of [
      {},
      { calleePath: "nobody" },
      { calleePath: "amounts.[]" },
      { calleePath: "id" },
      { calleePath: "targets.[0]", amountPath: "targets.[]" },
      { callee: weth, amountPath: "nothing" },
      { callee: weth, mayFailPath: "data.[]" },
    ]
  ) assertEquals(innerOf(odd), undefined, JSON.stringify(odd));
  // The lists have different lengths.
  const uneven = encode(key, [[usdc, weth, me], [1n], ["0x01", "0x02"], [true], id]);
  const read = explainVerified(
    { to: friend, value: 0n, data: uneven },
    { chainId: 1, native, tokens: [], sender: me },
    createRegistry([made({ calleePath: "targets.[]" })]),
  );
  assertEquals(read, null);
});

Deno.test("pinned: the tokens of the amounts are described, without the native currency", () => {
  const router: Address = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45";
  const data = encode(
    "exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)",
    [[usdc, "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", 3000, me, 10n, 9n, 0n]],
  );
  assertEquals(tokensOf([explain(router, data)]), [usdc]);
  assertEquals(fieldsOf(explain(router, data))["Received at least"], [9n, "ETH", undefined]);
});

Deno.test("pinned: random data for a known contract never throws", () => {
  const targets = descriptors.flatMap(({ context, display }) =>
    Object.keys(display.formats).map((key) => ({
      ...context.contract.deployments[0]!,
      selector: shapeOf(parseFunction(key)).selector,
    }))
  );
  assertNotEquals(targets.length, 0);
  fc.assert(fc.property(
    fc.constantFrom(...targets),
    fc.uint8Array({ maxLength: 300 }),
    ({ address, chainId, selector }, bytes) => {
      const rest = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      explain(address, `${selector}${rest}`, { chainId });
    },
  ));
});
