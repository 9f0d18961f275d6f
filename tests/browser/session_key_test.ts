/**
 * A session key in a real page: one prompt, then none within the limits, the dialog outside of
 * them, and rejection after the revocation.
 */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex } from "viem";
import type { WalletGrantPermissionsResponse } from "../../core/permission/mod.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { getWorld, type Mode, newOwner, openRequest, options, press } from "./harness.ts";

const game: Hex = `0x${"d4".repeat(20)}`;
const mode: Mode = "CrossPlatform";

Deno.test(
  "session key: within the limits no prompt, otherwise the dialog, then no access",
  options,
  async () => {
    const { stack } = await getWorld();
    const [usd] = stack.tokens;
    const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
    const balance = () => balanceOf(stack, usd.address, game);
    const transfer = (amount: bigint) => ({
      to: usd.address,
      data: transferData(game, amount),
    });

    await using user = await newOwner({ mode });
    const { account, app } = user;
    await stack.mint(usd.address, account, 1_000_000_000n);

    /** Opens the key in the page, as a game would. */
    const openKey = () =>
      app.page.evaluate<Hex>(`(async () => {
      globalThis.fallbacks = 0;
      globalThis.key = await acct.openSessionKey({
        apiKey: ${JSON.stringify(stack.apiKey)},
        chainId: ${stack.chainId},
        paymaster: { url: "${stack.browserServerUrl}/v1/paymaster/${stack.chainId}" },
        fallback: (calls) => {
          fallbacks++;
          return acct.provider.request({ method: "wallet_sendCalls", params: [{
            calls: calls.map(({ to, data }) => ({ to, data })),
          }] });
        },
      });
      return key.address;
    })()`);
    const spender = await openKey();
    assert(spender !== account);

    const asked = await openRequest<WalletGrantPermissionsResponse>(
      app,
      mode,
      "wallet_grantPermissions",
      [{
        expiry: Math.floor(Date.now() / 1000) + 3600,
        spender,
        permissions: {
          calls: [{ target: usd.address, functionSignature: "transfer(address,uint256)" }],
          spends: [{ token: usd.address, allowance: "3000000", unit: "hour" }],
        },
      }],
    );
    await press(asked.dialog, "sdk-confirm");
    const granted = (await asked.answer()).result!;
    const prompts = user.passkeys.prompts.length;

    /** Sends with the key and waits until it landed. */
    const send = (amount: bigint) =>
      app.page.evaluate<{ status?: number; cause?: string }>(`(async () => {
      const call = ${JSON.stringify(transfer(amount))};
      try {
        const granted = ${JSON.stringify(granted)};
        const { id } = await key.send(granted, [{ ...call, value: 0n }]);
        for (let time = 0; time < 100; time++) {
          const { status } = await key.status(id);
          if (status !== 100) return { status };
        }
        return {};
      } catch (error) {
        return { cause: error.data?.cause ?? String(error) };
      }
    })()`);

    const before = await balance();
    assertEquals(await client.getCode({ address: spender }), undefined);
    assertEquals(await send(1_000_000n), { status: 200 });
    assert(await client.getCode({ address: spender }) !== undefined, "deployed with the first use");
    assertEquals(await send(2_000_000n), { status: 200 });
    assertEquals(await balance() - before, 3_000_000n);
    assertEquals(user.passkeys.prompts.length, prompts, "no prompt");
    assertEquals(user.context.pages().length, 1, "no window was opened");

    // Above the limit the user sees the ordinary dialog, and may reject.
    const popup = app.page.waitForEvent("popup");
    const outside = send(1_000_000n);
    await press(await popup, "sdk-cancel");
    assertEquals(await outside, { cause: "user_rejected" });
    assertEquals(await balance() - before, 3_000_000n);

    // The key survives a reload, and cannot be read out.
    await app.page.reload();
    await app.page.waitForFunction("globalThis.acct !== undefined");
    assertEquals(await openKey(), spender);
    assertEquals(
      await app.page.evaluate<string>(`(async () => {
      const request = indexedDB.open("acct.session-keys");
      const database = await new Promise((done) => request.onsuccess = () => done(request.result));
      const get = database.transaction("keys").objectStore("keys").get("default");
      const pair = await new Promise((done) => get.onsuccess = () => done(get.result));
      return await crypto.subtle.exportKey("pkcs8", pair.privateKey).then(() => "read", (e) => e.name);
    })()`),
      "InvalidAccessError",
    );

    const revoke = await openRequest(app, mode, "wallet_revokePermissions", [{
      id: granted.permissionId,
    }]);
    await press(revoke.dialog, "sdk-confirm");
    assertEquals((await revoke.answer()).result, { success: true });
    await app.page.evaluate(`void (globalThis.key = undefined)`);
    await app.page.evaluate(`acct.openSessionKey({
    apiKey: ${JSON.stringify(stack.apiKey)},
    chainId: ${stack.chainId},
    paymaster: { url: "${stack.browserServerUrl}/v1/paymaster/${stack.chainId}" },
  }).then((opened) => { globalThis.key = opened; })`);
    assertEquals(await send(1n), { cause: "simulation_reverts" });

    // Removed from the device, it is another key the next time.
    await app.page.evaluate("key.remove()");
    assert(await openKey() !== spender);
    assertEquals(user.problems, []);
  },
);
