import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { numberToHex } from "viem";
import { periodAt as onChainLike } from "../../contracts/testing/period.ts";
import { permissionId as contractsId } from "../../contracts/testing/permission.ts";
import { AcctError } from "../ground/errors.ts";
import { readGrant, readStoredGrant } from "./request.ts";
import { compileCall } from "./limits/argument_rules.ts";
import { describeGrant } from "./details.ts";
import { fromGrant, prepareTransaction } from "./mod.ts";
import { NATIVE } from "../chain/native.ts";
import { type Permission, permissionId, readPermission } from "./permission.ts";
import { periodAt, units } from "./limits/period.ts";

const token = `0x${"11".repeat(20)}` as const;
const spender = `0x${"22".repeat(20)}` as const;
const good = {
  expiry: 2_000_000_000,
  spender,
  permissions: {
    calls: [{ target: token, functionSignature: "transfer(address,uint256)" }],
    spends: [{ token, allowance: "1000000", unit: "day", multiplier: 3 }],
  },
};
const read = (value: unknown) => readGrant({ value, path: "params[0]" });

const permission: fc.Arbitrary<Permission> = fc.record({
  account: fc.constant(`0x${"33".repeat(20)}` as const),
  spender: fc.constant(spender),
  start: fc.integer({ min: 0, max: 2 ** 40 }),
  end: fc.integer({ min: 0, max: 2 ** 40 }),
  salt: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  calls: fc.array(
    fc.record({
      target: fc.constant(token),
      selector: fc.constantFrom("0xa9059cbb" as const, "0xe0e0e0e0" as const),
      rules: fc.array(
        fc.record({
          word: fc.integer({ min: 0, max: 255 }),
          kind: fc.integer({ min: 0, max: 4 }),
          values: fc.array(
            fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) =>
              numberToHex(value, { size: 32 })
            ),
            { maxLength: 2 },
          ),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 3 },
  ),
  spends: fc.array(
    fc.record({
      token: fc.constantFrom(token, NATIVE),
      allowance: fc.bigInt({ min: 1n, max: 2n ** 160n - 1n }),
      unit: fc.integer({ min: 0, max: 6 }),
      multiplier: fc.integer({ min: 1, max: 255 }),
    }),
    { maxLength: 3 },
  ),
  watched: fc.array(fc.constantFrom(token, spender), { maxLength: 2 }),
});

Deno.test("permission: the id matches the contract's, for any permission and chain", () => {
  fc.assert(fc.property(permission, fc.integer({ min: 1, max: 2 ** 31 }), (given, chainId) => {
    assertEquals(permissionId(given, chainId), contractsId(given, chainId));
  }));
});

Deno.test("permission: the result of a grant converts back to the same struct", () => {
  fc.assert(fc.property(permission, (given) => {
    const granted = describeGrant(given, permissionId(given, 5), 5);
    assertEquals(permissionId(fromGrant(granted), 5), granted.permissionId);
    prepareTransaction(granted, []);
  }));
});

Deno.test("permission: a permission that a service changed in any field is rejected", () => {
  fc.assert(
    fc.property(permission, (given) => {
      const id = permissionId(given, 5);
      const json = {
        ...given,
        id,
        chainId: "0x5" as const,
        salt: numberToHex(given.salt),
        spends: given.spends.map((spend) => ({
          ...spend,
          allowance: numberToHex(spend.allowance),
        })),
        revoked: false,
      };
      assertEquals(
        permissionId(readPermission(json, { id, chainId: 5, account: given.account }), 5),
        id,
      );
      for (
        const lie of [
          { spender: token },
          { end: given.end + 1 },
          { chainId: "0x6" as const },
          { salt: numberToHex(given.salt ^ 1n) },
          { calls: [...json.calls, { target: token, selector: "0x12345678" as const, rules: [] }] },
          { watched: [...json.watched, token] },
          {
            spends: [...json.spends, { token, allowance: "0x9" as const, unit: 1, multiplier: 1 }],
          },
        ]
      ) {
        assertThrows(() => readPermission({ ...json, ...lie }, {}), AcctError);
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("permission: periods match the contract's reference", () => {
  fc.assert(fc.property(
    fc.integer({ min: 0, max: 4_000_000_000 }),
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 1, max: 255 }),
    fc.integer({ min: 0, max: 4_000_000_000 }),
    (start, unit, multiplier, after) => {
      const { from, to } = periodAt(start, units[unit]!, multiplier, start + after);
      const expected = onChainLike(start, unit, multiplier, start + after);
      assertEquals(BigInt(from), expected.from);
      if (unit !== 6) assertEquals(BigInt(to), expected.to);
      assertEquals(from <= start + after && start + after < to, true);
    },
  ));
});

Deno.test("grant: a request is read, and survives the window", () => {
  const grant = read(good);
  assertEquals(grant.calls, [
    { target: token, selector: "0xa9059cbb", signature: "transfer(address,uint256)", rules: [] },
  ]);
  assertEquals(grant.spends, [{ token, allowance: "0xf4240", unit: 2, multiplier: 3 }]);
  // Of the dApp's signature, name and types are shown; surrounding text is not.
  for (
    const [functionSignature, signature] of [
      [
        "function order(uint256 id, (address to, uint8[2] of)[] lines) payable",
        "order(uint256,(address,uint8[2])[])",
      ],
      ["order(uint256): takes no token, says your wallet", "order(uint256)"],
    ]
  ) {
    const [call] = read({ ...good, permissions: { calls: [{ target: token, functionSignature }] } })
      .calls;
    assertEquals(call!.signature, signature);
  }
  assertEquals(readStoredGrant({ value: structuredClone(grant), path: "params" }), grant);
  const deferred = read({ ...good, deferred: true });
  assertEquals(deferred.deferred, true);
  assertEquals(readStoredGrant({ value: structuredClone(deferred), path: "params" }), deferred);
});

Deno.test("grant: rules, several periods and a cap are read, and survive the window", () => {
  const [spend] = good.permissions.spends;
  const [call] = good.permissions.calls;
  const functionSignature = "transfer(address to, uint256 amount)";
  const rules = [
    { argument: "amount", kind: "atMost", values: ["7"] },
    { argument: "to", kind: "spender" },
  ];
  const grant = read({
    ...good,
    permissions: {
      calls: [{ ...call, functionSignature, rules }],
      spends: [{ ...spend, cap: "9000000" }, { ...spend, unit: "hour" }],
    },
  });
  assertEquals<unknown>(grant.calls, [{
    target: token,
    selector: "0xa9059cbb",
    signature: "transfer(address,uint256)",
    declared: functionSignature,
    rules,
  }]);
  assertEquals(compileCall(grant.calls[0]!, "").rules, [
    { word: 1, kind: 1, values: [numberToHex(7n, { size: 32 })] },
    { word: 0, kind: 4, values: [] },
  ]);
  assertEquals(grant.spends, [
    { token, allowance: "0xf4240", unit: 2, multiplier: 3 },
    { token, allowance: "0x895440", unit: 6, multiplier: 1 },
    { token, allowance: "0xf4240", unit: 1, multiplier: 3 },
  ]);
  assertEquals(readStoredGrant({ value: structuredClone(grant), path: "params" }), grant);
});

Deno.test("grant: every limit is enforced, and the wrong field named", () => {
  const spend = good.permissions.spends[0]!;
  const call = good.permissions.calls[0]!;
  const withSpend = (change: object) => ({
    ...good,
    permissions: { spends: [{ ...spend, ...change }] },
  });
  const withCall = (change: object) => ({ ...good, permissions: { calls: [change] } });
  const named = { ...call, functionSignature: "transfer(address to, uint256 amount)" };
  const rule = { argument: "amount", kind: "atMost", values: ["5"] };
  const withRule = (change: object) => withCall({ ...named, rules: [{ ...rule, ...change }] });
  const at = "params[0].permissions";
  const wrong: [string, unknown][] = [
    ["params[0].expiry", { ...good, expiry: "2000000000" }],
    ["params[0].expiry", { ...good, expiry: 1.5 }],
    ["params[0].expiry", { ...good, expiry: 2 ** 48 }],
    ["params[0].expiry", { ...good, expiry: Infinity }],
    ["params[0].deferred", { ...good, deferred: "yes" }],
    ["params[0].spender", { ...good, spender: "0x12" }],
    [at, { ...good, permissions: {} }],
    [at, { ...good, permissions: { calls: [], spends: [] } }],
    [at, { ...good, permissions: undefined }],
    ...[0, 256, 1.5, -1, "3", NaN].map((multiplier): [string, unknown] => [
      `${at}.spends[0].multiplier`,
      withSpend({ multiplier }),
    ]),
    ...["", "-1", "1.5", "1e18", "0", "abc", String(2n ** 160n), " 1"].map((
      allowance,
    ): [string, unknown] => [`${at}.spends[0].allowance`, withSpend({ allowance })]),
    [`${at}.spends[0].allowance`, withSpend({ allowance: 5 })],
    [`${at}.spends[0].unit`, withSpend({ unit: "decade" })],
    [`${at}.spends[0].unit`, withSpend({ unit: 2 })],
    [`${at}.spends[0].token`, withSpend({ token: null })],
    [`${at}.spends[1]`, { ...good, permissions: { spends: [spend, spend] } }],
    [`${at}.spends[0].cap`, withSpend({ cap: "0" })],
    [`${at}.spends[1]`, {
      ...good,
      permissions: { spends: [{ ...spend, cap: "5" }, { ...spend, unit: "hour", cap: "6" }] },
    }],
    [`${at}.spends[0]`, withSpend({ unit: "forever", cap: "5" })],
    [`${at}.calls[0].rules`, withCall({ ...call, rules: "all" })],
    [`${at}.calls[0].rules[0].argument`, withRule({ argument: "from" })],
    [`${at}.calls[0].rules[0].argument`, withRule({ argument: undefined, word: 1 })],
    [
      `${at}.calls[0].functionSignature`,
      withCall({ target: token, selector: "0xa9059cbb", rules: [rule] }),
    ],
    [`${at}.calls[0].rules[0].kind`, withRule({ kind: "account", values: undefined })],
    [
      `${at}.calls[0].rules[0].argument`,
      withCall({
        target: token,
        functionSignature: "f(uint256[300] x)",
        rules: [{ argument: "x.256", kind: "equal", values: ["1"] }],
      }),
    ],
    [`${at}.calls[0].rules[0].kind`, withRule({ kind: "less" })],
    [`${at}.calls[0].rules[0].kind`, withRule({ kind: 1 })],
    [`${at}.calls[0].rules[0].values[0]`, withRule({ values: [5] })],
    [`${at}.calls[0].rules[0].values`, withRule({ values: ["five"] })],
    [`${at}.calls[0].rules[0].values`, withRule({ values: [] })],
    [`${at}.calls[0].rules[0].values`, withRule({ values: ["5", "6"] })],
    [`${at}.calls[0].rules[0].values`, withRule({ kind: "oneOf", values: [] })],
    [`${at}.calls[0].rules[0].values`, withRule({ kind: "account", values: ["5"] })],
    [`${at}.calls[0]`, withCall({ target: token })],
    [`${at}.calls[0].selector`, withCall({ ...call, selector: "0x12345678" })],
    [`${at}.calls[0].selector`, withCall({ target: token, selector: "0x1234" })],
    [`${at}.calls[0].functionSignature`, withCall({ target: token, functionSignature: "(" })],
    ...["takes nothing of yours(uint256)", "or\u202eder(uint256)", "no risk: order(uint256)", ""]
      .map((functionSignature): [string, unknown] => [
        `${at}.calls[0].functionSignature`,
        withCall({ target: token, functionSignature }),
      ]),
    [`${at}.calls[0].target`, withCall({ ...call, target: "0x" })],
  ];
  for (const [field, value] of wrong) {
    // The wallet compiles the rules after a page has read them.
    const error = assertThrows(
      () => read(value).calls.forEach((each, index) => compileCall(each, `${at}.calls[${index}]`)),
      AcctError,
    );
    assertEquals([error.code, error.data.field], [-32602, field], JSON.stringify(value));
  }
});
