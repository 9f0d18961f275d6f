/** Each method in each state of a page, with the code required by EIP-1193 and others. */
import { assertEquals, assertRejects } from "@std/assert";
import type { Address } from "viem";
import { fromGrant } from "../../core/permission/granted.ts";
import { encodeContext } from "../../core/permission/redemption.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { allHandlers } from "../../core/testing/handlers.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { freePort } from "../../scripts/stack/anvil.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { prepareCalls } from "./prepared_calls.ts";
import { openPage, type Page } from "./wallet.ts";

import { type End, later, rows, type State, to, type World } from "./method_rows.ts";

async function end(page: Page, method: string, params: unknown): Promise<End> {
  try {
    await page.provider.request<{ ReturnType: unknown }>({
      method,
      ...(params !== undefined && { params }),
    });
    return "ok";
  } catch (error) {
    if (!(error instanceof AcctError)) throw error;
    assertEquals(typeof error.data.cause, "string");
    assertEquals(error.message.length > 0 && error.data.advice.length > 0, true);
    const { cause } = error;
    return error.data.cause === "user_rejected" && cause instanceof AcctError
      ? `4001 because of ${cause.code}` as End
      : error.code;
  }
}

Deno.test("conformance: every method has a row", () => {
  // Their outcome differs once they changed the owners: see tests/stack/accounts/owners_test.ts.
  const others = ["acct_addPasskey", "acct_removeOwner"];
  const known = new Set([...others, ...rows.map(({ method }) => method)]);
  assertEquals(Object.keys(allHandlers).filter((method) => !known.has(method)), []);
});

Deno.test("conformance: each method in each state", async (t) => {
  await using stack = await startStack();
  await using first = openPage(stack);
  const [address] = await first.provider.request({ method: "eth_requestAccounts" }) as Address[];
  const { id } = await first.provider.request({
    method: "wallet_sendCalls",
    params: [{ calls: [{ to }] }],
  }) as { id: string };
  const grant = await first.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      expiry: later(),
      spender: to,
      permissions: { spends: [{ token: to, allowance: "5", unit: "day" }] },
    }],
  });
  const granted = grant.permissionId;
  const id7710 = { chainId: stack.chainId, id: granted };
  const context = encodeContext({ permission: fromGrant(grant), ...id7710 });
  const prepared = await prepareCalls(first, to);
  const world: World = { stack, address: address!, id, granted, context, prepared };
  const nowhere = `http://localhost:${await freePort(0)}`;

  /** A page of the same device with its own state. */
  const open = (state: State) => {
    const storage = memoryStorage();
    const keep = state === "none" ? ["acct.accounts.1"] : ["acct.accounts.1", "session"];
    for (const key of keep) storage.set(key, first.storage.get(key));
    const ahead = state === "expired" ? 25 * 3_600_000 : 0;
    return openPage(stack, {
      storage,
      ceremony: first.ceremony,
      // The service's quotes are stamped with its own clock: only the session is from yesterday.
      ...(ahead > 0 && { sessionNow: () => Date.now() + ahead }),
      ...(state === "down" && { serverUrl: nowhere }),
    });
  };

  for (const { method, params, wrong = [], ends } of rows) {
    const given = params?.(world);
    const name = given === undefined ? method : `${method} ${JSON.stringify(given).slice(0, 40)}`;
    await t.step(name, async () => {
      const found: Partial<Record<State, End>> = {};
      for (const state of ["none", "session", "expired", "down"] as const) {
        await using page = open(state);
        const before = await page.provider.request({ method: "eth_accounts" });
        found[state] = await end(page, method, params?.(world));
        // A failure does not disconnect.
        if (found[state] !== "ok") {
          assertEquals(await page.provider.request({ method: "eth_accounts" }), before, state);
        }
      }
      assertEquals(found, ends);
      for (const [bad, code] of wrong) {
        await using page = open("session");
        const prompts = page.ceremony.prompts.length;
        assertEquals(await end(page, method, bad), code, JSON.stringify(bad).slice(0, 80));
        assertEquals(page.ceremony.prompts.length, prompts, "no dialog was shown");
      }
    });
  }

  await t.step("method-specific error codes", async () => {
    await using page = open("session");
    const codes: [string, unknown, number][] = [
      ["wallet_switchEthereumChain", [{ chainId: "0x1" }], 4902],
      ["wallet_sendCalls", [{ calls: [{ to }], chainId: "0x1" }], 5710],
      ["eth_sendTransaction", [{ to, chainId: "0x1" }], 4902],
      [
        "wallet_sign",
        [{ request: { type: "0x45", data: { message: "a" } }, chainId: "0x1" }],
        4902,
      ],
      ["wallet_getCallsStatus", ["nobody's"], 5730],
      ["", undefined, -32600],
    ];
    for (const [method, params, code] of codes) {
      assertEquals(await end(page, method, params), code, method);
    }
    const twice = [{ id: "twice", calls: [{ to }] }];
    assertEquals(await end(page, "wallet_sendCalls", twice), "ok");
    assertEquals(await end(page, "wallet_sendCalls", twice), 5720);
    // EIP-2255: the dApp's own permission is the connection.
    const own = [{ eth_accounts: {} }];
    const [permission] = await page.provider.request({
      method: "wallet_requestPermissions",
      params: [{ eth_accounts: {} }],
    });
    const accounts = await page.provider.request({ method: "eth_accounts" });
    assertEquals([permission!.parentCapability, permission!.caveats[0].value], [
      "eth_accounts",
      accounts,
    ]);
    assertEquals(await end(page, "wallet_revokePermissions", own), "ok");
    assertEquals(await page.provider.request({ method: "eth_accounts" }), []);
    page.disconnect();
    assertEquals(await end(page, "eth_accounts", undefined), 4900);
    // A test network as the default chain needs showTestnets: rejected at the first request.
    await using shy = openPage(stack, { showTestnets: false });
    const error = await assertRejects(
      () => shy.provider.request({ method: "eth_requestAccounts" }),
      AcctError,
    );
    assertEquals([error.code, error.data.field], [4902, "defaultChainId"]);
    assertEquals(shy.ceremony.prompts, [], "no dialog was shown");
  });
});
