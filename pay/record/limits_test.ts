/** The client's own limits, and budgets. */
import { assertEquals, assertThrows } from "@std/assert";
import { agentBudget } from "../budget/budget.ts";
import type { PaymentRecord } from "./journal.ts";
import { budgetLink, readBudgetLink } from "../budget/link.ts";
import { toBase64UrlJson } from "../protocols/encoding.ts";
import { brokenLimit, spentOf } from "./limits.ts";

const [token, other] = [`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`] as const;
const now = 1_800_000_000_000;
const DAY = 86_400_000;
const paid = (changes: Partial<PaymentRecord>) =>
  ({ token, amount: "10", host: "a.test", at: now, status: "paid", ...changes }) as PaymentRecord;

Deno.test("limits: a possible payment counts for 24 hours", () => {
  const records = [
    paid({}),
    paid({ status: "signed", host: "b.test" }),
    paid({ status: "void" }),
    paid({ at: now - DAY }),
    paid({ at: now - DAY + 1 }),
    paid({ at: now + DAY, amount: "5" }),
    paid({ token: other }),
  ];
  assertEquals(spentOf(records, token, now), 35n);
  assertEquals(spentOf(records, token, now, "a.test"), 25n);
  assertEquals(spentOf(records, token, now, "b.test"), 10n);
});

Deno.test("limits: each is named when it would be exceeded, and none at its limit", () => {
  const records = [paid({}), paid({ host: "b.test" })];
  const limits = [{ token, perRequest: 15n, perHost: 20n, perDay: 30n }];
  const broken = (amount: bigint, host = "a.test", of: typeof token | typeof other = token) =>
    brokenLimit(limits, records, { token: of, amount, host }, now);
  assertEquals([broken(10n), broken(10n, "c.test")], [undefined, undefined]);
  assertEquals(broken(16n), "limits.perRequest");
  assertEquals(broken(11n), "limits.perHost");
  assertEquals(broken(11n, "c.test"), "limits.perDay");
  assertEquals(broken(1n, "a.test", other), "limits.token");
});

Deno.test("budget: converts to a permission request and client limits", () => {
  const options = { spender: other, name: "Ada", token, perDay: 5n, inAll: 50n } as const;
  const said = { purpose: "Weather", hosts: ["a.test"] };
  const budget = agentBudget({ ...options, ...said, perHost: 2n, end: { days: 1 } }, now);
  assertEquals(budget, {
    name: "Ada",
    request: {
      spender: other,
      expiry: (now + DAY) / 1000,
      permissions: {
        spends: [{ token, allowance: "5", unit: "day", multiplier: 1, cap: "50" }],
      },
      agent: { name: "Ada", ...said },
    },
    limits: [{ token, perRequest: 5n, perDay: 5n, perHost: 2n }],
    hosts: ["a.test"],
  });
  for (
    const wrong of [
      { perDay: 0n },
      { inAll: 4n },
      { perRequest: 6n },
      { end: new Date(now) },
      { end: new Date(NaN) },
    ]
  ) {
    assertThrows(() => agentBudget({ ...options, end: { days: 1 }, ...wrong }, now), RangeError);
  }
});

Deno.test("budget: only the documented fields of a link are read", () => {
  const options = { spender: other, name: "Ada ✓", token, perDay: 5n, inAll: 50n } as const;
  const said = { purpose: "Weather", hosts: ["a.test"] };
  const { name, request } = agentBudget({ ...options, ...said, end: { days: 1 } }, now);
  const asked = { name, request, chainId: 8453, hosts: ["a.test"] };
  const link = budgetLink("https://app.test/agents?tab=1", asked);
  assertEquals(link.startsWith("https://app.test/agents?tab=1#budget="), true);
  assertEquals(readBudgetLink(link), asked);
  const [spend] = request.permissions.spends;
  const rows: unknown[] = [
    null,
    { ...asked, name: 1 },
    { ...asked, name: "a".repeat(256) },
    { ...asked, chainId: "1" },
    { ...asked, request: { ...request, spender: "ada.eth" } },
    { ...asked, request: { ...request, expiry: "1" } },
    { ...asked, request: { ...request, permissions: { spends: [] } } },
    { ...asked, request: { ...request, permissions: { spends: [spend, spend] } } },
    { ...asked, request: { ...request, permissions: { spends: [spend], calls: [] } } },
    { ...asked, request: { ...request, permissions: { spends: [{ ...spend, unit: "minute" }] } } },
    { ...asked, request: { ...request, permissions: { spends: [{ ...spend, allowance: "0" }] } } },
    { ...asked, request: { ...request, permissions: { spends: [{ ...spend, cap: "x" }] } } },
  ];
  for (const row of rows) {
    const odd = `https://app.test/#budget=${toBase64UrlJson(row)}`;
    assertEquals([row, readBudgetLink(odd)], [row, undefined]);
  }
  assertEquals(readBudgetLink("https://app.test/#other"), undefined);
});
