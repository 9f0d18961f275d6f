/** Tests swaps in Uniswap v4, action by action. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Address, concat, encodeAbiParameters, getAddress, type Hex, maxUint256 } from "viem";
import { encode, explain, fieldsOf, friend, me, usdc, weth } from "../../testing/clear_calls.ts";
import {
  ether,
  input,
  multicall3,
  router,
  self,
  sender,
  stepsOf,
  wordsOf,
} from "../../testing/router_calls.ts";
import { warningsOf } from "../decode.ts";
import { parseFunction } from "./registry.ts";
import { actions } from "../descriptors/uniswap_v4.ts";

const hook: Address = getAddress(`0x${"40".repeat(20)}`);

const single =
  "((address, address, uint24, int24, address), bool, uint128, uint128, bytes)" as const;
const swapOne = (
  zeroForOne: boolean,
  [first, second]: readonly [bigint, bigint],
  { fee = 500, hooks = ether, data = "0x" as Hex } = {},
) => input(single, [[[ether, usdc, fee, 10, hooks], zeroForOne, first, second, data]]);
const currencyAnd = (currency: Address, amount: bigint) =>
  input("address, uint256", [currency, amount]);

const execute = (types: Hex, params: readonly Hex[]) =>
  encode("execute(bytes commands,bytes[] inputs)", [
    "0x10",
    [input("bytes, bytes[]", [types, params])],
  ]);
/** The actions of a swap. */
const run = (types: Hex, params: readonly Hex[]) =>
  stepsOf(stepsOf(explain(router, execute(types, params)))[0]!);
const one = (type: Hex, data: Hex) => run(type, [data])[0]!;

Deno.test("uniswap v4: ether for a token through one pool, in the most common form", () => {
  const view = explain(
    router,
    execute("0x060c0f", [
      swapOne(true, [10n, 9n]),
      currencyAnd(ether, 10n),
      currencyAnd(usdc, 9n),
    ]),
    { value: 10n },
  );
  const [swap] = stepsOf(view);
  assertEquals([view.explanation?.partial, warningsOf([view])], [false, []]);
  assertEquals(wordsOf(swap!), ["Swap in Uniswap v4", {}]);
  assertEquals(stepsOf(swap!).map(wordsOf), [
    ["Swap", {
      "Amount given": [10n, "ETH", undefined],
      "Received at least": [9n, "USDC", undefined],
      "Pool fee": [500n, 4, "%"],
    }],
    ["Pay all that is owed to the pools", {
      "Given at most": [10n, "ETH", undefined],
      "Taken from": me,
    }],
    ["Take all that the swap gave", { "Received at least": [9n, "USDC", undefined], To: me }],
  ]);
});

Deno.test("uniswap v4: the direction determines the spent currency", () => {
  assertEquals(fieldsOf(one("0x06", swapOne(false, [10n, 9n]))), {
    "Amount given": [10n, "USDC", undefined],
    "Received at least": [9n, "ETH", undefined],
    "Pool fee": [500n, 4, "%"],
  });
  assertEquals(fieldsOf(one("0x08", swapOne(true, [7n, 8n]))), {
    "Given at most": [8n, "ETH", undefined],
    "Amount received": [7n, "USDC", undefined],
    "Pool fee": [500n, 4, "%"],
  });
  assertEquals(fieldsOf(one("0x08", swapOne(false, [7n, 8n]))), {
    "Given at most": [8n, "USDC", undefined],
    "Amount received": [7n, "ETH", undefined],
    "Pool fee": [500n, 4, "%"],
  });
});

Deno.test("uniswap v4: a pool's hook, its data and a dynamic fee are shown", () => {
  const odd = { fee: 0x800000, hooks: hook, data: "0xc0de" as Hex };
  assertEquals(fieldsOf(one("0x06", swapOne(true, [0n, 9n], odd))), {
    "Amount given": [0n, "ETH", { message: "All that earlier steps gave" }],
    "Received at least": [9n, "USDC", undefined],
    "Pool fee": "As the pool's hook says",
    "Hook of the pool": hook,
    "Data for the hook": "0xc0de",
  });
});

Deno.test("uniswap v4: paths over several pools, by spent and by received currency", () => {
  const path = (...hops: readonly (readonly [Address, Address])[]) =>
    hops.map(([currency, hooks]) => [currency, 3000, 60, hooks, "0x"]);
  const types = "(address, (address, uint24, int24, address, bytes)[], uint128, uint128)";
  assertEquals(
    fieldsOf(one("0x07", input(types, [[weth, path([friend, hook], [usdc, ether]), 10n, 9n]]))),
    {
      "Amount given": [10n, "WETH", undefined],
      "Received at least": [9n, "USDC", undefined],
      "Pool fee [1]": [3000n, 4, "%"],
      "Pool fee [2]": [3000n, 4, "%"],
      "Hook of the pool [1]": hook,
      "Hook of the pool [2]": ether,
      "By way of [1]": friend,
      "By way of [2]": usdc.toLowerCase(),
    },
  );
  assertEquals(
    fieldsOf(one("0x09", input(types, [[usdc, path([weth, ether], [friend, ether]), 9n, 12n]]))),
    {
      "Given at most": [12n, "WETH", undefined],
      "Amount received": [9n, "USDC", undefined],
      "Pool fee [1]": [3000n, 4, "%"],
      "Pool fee [2]": [3000n, 4, "%"],
      "By way of [1]": weth.toLowerCase(),
      "By way of [2]": friend,
    },
  );
  // Without a pool there is no other currency to name.
  assertEquals(one("0x07", input(types, [[weth, [], 10n, 9n]])).explanation?.intent, "Action 0x07");
});

Deno.test("uniswap v4: payer and recipient, if they are not the caller", () => {
  const settle = "address, uint256, bool";
  assertEquals(wordsOf(one("0x0b", input(settle, [weth, 2n ** 255n, false]))), [
    "Pay into the pools",
    {
      Amount: [2n ** 255n, "WETH", { message: "All that the router holds" }],
      "Taken from": "what the router holds",
    },
  ]);
  assertEquals(fieldsOf(one("0x0b", input(settle, [weth, 0n, true]))), {
    Amount: [0n, "WETH", { message: "All that is owed" }],
    "Taken from": "the caller",
  });
  const take = "address, address, uint256";
  assertEquals(wordsOf(one("0x0e", input(take, [usdc, friend, 5n]))), ["Take out of the pools", {
    Amount: [5n, "USDC", undefined],
    To: friend,
  }]);
  assertEquals(fieldsOf(one("0x0e", input(take, [ether, self, 0n]))), {
    Amount: [0n, "ETH", { message: "All that earlier steps gave" }],
    To: router.toLowerCase(),
  });
  assertEquals(wordsOf(one("0x10", input(take, [usdc, sender, 25n]))), [
    "Take a share of what the swap gave",
    { Share: [25n, 2, "%"], Token: usdc.toLowerCase(), To: me },
  ]);
  assertEquals(fieldsOf(one("0x0c", currencyAnd(usdc, maxUint256))), {
    "Given at most": [maxUint256, "USDC", { message: "The amount owed" }],
    "Taken from": me,
  });
});

Deno.test("uniswap v4: the caller through a multicall is the multicall", () => {
  const data = execute("0x0f", [currencyAnd(usdc, 9n)]);
  const outer = encode("aggregate((address target,bytes callData)[] calls)", [[[router, data]]]);
  const [step] = stepsOf(explain(multicall3, outer));
  const [take] = stepsOf(stepsOf(step!)[0]!);
  assertEquals([take?.by, fieldsOf(take!).To], [multicall3, multicall3.toLowerCase()]);
});

Deno.test("uniswap v4: unknown actions are shown as bytes, and none of them may fail", () => {
  for (const type of ["0x00", "0x0a", "0x0d", "0x11", "0x86", "0xff"] as Hex[]) {
    const step = one(type, "0x1234");
    assertEquals([step.explanation?.intent, fieldsOf(step), step.mayFail], [
      `Action ${type}`,
      { Input: "0x1234" },
      undefined,
    ]);
  }
  const view = explain(router, execute("0x0a", ["0x12"]));
  assertEquals(warningsOf([view]).map(({ code, level }) => [code, level]), [
    ["partly_read", "info"],
  ]);
  // The number of inputs must equal the number of actions; otherwise none are read.
  assertEquals(run("0x0f", []), []);
  assertEquals(
    stepsOf(explain(router, execute("0x0f", [])))[0]?.explanation?.intent,
    "Command 0x10",
  );
});

Deno.test("uniswap v4: another router's input at the same position is not read with this one's rules", () => {
  const later =
    "((address, address, uint24, int24, address), bool, uint128, uint128, uint256, bytes)";
  for (const limit of [0n, 1n, 0x120n, 0x140n, maxUint256]) {
    const data = input(later, [[[ether, usdc, 500, 10, ether], true, 10n, 9n, limit, "0x"]]);
    assertEquals(one("0x06", data).explanation?.intent, "Action 0x06");
  }
});

Deno.test("uniswap v4: every action reads exactly the output of an encoder", () => {
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) =>
    getAddress(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`)
  );
  type Part = { readonly type: string; readonly components?: readonly Part[] };
  const valueOf = ({ type, components }: Part): fc.Arbitrary<unknown> => {
    const tuple = () => fc.tuple(...components!.map(valueOf));
    if (type === "tuple[]") return fc.array(tuple(), { minLength: 1, maxLength: 4 });
    if (type === "tuple") return tuple();
    if (type === "address") return address;
    if (type === "bool") return fc.boolean();
    if (type === "bytes") return fc.constantFrom("0x", "0x1234");
    if (type === "int24") return fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 });
    const bits = Number(/^uint(\d+)$/.exec(type)![1]);
    return bits <= 48
      ? fc.integer({ min: 0, max: 2 ** bits - 1 })
      : fc.bigInt(0n, 2n ** BigInt(bits) - 1n);
  };
  for (const [type, { input: written, intent }] of Object.entries(actions)) {
    const { inputs } = parseFunction(written!);
    const named = (part: Part, value: unknown): unknown => {
      if (part.type === "tuple[]") {
        return (value as unknown[]).map((each) => named({ ...part, type: "tuple" }, each));
      }
      if (part.type !== "tuple") return value;
      return Object.fromEntries(
        part.components!.map((inner, index) => [
          (inner as { name?: string }).name!,
          named(inner, (value as unknown[])[index]),
        ]),
      );
    };
    const values = fc.tuple(...inputs.map((part) => valueOf(part as Part)));
    fc.assert(
      fc.property(values, (values) => {
        const data = encodeAbiParameters(
          inputs,
          values.map((value, index) => named(inputs[index] as Part, value)),
        );
        const step = one(type as Hex, data);
        assertEquals([step.explanation?.intent, step.explanation?.partial], [intent, false]);
        const text = (value: unknown): string =>
          Array.isArray(value) ? `[${value.map(text).join(", ")}]` : String(value);
        assertEquals(
          step.function?.args.map(({ value }) => value.toLowerCase()),
          values.map((value) => text(value).toLowerCase()),
        );
        for (const odd of [concat([data, "0x00"]), data.slice(0, -2) as Hex]) {
          assertEquals(one(type as Hex, odd).function, undefined);
        }
      }),
      { numRuns: 25 },
    );
  }
});
