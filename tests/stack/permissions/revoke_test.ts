/**
 * Revocations of permissions on two chains: each is separate, and successful only if the chain
 * confirms it.
 */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex, numberToHex } from "viem";
import type { AcctError } from "../../../core/ground/errors.ts";
import { isActive, type WalletGrantPermissionsResponse } from "../../../core/permission/mod.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage, type Page } from "../../conformance/wallet.ts";

const spender: Hex = `0x${"c5".repeat(20)}`;

Deno.test("revoke: on the chain of the grant only, and truly", async (t) => {
  await using stack = await startStack({ second: true });
  const second = stack.second!;
  await using page = openPage(stack);
  await using stranger = openPage(stack);
  const [address] = await page.provider.request({ method: "eth_requestAccounts" });
  await stranger.provider.request({ method: "eth_requestAccounts" });
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const other = createPublicClient({ transport: patientHttp(second.rpcUrl) });

  const grant = (of: Page, chainId: number, deferred?: true) =>
    of.provider.request({
      method: "wallet_grantPermissions",
      params: [{
        // A signed one expires within the time of the earlier ones.
        expiry: Math.floor(Date.now() / 1000) + (deferred ? 1_800 : 3_600),
        spender,
        chainId: numberToHex(chainId),
        permissions: {
          spends: [{ token: stack.tokens[0].address, allowance: "5", unit: "day" }],
        },
        capabilities: { paymasterService: { url: `${stack.serverUrl}/v1/paymaster/${chainId}` } },
        ...(deferred && { deferred }),
      }],
    });
  /** The outcome of a revocation, and its number of passkey prompts. */
  const revoke = async (
    id: Hex,
    chainId = stack.chainId,
    granted?: WalletGrantPermissionsResponse,
  ) => {
    const before = page.ceremony.prompts.length;
    const end = await page.provider.request({
      method: "wallet_revokePermissions",
      params: [{
        id,
        chainId: numberToHex(chainId),
        ...(granted && { granted }),
        capabilities: { paymasterService: { url: `${stack.serverUrl}/v1/paymaster/${chainId}` } },
      }],
    }).then(({ success }) => success, ({ data, message }: AcctError) => ({ data, message }));
    return { end, prompts: page.ceremony.prompts.length - before };
  };
  const refused = ({ end, prompts }: Awaited<ReturnType<typeof revoke>>) => {
    assert(typeof end === "object", "refused");
    assertEquals(prompts, 0, "no dialog was shown");
    return [end.data.cause, end.data.field];
  };

  const first = await grant(page, stack.chainId);
  const elsewhere = await grant(page, second.id);
  assertEquals(first.account, address);

  await t.step("an id that was never granted, and one of another account", async () => {
    const unknown = ["permission_unknown", "params[0].id"];
    assertEquals(refused(await revoke(`0x${"77".repeat(32)}`)), unknown);
    const theirs = await grant(stranger, stack.chainId);
    assertEquals(refused(await revoke(theirs.permissionId)), unknown);
    assertEquals(refused(await revoke(theirs.permissionId, stack.chainId, theirs)), unknown);
    assertEquals(await isActive(client, theirs), true);
  });

  await t.step("one of another chain is rejected, and the chain named", async () => {
    for (
      const [chain, { permissionId }] of [[second.id, first], [stack.chainId, elsewhere]] as const
    ) {
      const answer = await revoke(permissionId, chain);
      assertEquals(refused(answer), ["invalid_params", "params[0].chainId"]);
      const right = chain === second.id ? stack.chainId : second.id;
      assert(JSON.stringify(answer.end).includes(`(chain ${right})`), JSON.stringify(answer.end));
    }
    assertEquals([await isActive(client, first), await isActive(other, elsewhere)], [true, true]);
  });

  await t.step("the chain has the rows that the service lost", async () => {
    const { store } = stack.service;
    await store.deleteFrom("permissions").execute();
    assertEquals(refused(await revoke(first.permissionId, second.id)), [
      "invalid_params",
      "params[0].chainId",
    ]);
    await store.deleteFrom("permissions").execute();
    assertEquals(await revoke(first.permissionId), { end: true, prompts: 1 });
    assertEquals(await isActive(client, first), false);
    assertEquals(await isActive(other, elsewhere), true);
  });

  await t.step("an ended one costs nothing", async () => {
    assertEquals(await revoke(first.permissionId), { end: true, prompts: 0 });
    assertEquals(refused(await revoke(first.permissionId, second.id)), [
      "invalid_params",
      "params[0].chainId",
    ]);
  });

  await t.step("a signed one that was never used, even if the service lost it", async () => {
    const signed = await grant(page, stack.chainId, true);
    assertEquals([typeof signed.signature, await isActive(client, signed)], ["string", true]);
    await stack.service.store.deleteFrom("signed_grants").execute();
    assertEquals(refused(await revoke(signed.permissionId)), [
      "permission_unknown",
      "params[0].id",
    ]);
    assertEquals(refused(await revoke(signed.permissionId, second.id, signed)), [
      "invalid_params",
      "params[0].chainId",
    ]);
    assertEquals(await revoke(signed.permissionId, stack.chainId, signed), {
      end: true,
      prompts: 1,
    });
    assertEquals(await isActive(client, signed), false);
    const kept = await grant(page, stack.chainId, true);
    assertEquals(await revoke(kept.permissionId), { end: true, prompts: 1 });
    assertEquals(await isActive(client, kept), false);
  });
});
