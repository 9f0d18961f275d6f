/**
 * Options that would disable a check, or that fail only at the first payment, are rejected
 * immediately.
 */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createClient, custom, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { AcctError } from "../../core/ground/errors.ts";
import { agentBudget, type AgentBudgetOptions } from "../budget/budget.ts";
import { choose } from "../payer/choose.ts";
import { PaymentError } from "../record/error.ts";
import { memoryJournal } from "../record/journal.ts";
import { brokenLimit, type PaymentLimits } from "../record/limits.ts";
import { payingFetch, type PayingFetchOptions } from "../payer/paying_fetch.ts";
import { toBase64Json } from "../protocols/encoding.ts";
import { readX402 } from "../protocols/x402.ts";
import { spendGrant } from "../../core/testing/spend_grant.ts";

const token: Hex = `0x${"aa".repeat(20)}`;
const privateKey: Hex = `0x${"11".repeat(32)}`;
const key = privateKeyToAccount(privateKey);
const granted = spendGrant(key.address, token, "0x2105");
const client = createClient({
  chain: base,
  transport: custom({ request: () => Promise.reject(new Error("the chain was asked")) }),
});
const limits = [{ token, perRequest: 10n }];
const options = { granted, key, client, limits };

/** Returns the field in the error of invalid options. */
function fieldOf(work: () => unknown): string | undefined {
  const { data: { cause, field }, message } = assertThrows(work, AcctError);
  assertEquals(cause, "invalid_params");
  assertEquals(message.includes(privateKey), false);
  return field;
}

Deno.test("paying fetch: wrong options are rejected at its creation, by name", () => {
  const limit = (changes: object) => ({ limits: [{ ...limits[0], ...changes }] });
  const rows: [changes: object, field: string][] = [
    [{ limits: undefined }, "limits"],
    [{ limits: {} }, "limits"],
    [{ limits: [null] }, "limits[0]"],
    [{ limits: [{ token, perReqest: 1n }] }, "limits[0].perReqest"],
    [{ limits: [{ token }] }, "limits[0].perRequest"],
    [limit({ perRequest: 1 }), "limits[0].perRequest"],
    [limit({ perRequest: "1" }), "limits[0].perRequest"],
    [limit({ perRequest: -1n }), "limits[0].perRequest"],
    [limit({ perHost: 1 }), "limits[0].perHost"],
    [limit({ perDay: null }), "limits[0].perDay"],
    [limit({ perdDay: 1n }), "limits[0].perdDay"],
    [limit({ token: "0x1" }), "limits[0].token"],
    [
      { limits: [limits[0], { token: token.toUpperCase().replace("X", "x"), perRequest: 1n }] },
      "limits[1].token",
    ],
    [{ hosts: null }, "hosts"],
    [{ hosts: "api.example.com" }, "hosts"],
    [{ hosts: ["a.test", "http://127.0.0.1:5195"] }, "hosts[1]"],
    [{ hosts: ["a.test/x"] }, "hosts[0]"],
    [{ hosts: ["a.test:443"] }, "hosts[0]"],
    [{ hosts: ["*.a.test:8080"] }, "hosts[0]"],
    [{ hosts: ["*"] }, "hosts[0]"],
    [{ hosts: ["*."] }, "hosts[0]"],
    [{ hosts: [""] }, "hosts[0]"],
    [{ hosts: ["münchen.test"] }, "hosts[0]"],
    [{ protocols: ["foo"] }, "protocols[0]"],
    [{ transfers: ["eip3009", "direct"] }, "transfers[1]"],
    [{ key: privateKey }, "key"],
    [{ key: undefined }, "key"],
    [{ key: { address: key.address } }, "key.signTypedData"],
    [{ client: undefined }, "client"],
    [{ client: {} }, "client.request"],
    [{ granted: undefined }, "granted"],
    [{ granted: {} }, "granted.account"],
    [{ granted: { ...granted, spends: undefined } }, "granted.spends"],
    [{ granted: { ...granted, chainId: undefined } }, "granted.chainId"],
    [{ granted: { ...granted, end: 2 } }, "permissionId"],
    [{ journal: {} }, "journal.list"],
    [{ onPayment: "log" }, "onPayment"],
    [{ fetch: {} }, "fetch"],
    [{ now: 5 }, "now"],
    [{ timeout: NaN }, "timeout"],
    [{ timeout: "60" }, "timeout"],
    [{ interval: 0 }, "interval"],
    [{ host: ["a.test"] }, "host"],
    [{ perRequest: 1n }, "perRequest"],
  ];
  for (const [changes, field] of rows) {
    const given = { ...options, ...changes } as PayingFetchOptions;
    assertEquals([changes, fieldOf(() => payingFetch(given))], [changes, field]);
  }
  for (const [given, field] of [[undefined, "options"], [{}, "granted"]] as const) {
    assertEquals(fieldOf(() => payingFetch(given as unknown as PayingFetchOptions)), field);
  }
});

Deno.test("paying fetch: documented options are accepted", () => {
  payingFetch({
    ...options,
    limits: [{ token, perRequest: 0n, perHost: undefined, perDay: 5n }],
    hosts: ["API.example.com", "*.example.com", "localhost:8080", "127.0.0.1", "[::1]:5195"],
    journal: memoryJournal(),
    transfers: ["permit2"],
    protocols: [],
    onPayment: () => {},
    fetch,
    now: Date.now,
    timeout: 0,
    interval: 1,
  });
  payingFetch({ ...options, limits: [] });
});

Deno.test("paying fetch: a request's or a transfer's own amounts are checked first", async () => {
  const paying = payingFetch({
    ...options,
    fetch: () => Promise.reject(new Error("the server was asked")),
  });
  for (const maxAmount of [NaN, "x", 5, null, -1n]) {
    const error = await assertRejects(
      () => paying("https://a.test/", { maxAmount: maxAmount as bigint }),
      AcctError,
    );
    assertEquals([maxAmount, error.data.field], [maxAmount, "maxAmount"]);
  }
  const payment = { token, to: token, amount: 1n, id: "a" };
  for (
    const [changes, field] of [
      [{ amount: undefined }, "amount"],
      [{ amount: -1n }, "amount"],
      [{ amount: "1" }, "amount"],
      [{ to: "ada.eth" }, "to"],
      [{ token: "USDC" }, "token"],
      [{ id: undefined }, "id"],
      [{ ammount: 1n }, "ammount"],
    ] as const
  ) {
    const given = { ...payment, ...changes } as unknown as typeof payment;
    const error = await assertRejects(() => paying.send(given), AcctError);
    assertEquals([changes, error.data.field], [changes, field]);
  }
  assertEquals(await paying.payments(), []);
});

Deno.test("limits: values that cannot be compared allow no payment", () => {
  const header = toBase64Json({
    x402Version: 2,
    accepts: [{
      scheme: "exact",
      network: "eip155:8453",
      amount: "10",
      asset: token,
      payTo: granted.account,
      maxTimeoutSeconds: 60,
      extra: { name: "Cash", version: "1" },
    }],
  });
  const demands = readX402(new Headers({ "payment-required": header }), undefined)!;
  const odd = NaN as unknown as bigint;
  const broken = (more: Partial<PaymentLimits>) =>
    brokenLimit(
      [{ token, perRequest: 10n, ...more }],
      [],
      { token, amount: 10n, host: "a.test" },
      0,
    );
  assertEquals(broken({}), undefined);
  assertEquals(broken({ perRequest: odd }), "limits.perRequest");
  assertEquals(broken({ perHost: odd }), "limits.perHost");
  assertEquals(broken({ perDay: odd }), "limits.perDay");
  for (const terms of [{ limits: [{ token, perRequest: odd }] }, { limits, most: odd }]) {
    const error = assertThrows(
      () => choose(demands, { granted, transfers: ["eip3009"], protocols: ["x402"], ...terms }),
      PaymentError,
    );
    assertEquals(error.reason, "over_limit");
  }
});

Deno.test("budget: wrong options are rejected, by name", () => {
  const budget = {
    spender: key.address,
    name: "Ada",
    token,
    perDay: 5n,
    end: { days: 1 },
  };
  const rows: [changes: object, field: string][] = [
    [{ spender: "0x1" }, "spender"],
    [{ token: "USDC" }, "token"],
    [{ name: "" }, "name"],
    [{ name: undefined }, "name"],
    [{ purpose: 5 }, "purpose"],
    [{ perDay: 5 }, "perDay"],
    [{ perDay: undefined }, "perDay"],
    [{ inAll: "50" }, "inAll"],
    [{ perRequest: null }, "perRequest"],
    [{ perHost: 1 }, "perHost"],
    [{ hosts: ["https://x.y"] }, "hosts[0]"],
    [{ end: undefined }, "end"],
    [{ end: 30 }, "end"],
    [{ end: { day: 3 } }, "end.day"],
    [{ end: { days: "3" } }, "end.days"],
    [{ perReqest: 1n }, "perReqest"],
  ];
  for (const [changes, field] of rows) {
    const given = { ...budget, ...changes } as AgentBudgetOptions;
    assertEquals([changes, fieldOf(() => agentBudget(given))], [changes, field]);
  }
  assertEquals(fieldOf(() => agentBudget({} as AgentBudgetOptions)), "spender");
  assertEquals(fieldOf(() => agentBudget(undefined as unknown as AgentBudgetOptions)), "options");
  for (
    const changes of [{ end: { days: 1e9 } }, { end: { days: Infinity } }, { perDay: 2n ** 160n }, {
      inAll: 2n ** 160n,
    }]
  ) {
    assertThrows(() => agentBudget({ ...budget, ...changes }), RangeError);
  }
});
