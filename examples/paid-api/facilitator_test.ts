/** The facilitator collects exactly the requested payment. */
import { assertEquals } from "@std/assert";
import { startStack } from "../../scripts/stack/mod.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { fromBase64Json, toBase64Json } from "../../pay/protocols/encoding.ts";
import { payingFetch } from "../../pay/mod.ts";
import { openPayingScene, shop } from "../../tests/stack/agents/paying.ts";

const other = `0x${"0e".repeat(20)}`;

Deno.test("facilitator: a payment matches the request, uses a known contract, and is used once", async (t) => {
  await using stack = await startStack();
  const scene = await openPayingScene(stack);
  const { facilitator, cash, client } = scene;
  for (const method of ["erc7710", "eip3009", "permit2"] as const) {
    await t.step(method, async () => {
      const { granted, key } = await scene.grant();
      await using api = scene.serve({ methods: [method] });
      let header = "";
      const stopped = new Error("not sent");
      const paying = payingFetch({
        granted,
        key,
        client,
        limits: [{ token: cash, perRequest: 10n }],
        interval: 20,
        fetch: async (input, init) => {
          const asked = new Request(input, init);
          header = asked.headers.get("payment-signature") ?? "";
          if (header !== "") throw stopped;
          return await fetch(asked);
        },
      });
      await paying(`${api.url}/forecast/oslo`).catch(() => {});
      const paymentPayload = fromBase64Json(header) as {
        accepted: Record<string, unknown>;
        payload: Record<string, unknown>;
      };
      const paymentRequirements = paymentPayload.accepted;
      const body = (changes: Record<string, unknown>, payload: Record<string, unknown> = {}) => ({
        paymentPayload: { ...paymentPayload, payload: { ...paymentPayload.payload, ...payload } },
        paymentRequirements: { ...paymentRequirements, ...changes },
      });
      const wrong = [
        body({ amount: "11" }),
        body({ amount: "9" }),
        body({ payTo: other }),
        body({ asset: stack.tokens[0].address }),
        body({ network: "eip155:1" }),
        body({ scheme: "upto" }),
        body({ extra: { assetTransferMethod: method === "eip3009" ? "permit2" : "eip3009" } }),
        body({}, { delegationManager: cash, signature: "0x1234" }),
        { ...body({}), paymentPayload: { ...paymentPayload, x402Version: 1 } },
        {},
        null,
      ];
      const before = await scene.balance(shop);
      for (const [index, each] of wrong.entries()) {
        assertEquals([index, (await facilitator.verify(each)).isValid], [index, false]);
        assertEquals([index, (await facilitator.settle(each)).success], [index, false]);
      }
      assertEquals(await scene.balance(shop), before);
      // The API accepts only its own offers.
      const cheap = { ...paymentPayload, accepted: { ...paymentRequirements, amount: "1" } };
      const response = await fetch(`${api.url}/forecast/oslo`, {
        headers: { "payment-signature": toBase64Json(cheap) },
      });
      await response.body?.cancel();
      assertEquals(response.status, 402);
      assertEquals((await facilitator.verify(body({}))).isValid, true);
      const [first, second] = await Promise.all([
        facilitator.settle(body({})),
        facilitator.settle(body({})),
      ]);
      assertEquals([first.success, second.success], [true, false]);
      assertEquals(await scene.balance(shop) - before, 10n);
    });
  }

  await t.step("unknown managers and tokens are rejected", async () => {
    const { createFacilitator } = await import("./facilitator.ts");
    const { viemChain } = await import("../../tests/stack/support/viem_chain.ts");
    const strict = createFacilitator({
      chain: viemChain(stack),
      rpcUrl: stack.rpcUrl,
      account: scene.collector,
      assets: [cash],
      managers: [],
    });
    const asked = (asset: string) => ({
      paymentPayload: {
        x402Version: 2,
        payload: {
          delegationManager: contracts.permissions,
          permissionContext: "0x",
          delegator: other,
        },
      },
      paymentRequirements: {
        scheme: "exact",
        network: `eip155:${stack.chainId}`,
        amount: "1",
        asset,
        payTo: shop,
        maxTimeoutSeconds: 60,
      },
    });
    assertEquals(await strict.verify(asked(cash)), {
      isValid: false,
      invalidReason: "invalid_delegation_manager",
    });
    // Its contract would be called with the gas of the facilitator's key.
    assertEquals(await strict.verify(asked(other)), {
      isValid: false,
      invalidReason: "invalid_asset",
    });
  });
});
