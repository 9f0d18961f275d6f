import { assertEquals } from "@std/assert";
import { getAddress, type Hex } from "viem";
import { NATIVE } from "../chain/native.ts";
import type { Permission } from "../permission/permission.ts";
import { units } from "../permission/limits/period.ts";
import { compileRules, readParameters } from "../permission/limits/argument_rules.ts";
import { grantWarnings, readGrant, unwatchedWarnings } from "./grant.ts";
import { permissionView } from "./permission_view.ts";

const token = getAddress(`0x${"11".repeat(20)}`);
const other = getAddress(`0x${"33".repeat(20)}`);
const spender = getAddress(`0x${"66".repeat(20)}`);
const day = 86_400;
const start = 1_800_000_000;

const permission = (
  spends: readonly (readonly [token: Hex, allowance: bigint, unit: string, multiplier?: number])[],
  { calls = [], days = 30 }: { calls?: Permission["calls"]; days?: number } = {},
): Permission => ({
  account: other,
  spender,
  start,
  end: start + days * day,
  salt: 0n,
  calls,
  spends: spends.map(([token, allowance, unit, multiplier = 1]) => ({
    token,
    allowance,
    unit: units.indexOf(unit as never),
    multiplier,
  })),
  watched: [],
});
const codes = (given: Permission, balance?: bigint) =>
  grantWarnings(given, balance === undefined ? undefined : new Map([[token, balance]]), true).map((
    { code, level },
  ) => `${code} ${level}`);

Deno.test("grant: the maximum loss until the expiry is summed up", () => {
  const most = (unit: string, multiplier = 1, days = 30) =>
    readGrant(permission([[token, 10n, unit, multiplier]], { days })).gives[0]?.amount;
  assertEquals(most("forever"), 10n);
  assertEquals(most("day"), 310n);
  assertEquals(most("week"), 50n);
  assertEquals(most("month"), 10n);
  assertEquals(most("month", 1, 32), 20n);
  assertEquals(most("day", 7), 50n);
  assertEquals(readGrant(permission([[NATIVE, 5n, "forever"]])).gives, [
    { kind: "native", address: null, amount: 5n, to: spender },
  ]);
  // Never an underestimate, even for too many periods to count.
  const centuries = readGrant(permission([[token, 1n, "minute"]], { days: 100_000 }));
  assertEquals((centuries.gives[0]?.amount ?? 0n) >= 144_000_000n, true);
});

Deno.test("grant: unlimited amounts, long terms and functions that move tokens cause warnings", () => {
  assertEquals(codes(permission([[token, 10n, "month"]])), []);
  assertEquals(codes(permission([[token, 2n ** 160n - 1n, "forever"]])), [
    "unlimited_grant danger",
  ]);
  assertEquals(codes(permission([[NATIVE, 2n ** 160n - 1n, "day"]])), ["unlimited_grant danger"]);
  assertEquals(codes(permission([[token, 10n, "month"]]), 10n), ["unlimited_grant warning"]);
  assertEquals(codes(permission([[token, 10n, "month"]]), 11n), []);
  assertEquals(codes(permission([[token, 10n, "month"]], { days: 367 })), ["long_grant warning"]);
  const call = (target: Hex, selector: Hex) =>
    codes(permission([[token, 10n, "month"]], { calls: [{ target, selector, rules: [] }] }));
  assertEquals(call(other, "0x38ed1739"), ["unread_grant warning"]);
  assertEquals(call(other, "0xe0e0e0e0"), []);
  assertEquals(call(token, "0xd0e30db0"), []);
  const endless = permission([[token, 10n, "month"]], { days: 60 * 366 });
  assertEquals(codes(endless), ["endless_grant danger"]);
  const first = grantWarnings(permission([[token, 10n, "month"]]));
  assertEquals(first.map(({ code, detail }) => [code, detail]), [["new_spender", spender]]);
  assertEquals(call(token, "0xa9059cbb"), []);
  for (const selector of ["0xa9059cbb", "0x095ea7b3", "0x23b872dd", "0xa22cb465"] as const) {
    assertEquals(call(other, selector), ["risky_grant danger"]);
  }
  assertEquals(call(token, "0xa22cb465"), ["risky_grant danger"]);
});

Deno.test("grant: a known selector is described by the wallet, not by the page", () => {
  const described = [
    ["0x095ea7b3", "sign_szabo_bytecode(bytes16,uint128)"],
    ["0xa9059cbb", "many_msg_babbage(bytes1)"],
    ["0xa9059cbb", "transfer(address yourOwnVault, uint256 refundOfOneUSDC)"],
    ["0x38ed1739", "swap(uint256)"],
    ["0x38ed1739", undefined],
  ] as const;
  const calls = described.map(([selector, signature]) => ({
    target: token,
    selector,
    rules: [],
    placed: [],
    ...(signature !== undefined && { signature }),
  }));
  const view = permissionView(
    permission([], { calls }),
    {
      id: 1,
      name: "One",
      testnet: false,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    },
    [],
    calls,
  );
  assertEquals(view.calls.map(({ signature, source }) => [signature, source]), [
    ["approve(address,uint256)", "wallet"],
    ["transfer(address,uint256)", "wallet"],
    ["transfer(address,uint256)", "wallet"],
    ["swap(uint256)", "app"],
    [undefined, undefined],
  ]);
});

Deno.test("grant: rules are shown with their arguments' names and types", () => {
  const chain = {
    id: 1,
    name: "One",
    testnet: false,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  };
  const signature = "exactInput((bytes,address,uint256,uint256))";
  const { rules, placed } = compileRules(
    readParameters("exactInput((bytes path, address recipient, uint256 a, uint256 b) params)")!,
    [{ argument: "params.recipient", kind: "account" }],
  );
  const calls = [{ target: token, selector: "0xb858183f", rules } as const];
  const shown = (described: Parameters<typeof permissionView>[3]) =>
    permissionView(permission([], { calls }), chain, [], described).calls[0]!.rules;
  // The intermediate offset is not an argument of the dApp.
  assertEquals(shown([{ signature, placed }]), [
    { word: 2, argument: "params.recipient", type: "address", kind: "account" },
  ]);
  // A listed permission does not contain the names.
  const offset: Hex = `0x${"20".padStart(64, "0")}`;
  assertEquals(shown([]), [
    { word: 0, kind: "equal", values: [offset] },
    { word: 2, kind: "account" },
  ]);
});

Deno.test("grant: a short term that starts far in the future counts as long", () => {
  const given = permission([[token, 10n, "day"]]);
  const later = (years: number): Permission => ({
    ...given,
    start: start + years * 366 * day,
    end: start + (years * 366 + 1) * day,
  });
  const warnings = (of: Permission) =>
    grantWarnings(of, new Map(), true, start).map(({ code }) => code);
  assertEquals(warnings(given), []);
  assertEquals(warnings(later(2)), ["long_grant"]);
  assertEquals(warnings(later(60)), ["endless_grant"]);
});

Deno.test("grant: tokens that a called contract may take without a limit are a danger", () => {
  const tokens = [1, 2, 3, 4].map((digit): Hex => `0x${String(digit).repeat(40)}`);
  assertEquals(unwatchedWarnings({ unwatched: [], more: false }), []);
  assertEquals(unwatchedWarnings({ unwatched: [], more: true }), [
    { code: "unwatched_tokens", level: "danger" },
  ]);
  assertEquals(unwatchedWarnings({ unwatched: tokens, more: false }), [
    { code: "unwatched_tokens", level: "danger", detail: tokens.slice(0, 3).join(", ") },
  ]);
});
