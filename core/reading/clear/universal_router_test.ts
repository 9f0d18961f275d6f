/** Tests the explanation of each command of Uniswap's router. */
import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { type Address, concat, encodeAbiParameters, getAddress, type Hex, maxUint256 } from "viem";
import { encode, explain, fieldsOf, friend, me, usdc, weth } from "../../testing/clear_calls.ts";
import {
  ether,
  input,
  multicall3,
  router as second,
  self,
  sender,
  stepsOf,
  wordsOf,
} from "../../testing/router_calls.ts";
import { warningsOf } from "../decode.ts";
import type { CallView } from "../../dialog/types.ts";
import { parseFunction } from "./registry.ts";
import { universalRouter1, universalRouter2 } from "../descriptors/universal_router.ts";
import { MAX_STEPS } from "./steps.ts";

const first: Address = "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD";
const everything = 2n ** 255n;
const until = 1_793_577_600n;
const held = { message: "All that the router holds" };

const swapInput = (recipient: Address, amount: bigint, limit: bigint, path: Hex, user: boolean) =>
  input("address, uint256, uint256, bytes, bool", [recipient, amount, limit, path, user]);
const plan = (commands: Hex, inputs: readonly Hex[]) =>
  encode("execute(bytes commands,bytes[] inputs,uint256 deadline)", [commands, inputs, until]);
const run = (commands: Hex, inputs: readonly Hex[], to = second) =>
  explain(to, plan(commands, inputs));
const one = (command: Hex, data: Hex, to = second) => stepsOf(run(command, [data], to))[0]!;
const codesOf = (view: CallView) => warningsOf([view]).map(({ code, level }) => [code, level]);

Deno.test("universal router: a swap of ether for a token, from wrapping to sweeping", () => {
  const path = concat([weth, "0x0001f4", usdc]);
  const data = plan("0x0b000604", [
    input("address, uint256", [self, 5n]),
    swapInput(self, everything, 90n, path, false),
    input("address, address, uint256", [usdc, friend, 25n]),
    input("address, address, uint256", [usdc, sender, 80n]),
  ]);
  for (const router of [first, second]) {
    const view = explain(router, data, { value: 5n });
    assertEquals(wordsOf(view), ["Swap or other steps", {
      Deadline: until,
    }]);
    assertEquals([view.explanation?.partial, warningsOf([view])], [false, []]);
    const itself = router.toLowerCase();
    assertEquals(stepsOf(view).map(wordsOf), [
      ["Wrap what the router holds", { Amount: [5n, "ETH", undefined], To: itself }],
      ["Swap", {
        "Amount given": [everything, "WETH", held],
        "Received at least": [90n, "USDC", undefined],
        To: itself,
        "Taken from": "what the router holds",
        "Pool fee": [500n, 4, "%"],
      }],
      ["Pay out a share of what the router holds", {
        Share: [25n, 2, "%"],
        Token: usdc.toLowerCase(),
        To: friend,
      }],
      ["Pay out all that the router holds", {
        "Received at least": [80n, "USDC", undefined],
        To: me,
      }],
    ]);
    assertEquals(stepsOf(view).every(({ to, by }) => to === router && by === undefined), true);
  }
  const short = explain(second, encode("execute(bytes commands,bytes[] inputs)", ["0x", []]));
  assertEquals([short.explanation?.intent, stepsOf(short)], ["Swap or other steps", []]);
});

Deno.test("universal router: paths over several pools, forwards and backwards", () => {
  const path = concat([weth, "0x0001f4", friend, "0x000bb8", usdc]);
  const forwards = one("0x00", swapInput(sender, 10n, 9n, path, true));
  assertEquals(fieldsOf(forwards), {
    "Amount given": [10n, "WETH", undefined],
    "Received at least": [9n, "USDC", undefined],
    To: me,
    "Taken from": "the caller",
    "Pool fee [1]": [500n, 4, "%"],
    "By way of": friend,
    "Pool fee [2]": [3000n, 4, "%"],
  });
  const backwards = one("0x01", swapInput(friend, 10n, 12n, path, true));
  assertEquals(fieldsOf(backwards), {
    "Given at most": [12n, "USDC", undefined],
    "Amount received": [10n, "WETH", undefined],
    To: friend,
    "Taken from": "the caller",
    "Pool fee [1]": [3000n, 4, "%"],
    "By way of": friend,
    "Pool fee [2]": [500n, 4, "%"],
  });
  assertEquals(backwards.explanation?.fields.map(({ label }) => label).slice(-3), [
    "Pool fee [1]",
    "By way of",
    "Pool fee [2]",
  ]);
});

Deno.test("universal router: a path with extra bytes is not read from its end", () => {
  // The router swaps for the token in the first pool; the last 20 bytes are ignored.
  for (const more of ["0x00", usdc, concat(["0x0001f4", usdc.slice(0, -2) as Hex])] as Hex[]) {
    const path = concat([weth, "0x0001f4", friend, more]);
    const step = one("0x00", swapInput(sender, 10n, 9n, path, true));
    assertEquals([step.explanation?.intent, step.function], ["Command 0x00", undefined]);
    const router: Address = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45";
    const exact =
      "exactInput((bytes path,address recipient,uint256 amountIn,uint256 amountOutMinimum) params)";
    assertEquals(explain(router, encode(exact, [[path, me, 10n, 9n]])).explanation, undefined);
  }
});

Deno.test("universal router: v2 swaps, transfers, unwrapping and checks", () => {
  const path = [usdc, friend, weth];
  const types = "address, uint256, uint256, address[], bool";
  assertEquals(wordsOf(one("0x08", input(types, [sender, 0n, 9n, path, true]))), ["Swap", {
    "Amount given": [0n, "USDC", { message: "Paid in by an earlier step" }],
    "Received at least": [9n, "WETH", undefined],
    To: me,
    "Taken from": "the caller",
  }]);
  assertEquals(wordsOf(one("0x09", input(types, [self, 7n, 9n, path, false]))), ["Swap", {
    "Given at most": [9n, "USDC", undefined],
    "Amount received": [7n, "WETH", undefined],
    To: second.toLowerCase(),
    "Taken from": "what the router holds",
  }]);
  assertEquals(wordsOf(one("0x05", input("address, address, uint256", [ether, friend, 3n]))), [
    "Pay out of what the router holds",
    { Amount: [3n, "ETH", undefined], To: friend },
  ]);
  assertEquals(wordsOf(one("0x02", input("address, address, uint160", [usdc, self, 3n]))), [
    "Move tokens of the caller",
    { Amount: [3n, "USDC", undefined], To: second.toLowerCase() },
  ]);
  assertEquals(wordsOf(one("0x0c", input("address, uint256", [sender, 3n]))), [
    "Unwrap all that the router holds",
    { "Received at least": [3n, "ETH", undefined], To: me },
  ]);
  assertEquals(wordsOf(one("0x0e", input("address, address, uint256", [me, usdc, 3n]))), [
    "Go on only with a balance",
    { Of: me, "At least": [3n, "USDC", undefined] },
  ]);
  const batch = input("(address, address, uint160, address)[]", [[[me, friend, 3n, usdc]]]);
  assertEquals(wordsOf(one("0x0d", batch)), ["Move tokens", {
    From: me,
    To: friend,
    Amount: [3n, "USDC", undefined],
  }]);
  // The router truncates the minimum to 160 bits, so larger values would not be enforced.
  const most = input("address, address, uint256", [usdc, sender, 2n ** 160n]);
  assertEquals(one("0x04", most).explanation?.intent, "Command 0x04");
});

Deno.test("universal router: a signed allowance is shown with its spender, and warned of if unlimited", () => {
  const single = "((address, uint160, uint48, uint48), address, uint256), bytes";
  const permit = (amount: bigint) =>
    run("0x0a", [input(single, [[[usdc, amount, 5, 0], friend, until], "0x1234"])]);
  assertEquals(wordsOf(stepsOf(permit(7n))[0]!), ["Use a signed allowance", {
    Spender: friend,
    Amount: [7n, "USDC", undefined],
    "Valid until": 5n,
    "Signature valid until": until,
  }]);
  assertEquals(codesOf(permit(7n)), []);
  assertEquals(codesOf(permit(2n ** 160n - 1n)), [["unlimited_approval", "danger"]]);
  const batch = "((address, uint160, uint48, uint48)[], address, uint256), bytes";
  const many = (amounts: readonly bigint[]) =>
    run("0x03", [
      input(batch, [[amounts.map((amount) => [usdc, amount, 5, 0]), friend, until], "0x12"]),
    ]);
  assertEquals(codesOf(many([1n, 2n])), []);
  assertEquals(fieldsOf(stepsOf(many([1n, 2n]))[0]!)["Amount [2]"], [2n, "USDC", undefined]);
  // At any position, including after the shown fields.
  const last = many([...Array.from({ length: 200 }, () => 1n), 2n ** 159n]);
  assertEquals(codesOf(last), [["unlimited_approval", "danger"], ["partly_read", "info"]]);
});

Deno.test("universal router: a plan within a plan, and steps that may fail", () => {
  const unwrap = input("address, uint256", [sender, 3n]);
  const inner = input("bytes, bytes[]", ["0x0c8c", [unwrap, unwrap]]);
  const view = run("0xa1", [inner]);
  const [sub] = stepsOf(view);
  assertEquals([sub?.mayFail, sub?.explanation?.intent], [true, "Several steps"]);
  assertEquals(stepsOf(sub!).map(({ mayFail }) => mayFail), [undefined, true]);
  assertEquals(codesOf(view), []);
  let deep = inner;
  for (let depth = 0; depth < 3; depth++) deep = input("bytes, bytes[]", ["0x21", [deep]]);
  assertEquals(codesOf(run("0x21", [deep])), [["partly_read", "warning"]]);
  const wide = run(
    `0x${"0c".repeat(5000)}`,
    Array.from({ length: 5000 }, () => unwrap),
  );
  assertEquals([stepsOf(wide).length, wide.explanation?.unread], [MAX_STEPS, 5000 - MAX_STEPS]);
});

Deno.test("universal router: the caller through a multicall is the multicall", () => {
  const data = plan("0x0c", [input("address, uint256", [sender, 3n])]);
  const outer = encode("aggregate((address target,bytes callData)[] calls)", [[[second, data]]]);
  const [step] = stepsOf(explain(multicall3, outer));
  const [unwrap] = stepsOf(step!);
  assertEquals([step?.by, unwrap?.by, fieldsOf(unwrap!).To], [
    multicall3,
    multicall3,
    multicall3.toLowerCase(),
  ]);
});

Deno.test("universal router: unknown commands are reported as bytes", () => {
  for (const command of ["0x07", "0x0f", "0x22", "0x3f", "0x40", "0x44", "0x7f", "0xff"] as Hex[]) {
    const view = run(command, ["0x1234"]);
    const [step] = stepsOf(view);
    const type = (Number(command) & 0x3f).toString(16).padStart(2, "0");
    assertEquals([step?.explanation?.intent, fieldsOf(step!)], [
      `Command 0x${type}`,
      { Input: "0x1234" },
    ]);
    assertEquals([step?.mayFail, codesOf(view)], [
      command === "0xff" ? true : undefined,
      [["partly_read", "info"]],
    ]);
  }
  // Routers ignore the second bit: this is a permit of Permit2 with an undecodable input.
  assertEquals(codesOf(run("0x4a", ["0x1234"])), [["partly_read", "info"]]);
  // The first version does not have this command.
  assertEquals(one("0x13", "0x12").explanation?.intent, "Open a v4 pool (not read)");
  assertEquals(one("0x13", "0x12", first).explanation?.intent, "Command 0x13");
  assertEquals(codesOf(run("0x13", ["0x12"])), [["partly_read", "info"]]);
  for (const [commands, inputs] of [["0x0c0c", ["0x"]], ["0x", ["0x"]], ["0x0c", []]] as const) {
    assertEquals(run(commands, inputs).explanation, undefined);
  }
});

Deno.test("universal router: every command reads exactly the output of an encoder", () => {
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) =>
    getAddress(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`)
  );
  const path = fc.array(address, { minLength: 2, maxLength: 5 });
  const packed = path.map((tokens) =>
    concat(tokens.flatMap((token, index): Hex[] => index === 0 ? [token] : ["0x000bb8", token]))
  );
  const valueOf = (name: string, type: string): fc.Arbitrary<unknown> => {
    if (type === "address") return address;
    if (type === "address[]") return path;
    if (type === "bool") return fc.boolean();
    if (type === "bytes") return name === "path" ? packed : fc.constant("0x1234");
    const bits = Number(/^uint(\d+)$/.exec(type)![1]);
    return bits <= 48
      ? fc.integer({ min: 0, max: 2 ** bits - 1 })
      : fc.bigInt(0n, 2n ** BigInt(bits) - 1n);
  };
  let read = 0;
  for (const { context, display } of [universalRouter1, universalRouter2]) {
    const { address: router, chainId } = context.contract.deployments[0]!;
    for (const [type, { input, intent }] of Object.entries(display.commands!)) {
      if (input === undefined) continue;
      const { inputs } = parseFunction(input);
      // Lists of commands and of allowances have separate tests.
      if (inputs.some(({ type }) => type.startsWith("tuple") || type === "bytes[]")) continue;
      read++;
      const values = fc.tuple(...inputs.map(({ name, type }) => valueOf(name!, type)));
      fc.assert(
        fc.property(values, (values) => {
          const data = encodeAbiParameters(inputs, values);
          const [step] = stepsOf(explain(router, plan(type as Hex, [data]), { chainId }));
          assertEquals(step?.explanation?.intent, intent);
          assertEquals(
            step?.function?.args.map(({ value }) => value.toLowerCase()),
            values.map((value) =>
              (Array.isArray(value) ? `[${value.join(", ")}]` : String(value)).toLowerCase()
            ),
          );
          for (const odd of [concat([data, "0x00"]), data.slice(0, -2) as Hex]) {
            const [left] = stepsOf(explain(router, plan(type as Hex, [odd]), { chainId }));
            assertEquals(left?.function, undefined);
          }
          // An address with dirty upper bytes.
          const dirty = `0x01${data.slice(4)}` as Hex;
          const [soiled] = stepsOf(explain(router, plan(type as Hex, [dirty]), { chainId }));
          if (inputs[0]?.type === "address") assertEquals(soiled?.function, undefined);
        }),
        { numRuns: 25 },
      );
    }
  }
  assertNotEquals(read, 0);
});

Deno.test("universal router: random commands and inputs never throw", () => {
  const bytes = fc.uint8Array({ maxLength: 100 }).map((bytes): Hex =>
    `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 255 }), bytes), { maxLength: 6 }), (list) => {
      const commands = `0x${
        list.map(([type]) => type.toString(16).padStart(2, "0")).join("")
      }` as Hex;
      const view = run(commands, list.map(([, input]) => input));
      assertEquals(stepsOf(view).map(({ data }) => data), list.map(([, input]) => input));
    }),
  );
  assertEquals(run("0x00", [swapInput(sender, maxUint256, 0n, "0x", true)]).kind, "call");
});
