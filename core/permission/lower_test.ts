import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import { lowerPermission } from "./lower.ts";
import type { Permission } from "./permission.ts";

const address = `0x${"11".repeat(20)}` as const;
const requested: Permission = {
  account: address,
  spender: address,
  start: 100,
  end: 200,
  salt: 5n,
  calls: [{ target: address, selector: "0x12345678", rules: [] }],
  spends: [
    { token: address, allowance: 50n, unit: 2, multiplier: 1 },
    { token: address, allowance: 500n, unit: 6, multiplier: 1 },
  ],
  watched: [address],
};

Deno.test("lower: only allowances and the end decrease", () => {
  const lower = lowerPermission(requested, { allowances: [20n, 500n], end: 150 });
  assertEquals(lower, {
    ...requested,
    end: 150,
    spends: [{ ...requested.spends[0]!, allowance: 20n }, requested.spends[1]!],
  });
  assertEquals(lowerPermission(requested, { allowances: [50n, 500n], end: 200 }), requested);
});

Deno.test("lower: an increase, or an empty permission, is impossible", () => {
  const cases = [
    [{ allowances: [51n, 500n], end: 200 }, "allowances[0]"],
    [{ allowances: [50n, 501n], end: 200 }, "allowances[1]"],
    [{ allowances: [0n, 500n], end: 200 }, "allowances[0]"],
    [{ allowances: [-1n, 500n], end: 200 }, "allowances[0]"],
    [{ allowances: [50n], end: 200 }, "allowances"],
    [{ allowances: [50n, 500n, 1n], end: 200 }, "allowances"],
    [{ allowances: [20, 500n] as unknown as bigint[], end: 200 }, "allowances[0]"],
    [{ allowances: [50n, 500n], end: 201 }, "end"],
    [{ allowances: [50n, 500n], end: 100 }, "end"],
    [{ allowances: [50n, 500n], end: Infinity }, "end"],
    [{ allowances: [50n, 500n], end: NaN }, "end"],
    [{ allowances: [50n, 500n], end: 150.5 }, "end"],
  ] as const;
  for (const [less, field] of cases) {
    const { data } = assertThrows(() => lowerPermission(requested, less), AcctError);
    assertEquals([data.cause, data.field], ["invalid_params", field]);
  }
});
