/**
 * Permissions from the dialog to the chain: granted, used by a spender's account and by a plain
 * key, limited, renewed with the next period, listed, revoked.
 */
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { createTestClient, createWalletClient, type Hex, numberToHex, publicActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import {
  isActive,
  prepareTransaction,
  remaining,
  type WalletGrantPermissionsResponse,
} from "../../core/permission/mod.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { ListedPermission } from "../../core/permission/details.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { viemChain } from "../stack/support/viem_chain.ts";
import {
  type App,
  createAccount,
  getWorld,
  type Mode,
  modes,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  settled,
  shoot,
} from "./harness.ts";

const shop: Hex = `0x${"c3".repeat(20)}`;
const DAY = 86_400;

for (const mode of modes) {
  Deno.test(`permissions, ${mode}`, options, (t) => lifecycle(mode, t));
}

async function lifecycle(mode: Mode, t: Deno.TestContext): Promise<void> {
  const { stack, otherAppUrl } = await getWorld();
  const [usd] = stack.tokens;
  const chain = viemChain(stack);
  const client = createTestClient({ chain, mode: "anvil", transport: patientHttp(stack.rpcUrl) })
    .extend(publicActions);
  const balance = () => balanceOf(stack, usd.address, shop);
  const transfer = (amount: bigint) => ({
    to: usd.address,
    value: 0n,
    data: transferData(shop, amount),
  });

  await using owner = await newOwner({ mode });
  const { account, app } = owner;
  await stack.mint(usd.address, account, 1_000_000_000n);

  /** Grants 50 TUSD a day to a spender. */
  const grant = async (spender: Hex) => {
    const now = Number((await client.getBlock()).timestamp);
    const asked = await openRequest<WalletGrantPermissionsResponse>(
      app,
      mode,
      "wallet_grantPermissions",
      [{
        expiry: now + 30 * DAY,
        spender,
        permissions: {
          calls: [{ target: usd.address, functionSignature: "transfer(address,uint256)" }],
          spends: [{ token: usd.address, allowance: "50000000", unit: "day" }],
        },
      }],
    );
    await asked.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    await shoot(asked.dialog, `grant-${mode}`);
    const shown = await asked.dialog.getByTestId("sdk-card").innerText();
    for (const part of ["50", "TUSD", spender.slice(-4)]) {
      assert(shown.includes(part), `the dialog does not say ${part}:\n${shown}`);
    }
    await press(asked.dialog, "sdk-confirm");
    const { result, error } = await asked.answer();
    assertEquals(error, undefined);
    return result!;
  };
  const revoke = async (id: Hex) => {
    const asked = await openRequest<{ success: boolean }>(app, mode, "wallet_revokePermissions", [
      { id },
    ]);
    await asked.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    await shoot(asked.dialog, `revoke-${mode}`);
    await press(asked.dialog, "sdk-confirm");
    return (await asked.answer()).result;
  };
  const list = async () => (await app.ask<ListedPermission[]>("wallet_getPermissions")).result!;

  await t.step("a plain key spends only within the limit", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    await stack.fund(key.address, 10n ** 18n);
    const wallet = createWalletClient({
      account: key,
      chain,
      transport: patientHttp(stack.rpcUrl),
    });
    const granted = await grant(key.address);
    assertEquals(granted.account, account);
    assertEquals(await isActive(client, granted), true);
    const [listed] = await list();
    assertEquals([listed!.id, listed!.permissionId, listed!.expiry, listed!.end], [
      granted.permissionId,
      granted.permissionId,
      granted.end,
      granted.end,
    ]);

    /** Returns true if the spender could take this much. */
    const spend = async (amount: bigint) => {
      const request = prepareTransaction(granted, [transfer(amount)]);
      try {
        const hash = await wallet.sendTransaction(request);
        return (await client.waitForTransactionReceipt({ hash })).status === "success";
      } catch {
        return false;
      }
    };
    const before = await balance();
    assertEquals(await spend(30_000_000n), true);
    assertEquals((await remaining(client, granted))[0]!.amount, 20_000_000n);
    assertEquals(await spend(20_000_001n), false);
    assertEquals(await spend(20_000_000n), true);
    assertEquals(await spend(1n), false);
    assertEquals(await balance() - before, 50_000_000n);

    await client.increaseTime({ seconds: DAY });
    await client.mine({ blocks: 1 });
    assertEquals(await spend(50_000_000n), true, "the next period");

    // A stranger with the same words gets no access.
    const stranger = privateKeyToAccount(generatePrivateKey());
    await stack.fund(stranger.address, 10n ** 18n);
    const thief = createWalletClient({
      account: stranger,
      chain,
      transport: patientHttp(stack.rpcUrl),
    });
    let stolen = true;
    await thief.sendTransaction(prepareTransaction(granted, [transfer(1n)])).catch(() =>
      stolen = false
    );
    assertEquals(stolen, false);

    assertEquals(await revoke(granted.permissionId), { success: true });
    await client.increaseTime({ seconds: DAY });
    await client.mine({ blocks: 1 });
    assertEquals(await spend(1n), false, "after the revocation");
    assertEquals(await isActive(client, granted), false);
    assertEquals(await list(), []);
  });

  await t.step("a spender's own account uses it through wallet_sendCalls", async () => {
    await using agent = await newUser();
    const other = await openApp(agent, { mode, url: otherAppUrl });
    const spender = await createAccount(other, mode);
    const granted = await grant(spender);
    const before = await balance();
    const use = (amount: bigint) => sendAs(other, mode, granted.permissionId, transfer(amount));
    const first = await use(40_000_000n);
    assertMatch(first, /^0x/);
    assertEquals(await balance() - before, 40_000_000n);
    assertEquals(await use(10_000_001n), "refused");
    assertEquals(await balance() - before, 40_000_000n);

    // Another account cannot act as the spender.
    const asked = await openRequest(app, mode, "wallet_sendCalls", [{
      calls: [{ to: usd.address, data: transfer(1n).data }],
      capabilities: { permissions: { id: granted.permissionId } },
    }]);
    assertEquals((await asked.answer()).error!.code, -32602);
    assertEquals(await revoke(granted.permissionId), { success: true });
  });

  await t.step("requested with ERC-7715; lossy requests are rejected", async () => {
    const request = (change: object = {}, data: object = {}) => [{
      chainId: numberToHex(stack.chainId),
      to: shop,
      permission: {
        type: "erc20-token-periodic",
        isAdjustmentAllowed: false,
        data: {
          tokenAddress: usd.address,
          periodAmount: "0x5",
          periodDuration: 3 * DAY,
          ...data,
        },
      },
      rules: [{ type: "expiry", data: { timestamp: 4_000_000_000 } }],
      ...change,
    }];
    for (
      const [params, field] of [
        [
          request({ permission: { type: "token-approval-revocation", data: {} } }),
          "params[0].permission.type",
        ],
        [
          request({
            permission: { type: "native-token-stream", data: { amountPerSecond: "0x1" } },
          }),
          "params[0].permission.data.amountPerSecond",
        ],
        [request({}, { startTime: 4_000_000_000 }), "params[0].permission.data.startTime"],
        [request({}, { periodDuration: 61 }), "params[0].permission.data.periodDuration"],
        [
          request({}, { periodDuration: 256 * 604_800 }),
          "params[0].permission.data.periodDuration",
        ],
        [[], "params"],
      ] as const
    ) {
      const { error } = await app.ask("wallet_requestExecutionPermissions", params);
      assertEquals(error!.data.field, field);
    }
    const asked = await openRequest<{ context: Hex; granted: WalletGrantPermissionsResponse }[]>(
      app,
      mode,
      "wallet_requestExecutionPermissions",
      request(),
    );
    await press(asked.dialog, "sdk-confirm");
    const [answer] = (await asked.answer()).result!;
    const { permissionId } = answer!.granted;
    const { unit, multiplier, allowance } = answer!.granted.spends[0]!;
    assertEquals([unit, multiplier, allowance], ["day", 3, "5"]);
    // Another tab of the same page lists it, and is notified of its end.
    const tab = await openApp(owner, { mode });
    const listed = async () => (await tab.ask<ListedPermission[]>("wallet_getPermissions")).result!;
    assertEquals((await listed()).map(({ id }) => id), [permissionId]);
    const granted = await tab.ask<{ context: Hex }[]>("wallet_getGrantedExecutionPermissions");
    assertEquals(granted.result!.map(({ context }) => context), [answer!.context]);
    const ended = await openRequest(app, mode, "wallet_revokeExecutionPermission", [{
      permissionContext: answer!.context,
    }]);
    await press(ended.dialog, "sdk-confirm");
    assertEquals((await ended.answer()).result, {});
    assertEquals(await listed(), []);
    await tab.page.close();
  });

  await t.step("an expired one, or one of another chain, is rejected", async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    await stack.fund(key.address, 10n ** 18n);
    const granted = await grant(key.address);
    const wallet = createWalletClient({
      account: key,
      chain,
      transport: patientHttp(stack.rpcUrl),
    });
    const spend = (permission: WalletGrantPermissionsResponse) =>
      wallet.sendTransaction(prepareTransaction(permission, [transfer(1n)])).then(
        () => true,
        () => false,
      );
    assertEquals(await spend(granted), true);
    // The same permission on another chain has a different id, and that one was not granted here.
    const elsewhere = { ...granted, chainId: "0x1" as const };
    assertThrows(() => prepareTransaction(elsewhere, []), AcctError);
    await client.setNextBlockTimestamp({ timestamp: BigInt(granted.end) + 1n });
    await client.mine({ blocks: 1 });
    assertEquals(await isActive(client, granted), false);
    assertEquals(await spend(granted), false);
    assertEquals(await revoke(granted.permissionId), { success: true });
  });

  await t.step("a cancelled grant leaves no data", async () => {
    const asked = await openRequest(app, mode, "wallet_grantPermissions", [{
      expiry: 4_000_000_000,
      spender: shop,
      permissions: { spends: [{ token: usd.address, allowance: "1", unit: "forever" }] },
    }]);
    await press(asked.dialog, "sdk-cancel");
    assertEquals((await asked.answer()).error!.code, 4001);
    assertEquals(await list(), []);
  });
}

/** Uses a permission in the dialog. Returns the operation's id, or `refused` if it would fail. */
async function sendAs(
  app: App,
  mode: Mode,
  id: Hex,
  call: { to: Hex; data: Hex },
): Promise<string> {
  const asked = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", [{
    calls: [{ to: call.to, data: call.data }],
    capabilities: { permissions: { id } },
  }]);
  await asked.dialog.locator(
    "[data-testid=sdk-confirm]:not([aria-disabled]), [data-testid=sdk-warning-simulation_reverts]",
  ).first().waitFor();
  if (await asked.dialog.getByTestId("sdk-warning-simulation_reverts").count() > 0) {
    await shoot(asked.dialog, `over-limit-${mode}`);
    await press(asked.dialog, "sdk-cancel");
    await asked.answer();
    return "refused";
  }
  await press(asked.dialog, "sdk-confirm");
  const { result } = await asked.answer();
  assertEquals(await settled(app, result!.id), 200);
  return result!.id;
}
