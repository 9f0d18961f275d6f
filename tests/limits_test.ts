/**
 * Limits that page, wallet host and service share: a value accepted by one is not rejected by the
 * next.
 */
import { assertEquals } from "@std/assert";
import { encodeCalls } from "../core/account/calls.ts";
import { walletSendCalls } from "../core/protocol/methods/calls/wallet_send_calls.ts";
import * as limits from "../core/ground/limits.ts";
import {
  MAX_BATCH_BYTES,
  MAX_BUNDLE_ID_BYTES,
  MAX_CALL_DATA_BYTES,
  MAX_CALLS,
  MAX_CONTEXT_LENGTH,
  MAX_URL_LENGTH,
} from "../core/ground/limits.ts";
import { readParams } from "../core/wallet/host/params.ts";
import type { Row } from "./limits/requests.ts";
import { serviceRows } from "./limits/service.ts";
import { permissionRows } from "./limits/permissions.ts";
import { sharedRows } from "./limits/shared.ts";
import { signingRows } from "./limits/signing.ts";
import { host, outcome, place, provide, serve } from "./limits/sides.ts";

const account = `0x${"11".repeat(20)}` as const;
const owner = { address: account, owners: [`0x${"11".repeat(64)}`], nonce: "0x0" };
const to = `0x${"22".repeat(20)}` as const;
const call = { to, value: "0x0", data: "0x" } as const;

interface Request {
  readonly calls?: readonly object[];
  readonly id?: string;
  readonly paymaster?: { readonly url: string; readonly context?: Record<string, unknown> };
}

/** How each side judges a batch: `null`, or the cause and the code of its error. */
async function judge({ calls = [call], id, paymaster }: Request) {
  const page = await outcome(() =>
    walletSendCalls.params.read({
      value: [{ calls, id, capabilities: paymaster && { paymasterService: paymaster } }],
      path: "params",
    })
  );
  const host = await outcome(() =>
    readParams(
      "wallet_sendCalls",
      { account, chainId: 1, calls, id, paymaster },
      "https://a.example",
    )
  );
  const prepared = await outcome(() =>
    serve("acct_prepare", { chainId: "0x1", account: owner, calls, paymaster })
  );
  const found = id === undefined ? null : await outcome(() => serve("wallet_getCallsStatus", [id]));
  return { page, host, service: prepared ?? found };
}

const accepted = { page: null, host: null, service: null };
const tooLarge = { page: "5740 bundle_too_large", host: "5740 bundle_too_large" };
const invalid = {
  page: "-32602 invalid_params",
  host: "-32602 invalid_params",
  service: "-32602 invalid_params",
};

Deno.test("limits: calls of a batch", async () => {
  for (const count of [1, 255, MAX_CALLS]) {
    assertEquals(await judge({ calls: Array(count).fill(call) }), accepted, String(count));
  }
  for (const count of [MAX_CALLS + 1, 300, 500, 10_000]) {
    const calls = Array(count).fill(call);
    assertEquals(await judge({ calls }), { ...tooLarge, service: tooLarge.page }, String(count));
  }
  assertEquals(await judge({ calls: [] }), invalid);
});

Deno.test("limits: bytes of a batch, in one call or in many", async () => {
  const data = (bytes: number) => `0x${"00".repeat(bytes)}` as const;
  const single = 32 * Math.floor((MAX_BATCH_BYTES - 68 - 160) / 32);
  assertEquals(await judge({ calls: [{ ...call, data: data(single) }] }), accepted);
  for (const bytes of [MAX_BATCH_BYTES, MAX_CALL_DATA_BYTES, MAX_CALL_DATA_BYTES + 1, 500_000]) {
    const { page, host, service } = await judge({ calls: [{ ...call, data: data(bytes) }] });
    assertEquals({ page, host }, tooLarge, String(bytes));
    // The service has a margin for the data that the wallet adds to a batch.
    assertEquals(service, bytes > MAX_BATCH_BYTES ? tooLarge.page : null, String(bytes));
  }
  const many = Array(MAX_CALLS).fill({ ...call, data: data(400) });
  const { page, host } = await judge({ calls: many });
  assertEquals({ page, host }, tooLarge);
  // Accepted requests fit into an operation, with room for a permission that is used and a fee.
  const largest = Array(MAX_CALLS).fill({ to, value: 0n, data: data(256) });
  assertEquals(
    await judge({ calls: largest.map((each) => ({ ...each, value: "0x0" })) }),
    accepted,
  );
  const encoded = encodeCalls(largest).length / 2 - 1;
  assertEquals(encoded <= MAX_BATCH_BYTES && MAX_BATCH_BYTES + 8_000 <= MAX_CALL_DATA_BYTES, true);
});

Deno.test("limits: ids of bundles count in bytes (EIP-5792)", async () => {
  const most = MAX_BUNDLE_ID_BYTES;
  for (const id of ["x", "x".repeat(most), `0x${"ab".repeat(most)}`, "é".repeat(most / 2)]) {
    assertEquals(await judge({ id }), accepted, `${id.length} characters`);
  }
  for (
    const id of [
      "",
      "x".repeat(most + 1),
      `0x${"ab".repeat(most + 1)}`,
      `0x${"ab".repeat(most)}a`,
      "é".repeat(most / 2) + "x",
      "😀".repeat(most / 4) + "x",
      "nul\0",
      "half \ud800",
      "half \udc00 character",
    ]
  ) {
    assertEquals(await judge({ id }), invalid, `${id.length} characters, ${id.slice(0, 8)}`);
  }
});

Deno.test("limits: a sponsor's URL and context", async () => {
  const url = (length: number) => `https://pay.example/${"a".repeat(length - 20)}`;
  const context = (length: number) => ({ a: "b".repeat(length - 8) });
  for (
    const paymaster of [
      { url: url(21) },
      { url: url(2_040) },
      { url: url(MAX_URL_LENGTH) },
      { url: url(30), context: context(MAX_CONTEXT_LENGTH) },
    ]
  ) {
    assertEquals(await judge({ paymaster }), accepted, `${paymaster.url.length}`);
  }
  for (
    const paymaster of [
      { url: url(MAX_URL_LENGTH + 1) },
      { url: url(30), context: context(MAX_CONTEXT_LENGTH + 1) },
    ]
  ) {
    assertEquals(await judge({ paymaster }), invalid, `${paymaster.url.length}`);
  }
});

/** Limits that no request has as the size of a field, each with its reason. */
const others: Readonly<Partial<Record<keyof typeof limits, string>>> = {
  DEFAULT_HISTORY_ITEMS: "a default",
  MAX_ACCOUNT_NAME_LENGTH: "typed in a dialog; cut by the wallet, in tests beside the code",
  MAX_AMOUNT_LENGTH: "digits of any amount: what is longer is above 160 bits anyway",
  MAX_API_KEY_LENGTH: "a message between windows, which is dropped",
  MAX_CHAIN_NAME_LENGTH: "an exported account, which only `readExport` reads",
  MAX_RECORD_CHAINS: "an exported account, which only `readExport` reads",
  MAX_OWNER_CHANGES: "an exported account, which only `readExport` reads",
  MIN_RECOVERY_DELAY_S: "a least value, in tests beside the code",
  MAX_FIELD_LENGTH: "cut in errors, in tests beside the code",
  MAX_DETAIL_LENGTH: "cut in errors, in tests beside the code",
  MAX_EXECUTION_REQUESTS: "requests of one call, in tests beside the code",
  MAX_PLACE_LENGTH: "five numbers, each of which has its own bound",
  MAX_MESSAGE_SIZE: "a message between windows, in tests beside the code",
  MAX_TOKEN_NAME_LENGTH: "cut by the service and the wallet, in tests beside the code",
  MAX_TOKENS: "described of those that a request names, in tests/stack/indexer/tokens_test.ts",
  MAX_USER_NAME_BYTES: "cut for the authenticator, in core/passkey/browser/ceremony_test.ts",
  UNNOTIFIED_RECOVERY_DELAY_S: "a default, in tests/stack/recovery/recovery_test.ts",
  MAX_REQUEST_ID_LENGTH: "a message between windows, which is dropped",
};

const rows: readonly Row[] = [...sharedRows, ...permissionRows, ...signingRows, ...serviceRows];
for (const { limit, of, cause = "invalid_params", below = "", ...sides } of rows) {
  const each = (["page", "host", "service"] as const).flatMap((side) => {
    const reader = sides[side];
    return reader === undefined ? [] : [[side, reader] as const];
  });
  Deno.test(`limits: ${limit} in ${each.map(([side, { path }]) => `${side}'s ${path}`).join(", ")}`, async () => {
    for (const [side, { read, path }] of each) {
      assertEquals(await place(() => read(of(limits[limit]))), null, `${side} at the limit`);
      const expected = `${cause} ${path}${below}`;
      assertEquals(await place(() => read(of(limits[limit] + 1))), expected, `${side} above it`);
    }
  });
}

Deno.test("limits: every number is tested, or has a reason not to be", () => {
  const tested = new Set([...rows.map(({ limit }) => limit), ...Object.keys(others)]);
  assertEquals([...tested].sort(), Object.keys(limits).sort());
});

Deno.test("limits: lists with holes are rejected by page and host, with the path", async () => {
  const calls = new Array(3);
  const base = { account, chainId: 1 };
  const grant = { expiry: 2e9, spender: to };
  const inner = { calls: new Array(2) };
  for (
    const [read, field] of [
      [() => provide("wallet_sendCalls", [{ calls }]), "params[0].calls[0]"],
      [() => host("wallet_sendCalls", { ...base, calls }), "params[0].calls[0]"],
      [
        () => provide("wallet_grantPermissions", [{ ...grant, permissions: inner }]),
        "params[0].permissions.calls[0]",
      ],
      [
        () => host("wallet_grantPermissions", { ...base, ...grant, ...inner, spends: [] }),
        "params[0].permissions.calls[0]",
      ],
      [
        () => provide("wallet_getAssets", [{ chainFilter: new Array(2) }]),
        "params[0].chainFilter[0]",
      ],
    ] as const
  ) {
    assertEquals(await place(read), `invalid_params ${field}`);
  }
});

Deno.test("limits: addresses in upper case are read by page, host and service", async () => {
  const upper = { ...call, to: `0x${"AB".repeat(20)}` };
  const lower = `0x${"ab".repeat(20)}`;
  const read = (value: unknown) => (value as { calls: { to: string }[] }).calls[0]!.to;
  assertEquals(read(provide("wallet_sendCalls", [{ calls: [upper] }])), lower);
  assertEquals(
    read(await host("wallet_sendCalls", { account, chainId: 1, calls: [upper] })),
    lower,
  );
  assertEquals(
    read(serve("acct_prepare", { chainId: "0x1", account: owner, calls: [upper] })),
    lower,
  );
});
