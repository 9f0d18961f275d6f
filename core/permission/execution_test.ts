import { assertEquals, assertThrows } from "@std/assert";
import { NATIVE } from "../chain/native.ts";
import { AcctError } from "../ground/errors.ts";
import { MAX_TIMESTAMP } from "../ground/limits.ts";
import { walletRequestExecutionPermissions } from "../protocol/methods/permissions/wallet_request_execution_permissions.ts";
import { describeGrant } from "./details.ts";
import { answerExecution, describeExecution } from "./execution_answer.ts";
import type { ExecutionParams } from "./execution.ts";
import { permissionId, permissionSalt } from "./permission.ts";
import { compileCall } from "./limits/argument_rules.ts";
import type { RuleKind } from "./limits/rules.ts";

const token = `0x${"11".repeat(20)}` as const;
const to = `0x${"22".repeat(20)}` as const;
const payee = `0x${"55".repeat(20)}` as const;
const other = `0x${"66".repeat(20)}` as const;
const DAY = 86_400;
const end = 2_000_000_000;
const expiry = { type: "expiry", data: { timestamp: end + 1 } };

const read = (...requests: unknown[]): readonly ExecutionParams[] =>
  walletRequestExecutionPermissions.params.read({ value: requests, path: "params", origin: null });

function ask(type: string, data: object, rules?: unknown): Record<string, unknown> {
  const erc20 = type.startsWith("erc20") ? { tokenAddress: token } : {};
  return {
    chainId: "0x5",
    to,
    permission: { type, isAdjustmentAllowed: false, data: { ...erc20, ...data } },
    ...(rules !== undefined && { rules }),
  };
}

const spend = (allowance: `0x${string}`, unit: number, multiplier = 1, of: string = token) => ({
  token: of,
  allowance,
  unit,
  multiplier,
});
const plain = { spender: to, expiry: end, calls: [] };
const addresses = (type: string, ...list: string[]) => ({ type, data: { addresses: list } });
const transfers = (kind: RuleKind, ...values: (`0x${string}`)[]) => [{
  target: token,
  selector: "0xa9059cbb",
  signature: "transfer(address,uint256)",
  declared: "transfer(address to, uint256 amount)",
  rules: [{ argument: "to", kind, values }],
}];

/** Requests that map, with the resulting permission. */
const maps: readonly (readonly [name: string, request: unknown, grant: unknown])[] = [
  [
    "days",
    ask("erc20-token-periodic", { periodAmount: "0x5", periodDuration: 3 * DAY }, [expiry]),
    { ...plain, spends: [spend("0x5", 2, 3)] },
  ],
  [
    "weeks, of the native currency",
    ask("native-token-periodic", { periodAmount: "0x5", periodDuration: 14 * DAY }, [expiry]),
    { ...plain, spends: [spend("0x5", 3, 2, NATIVE)] },
  ],
  [
    "an allowance",
    ask("erc20-token-allowance", { allowanceAmount: "0x07", startTime: null }, [expiry]),
    { ...plain, spends: [spend("0x7", 6)] },
  ],
  [
    "an allowance as ERC-7715's example has it",
    ask("native-token-allowance", { allowance: "0x7" }, [expiry]),
    { ...plain, spends: [spend("0x7", 6, 1, NATIVE)] },
  ],
  [
    "a stream that gives all at once",
    ask("native-token-stream", {
      amountPerSecond: "0x1",
      initialAmount: "0x9",
      maxAmount: "0x9",
    }, [expiry]),
    { ...plain, spends: [spend("0x9", 6, 1, NATIVE)] },
  ],
  [
    "without an end",
    ask("erc20-token-allowance", { allowanceAmount: "0x7" }),
    { ...plain, expiry: MAX_TIMESTAMP, spends: [spend("0x7", 6)] },
  ],
  [
    "null rules",
    { ...ask("erc20-token-allowance", { allowanceAmount: "0x7" }), rules: null },
    { ...plain, expiry: MAX_TIMESTAMP, spends: [spend("0x7", 6)] },
  ],
  [
    "from a time on",
    ask("erc20-token-allowance", { allowanceAmount: "0x7", startTime: 5 }, [expiry]),
    { ...plain, spends: [spend("0x7", 6)], start: 5 },
  ],
  [
    "one payee",
    ask("erc20-token-allowance", { allowanceAmount: "0x7" }, [addresses("payee", payee), expiry]),
    { ...plain, spends: [spend("0x7", 6)], calls: transfers("equal", payee) },
  ],
  [
    "two payees",
    ask("erc20-token-allowance", { allowanceAmount: "0x7" }, [
      expiry,
      addresses("payee", payee, other),
    ]),
    { ...plain, spends: [spend("0x7", 6)], calls: transfers("oneOf", payee, other) },
  ],
  [
    "payees of the native currency",
    ask("native-token-allowance", { allowanceAmount: "0x7" }, [
      expiry,
      addresses("payee", payee, other),
    ]),
    {
      ...plain,
      spends: [spend("0x7", 6, 1, NATIVE)],
      calls: [payee, other].map((target) => ({ target, selector: "0xe0e0e0e0", rules: [] })),
    },
  ],
  [
    "the spender alone redeems",
    ask("erc20-token-allowance", { allowanceAmount: "0x7" }, [expiry, addresses("redeemer", to)]),
    { ...plain, spends: [spend("0x7", 6)], spenderOnly: true },
  ],
];

Deno.test("execution: requests that map without loss become a permission", () => {
  for (const [name, request, grant] of maps) {
    const [params] = read(request);
    assertEquals<unknown>(params!.grant, grant, name);
    assertEquals(params!.chainId, 5);
  }
  assertEquals(read(...maps.slice(0, 10).map(([, request]) => request)).length, 10);
});

const periodic = (data: object) =>
  ask("erc20-token-periodic", { periodAmount: "0x5", periodDuration: DAY, ...data }, [expiry]);
const allowed = (...rules: unknown[]) =>
  ask("erc20-token-allowance", { allowanceAmount: "0x7" }, rules);
const stream = (data: object) => ask("erc20-token-stream", { amountPerSecond: "0x1", ...data });

Deno.test("execution: terms that do not map are rejected with their field", () => {
  const data = "params[0].permission.data";
  for (
    const [request, code, field] of [
      [ask("token-approval-revocation", {}), 5700, "params[0].permission.type"],
      [periodic({ periodDuration: 61 }), 5700, `${data}.periodDuration`],
      [periodic({ periodDuration: 256 * 7 * DAY }), 5700, `${data}.periodDuration`],
      [periodic({ periodDuration: 0 }), -32602, `${data}.periodDuration`],
      [periodic({ periodAmount: `0x1${"0".repeat(40)}` }), 5700, `${data}.periodAmount`],
      [periodic({ periodAmount: "0x0" }), -32602, `${data}.periodAmount`],
      [periodic({ periodAmount: 5 }), -32602, `${data}.periodAmount`],
      [periodic({ startTime: end }), -32602, `${data}.startTime`],
      [periodic({ startTime: -1 }), -32602, `${data}.startTime`],
      [periodic({ tokenAddress: null }), -32602, `${data}.tokenAddress`],
      [ask("native-token-allowance", {}), -32602, `${data}.allowanceAmount`],
      [stream({}), 5700, `${data}.amountPerSecond`],
      [stream({ initialAmount: "0x5" }), 5700, `${data}.amountPerSecond`],
      [stream({ maxAmount: "0x5" }), 5700, `${data}.amountPerSecond`],
      [stream({ initialAmount: "0x4", maxAmount: "0x5" }), 5700, `${data}.amountPerSecond`],
      [stream({ amountPerSecond: "0x0" }), -32602, `${data}.amountPerSecond`],
      [allowed({ type: "weather", data: {} }), 5700, "params[0].rules[0].type"],
      [allowed(expiry, expiry), -32602, "params[0].rules[1].type"],
      [allowed({ type: "expiry" }), -32602, "params[0].rules[0].data"],
      [allowed({ type: "expiry", data: {} }), -32602, "params[0].rules[0].data.timestamp"],
      [allowed(addresses("payee")), -32602, "params[0].rules[0].data.addresses"],
      [allowed(addresses("payee", "0x5")), -32602, "params[0].rules[0].data.addresses[0]"],
      [
        allowed(expiry, addresses("redeemer", to, other)),
        5700,
        "params[0].rules[1].data.addresses",
      ],
    ] as const
  ) {
    const { code: found, data: { field: named } } = assertThrows(() => read(request), AcctError);
    assertEquals<unknown>([found, named], [code, field]);
  }
  for (const requests of [[], Array(11).fill(maps[0]![1])]) {
    const { data } = assertThrows(() => read(...requests), AcctError);
    assertEquals(data.field, "params");
  }
  const second = assertThrows(() => read(maps[0]![1], stream({})), AcctError);
  assertEquals(second.data.field, "params[1].permission.data.amountPerSecond");
});

Deno.test("execution: responses and lists contain the granted terms", () => {
  const account = `0x${"33".repeat(20)}` as const;
  for (const [name, request, grant] of maps) {
    const [params] = read(request);
    const { grant: { spends, calls, expiry, start = 1_700_000_000, spenderOnly } } = params!;
    const permission = {
      account,
      spender: to,
      start,
      end: expiry,
      salt: permissionSalt(0n, 0, "0x05", spenderOnly),
      calls: calls.map(({ target, selector, ...call }) => ({
        target,
        selector,
        rules: compileCall(call, "").rules,
      })),
      spends: spends.map((each) => ({ ...each, allowance: BigInt(each.allowance) })),
      watched: [],
    };
    const granted = describeGrant(permission, permissionId(permission, 5), 5);
    const answer = answerExecution(params!, granted);
    const { permission: asked, rules } = request as Pick<typeof answer, "permission" | "rules">;
    assertEquals(answer.permission.type, asked.type);
    assertEquals(answer.rules, rules ?? [], name);
    assertEquals([answer.from, answer.to, answer.chainId], [account, to, "0x5"]);
    // Requested again, a listed permission results in the same permission.
    const listed = describeExecution(granted)!;
    assertEquals(listed.context, answer.context);
    const [again] = read(listed);
    assertEquals<unknown>(again!.grant, { ...(grant as object), start });
  }
});

Deno.test("execution: a permission that the user lowered is returned as granted", () => {
  const [params] = read(maps[0]![1]);
  const permission = {
    account: to,
    spender: to,
    start: 1,
    end: end - 100,
    salt: 0n,
    calls: [],
    spends: [{ token, allowance: 3n, unit: 2, multiplier: 3 }],
    watched: [],
  };
  const granted = describeGrant(permission, permissionId(permission, 5), 5);
  const { permission: { data }, rules } = answerExecution(params!, granted);
  assertEquals(data.periodAmount, "0x3");
  assertEquals<unknown>(rules, [{ type: "expiry", data: { timestamp: end - 99 } }]);
  // ERC-7715 cannot express calendar months, several allowances and other functions.
  const [spent] = permission.spends;
  for (
    const changes of [
      { spends: [{ ...spent!, unit: 4 }] },
      { spends: [spent!, { ...spent!, unit: 6 }] },
      { calls: [{ target: token, selector: "0x12345678" as const, rules: [] }] },
    ]
  ) {
    const changed = { ...permission, ...changes };
    const id = permissionId(changed, 5);
    assertEquals(describeExecution(describeGrant(changed, id, 5)), undefined);
  }
});

Deno.test("execution: calls that do not pay a token have no payees", () => {
  const permission = {
    account: other,
    spender: to,
    start: 1,
    end,
    salt: 0n,
    calls: [{ target: payee, selector: "0xe0e0e0e0" as const, rules: [] }],
    spends: [{ token, allowance: 3n, unit: 6, multiplier: 1 }],
    watched: [],
  };
  const describe = (changed: Parameters<typeof permissionId>[0]) =>
    describeExecution(describeGrant(changed, permissionId(changed, 5), 5));
  // The chain allows empty calls to the payee, and no transfers.
  assertEquals(describe(permission), undefined);
  // No transfer has a word with more than an address.
  const values = [`0x${"ff".repeat(12)}${payee.slice(2)}` as const];
  const rules = [{ word: 0, kind: 0, values }];
  const calls = [{ target: token, selector: "0xa9059cbb" as const, rules }];
  assertEquals(describe({ ...permission, calls }), undefined);
});

Deno.test("execution: the native currency is not an ERC-20 token", () => {
  for (const tokenAddress of [NATIVE, NATIVE.toLowerCase()]) {
    const request = ask("erc20-token-allowance", { allowanceAmount: "0x7", tokenAddress });
    const error = assertThrows(() => read(request), AcctError);
    assertEquals(error.data.field, "params[0].permission.data.tokenAddress");
  }
});
