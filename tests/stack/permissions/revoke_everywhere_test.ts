/** All access ends on several networks with one passkey prompt. */
import { assertEquals, assertRejects } from "@std/assert";
import { createPublicClient, numberToHex } from "viem";
import { isActive } from "../../../core/permission/mod.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { DialogRequest, UIHandler } from "../../../core/dialog/types.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage } from "../../conformance/wallet.ts";

const spender = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const native = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

Deno.test("remove all access: one prompt for two networks; one without funds keeps its access", async (t) => {
  await using stack = await startStack({ second: true });
  const chains = [
    { id: stack.chainId, client: createPublicClient({ transport: patientHttp(stack.rpcUrl) }) },
    {
      id: stack.second!.id,
      client: createPublicClient({ transport: patientHttp(stack.second!.rpcUrl) }),
    },
  ] as const;
  const shown: unknown[] = [];
  await using page = openPage(stack, {
    answers: (usual: UIHandler): UIHandler => ({
      ...usual,
      async request(method, params) {
        if (method !== "wallet_revokePermissions") return await usual.request(method, params);
        const request = params as DialogRequest<"wallet_revokePermissions">;
        await until("it is ready", () => request.preview.get().status !== "loading");
        const { networks } = request.preview.get();
        shown.push(networks?.map(({ chain, status, fee }) => [chain.id, status, fee?.payer]));
        return await usual.request(method, params);
      },
    }),
  });
  const [account] = await page.provider.request({ method: "eth_requestAccounts" });
  const paymaster = (chainId: number) => ({ url: `${stack.serverUrl}/v1/paymaster/${chainId}` });
  const grants = () =>
    Promise.all(chains.map(({ id }) =>
      page.provider.request({
        method: "wallet_grantPermissions",
        params: [{
          expiry: Math.floor(Date.now() / 1000) + 3_600,
          spender,
          chainId: numberToHex(id),
          permissions: { spends: [{ token: native, allowance: "0x1", unit: "day" }] },
          capabilities: { paymasterService: paymaster(id) },
        }],
      })
    ));
  const active = (granted: Awaited<ReturnType<typeof grants>>) =>
    Promise.all(granted.map((each, index) => isActive(chains[index]!.client, each)));
  const [first, second] = chains;
  const revoke = (isPaid = true) =>
    page.wallet.ask("wallet_revokePermissions", {
      account: account!,
      id: null,
      chainId: first.id,
      paymaster: paymaster(first.id),
      alsoOn: [{ chainId: second.id, ...(isPaid && { paymaster: paymaster(second.id) }) }],
    }, { signal: new AbortController().signal });

  await t.step("both end with one signature", async () => {
    const granted = await grants();
    assertEquals(await active(granted), [true, true]);
    const before = page.ceremony.prompts.length;
    assertEquals(await revoke(), { success: true });
    assertEquals(page.ceremony.prompts.slice(before), ["get"]);
    assertEquals(shown, [[[second.id, "ready", "sponsor"]]]);
    assertEquals(await active(granted), [false, false]);
  });

  await t.step("a cancelled prompt sends nothing", async () => {
    const granted = await grants();
    const get = page.ceremony.get;
    page.ceremony.get = () => Promise.reject(new AcctError("passkey_cancelled"));
    await assertRejects(() => revoke(), AcctError);
    page.ceremony.get = get;
    assertEquals(await active(granted), [true, true]);
    assertEquals(await revoke(), { success: true });
    assertEquals(await active(granted), [false, false]);
  });

  await t.step(
    "a network on which the account cannot pay is shown, and keeps its access",
    async () => {
      const granted = await grants();
      assertEquals(await revoke(false), { success: true });
      assertEquals(shown.at(-1), [[second.id, "failed", "account"]]);
      assertEquals(await active(granted), [false, true]);
    },
  );

  await t.step("if the first network cannot pay, nothing is signed for the others", async () => {
    const granted = await grants();
    const before = page.ceremony.prompts.length;
    await assertRejects(() =>
      page.wallet.ask("wallet_revokePermissions", {
        account: account!,
        id: null,
        chainId: first.id,
        alsoOn: [{ chainId: second.id, paymaster: paymaster(second.id) }],
      }, { signal: new AbortController().signal })
    );
    assertEquals(page.ceremony.prompts.length, before);
    assertEquals(await active(granted), [true, true]);
  });
});
