/** An external paymaster that lies: each lie removes its token, and nothing else. */
import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, parseEther } from "viem";
import type { CallJson } from "../../core/protocol/service/mod.ts";
import { prepare, sendCalls, settled, type User, user } from "./client.ts";
import { hundred, optionOf, other, startWorld } from "./external_fees.ts";
import { coin, own, ping } from "./token_fees.ts";
import type { Behaviour } from "./token_service.ts";

Deno.test("external token fees: lies", async (t) => {
  await using world = await startWorld();
  const { stack, service, reasons, forget } = world;
  const [{ address: dollar }] = stack.tokens;
  const approve = (token: Hex): CallJson => {
    const args = [service.paymaster, hundred] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
    return { to: token, value: "0x0", data };
  };
  const allow = async (who: User, token: Hex) => {
    await stack.fund(who.account.address, parseEther("1"));
    await settled(stack, await sendCalls(stack, who, [approve(token)], own));
  };
  let seed = 0;

  const redirect = () => new Response(null, { status: 302, headers: { location: "/other" } });
  const only = (wanted: string, response: () => Promise<Response> | Response) => (method: string) =>
    method === wanted ? response() : undefined;
  const slow = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(redirect()), 2_600));
  const final = "pm_getPaymasterData";
  const lies: Record<
    string,
    {
      readonly does: Behaviour;
      readonly reason: string;
      /** The calls, instead of one that does nothing. */
      readonly calls?: readonly CallJson[];
      /** A token that its contract may take before. */
      readonly allowed?: Hex;
    }
  > = {
    "another paymaster in the quote": {
      does: { quotes: (all) => all.map((quote) => ({ ...quote, paymaster: other })) },
      reason: "It named another paymaster than the configuration.",
    },
    "another paymaster in the stub": {
      does: { stub: (data) => ({ ...data, paymaster: other }) },
      reason: "It named another paymaster than the configuration.",
    },
    "another paymaster at the end": {
      does: { final: (data) => ({ ...data, paymaster: other }) },
      reason: "It named another paymaster than the configuration.",
    },
    "a price that explodes": {
      does: { rate: 3_000_000n },
      reason: "Its price is too far above the token's.",
    },
    "a price just above the margin": {
      does: { rate: 3_191n },
      reason: "Its price is too far above the token's.",
    },
    "a price that explodes at the end": {
      does: { terms: { tokenPerNative: 6_000n * 10n ** 18n } },
      reason: "It could not take the fee.",
    },
    "no price": { does: { quotes: () => [] }, reason: "It has no price for this token." },
    "a price of nothing": {
      does: { quotes: (all) => all.map((quote) => ({ ...quote, exchangeRate: "0x0" })) },
      reason: "Its price is 0.",
    },
    "a negative price": {
      does: { quotes: (all) => all.map((quote) => ({ ...quote, exchangeRate: "-0x1" })) },
      reason: "It has no price for this token.",
    },
    "two prices": {
      does: { quotes: (all) => [...all, ...all] },
      reason: "It has several prices for this token.",
    },
    "settlement that is counted too dear": {
      does: {
        quotes: (all) => all.map((quote) => ({ ...quote, postOpGas: numberToHex(500_001) })),
      },
      reason: "It asks for more gas than it may have.",
    },
    "too much gas in the stub": {
      does: { stub: (data) => ({ ...data, paymasterPostOpGasLimit: numberToHex(500_001) }) },
      reason: "It asks for more gas than it may have.",
    },
    "more gas at the end than before": {
      does: { final: (data) => ({ ...data, paymasterPostOpGasLimit: numberToHex(110_001) }) },
      reason: "It asks for more gas than it may have.",
    },
    "too little gas for its settlement": {
      does: { stub: (data) => ({ ...data, paymasterPostOpGasLimit: numberToHex(10_000) }) },
      reason: "It could not take the fee.",
    },
    "no gas for its settlement": {
      does: { stub: (data) => ({ ...data, paymasterPostOpGasLimit: undefined }) },
      reason: "Its answer is not ERC-7677's.",
    },
    "data that its contract does not know": {
      does: {
        final: (data) => ({ ...data, paymasterData: `${data.paymasterData.slice(0, -4)}001b` }),
      },
      reason: "Its contract does not know its signature.",
    },
    "data that its contract cannot read": {
      does: { final: (data) => ({ ...data, paymasterData: "0x12" }) },
      reason: "Its contract does not know its signature.",
    },
    "data without end": {
      does: { final: (data) => ({ ...data, paymasterData: `0x${"11".repeat(4_097)}` }) },
      reason: "Its answer is not ERC-7677's.",
    },
    "a fee before the calls, from an allowance that is not there": {
      does: { terms: { mode: "prepaid" } },
      reason: "",
    },
    "a word that ends soon": {
      does: { terms: { validUntil: Math.floor(Date.now() / 1000) + 70 } },
      reason: "Its word ends too soon.",
    },
    "a word that holds later": {
      does: { terms: { validAfter: Math.floor(Date.now() / 1000) + 1_000 } },
      reason: "Its word does not hold yet.",
    },
    "more than the approval, which the calls themselves raised": {
      does: { terms: { tokenPerNative: 6_000n * 10n ** 18n } },
      calls: [approve(coin)],
      reason: "It takes more than the maximum.",
    },
    "another token, which it may take": {
      does: { terms: { token: dollar, mode: "prepaid", tokenPerNative: 1_000_000n } },
      allowed: dollar,
      reason: "It takes another token.",
    },
    "a redirect": { does: { answer: redirect }, reason: "It answered with HTTP 302." },
    "a redirect at the end": {
      does: { answer: only(final, redirect) },
      reason: "It answered with HTTP 302.",
    },
    "silence": { does: { answer: slow }, reason: "It did not answer in time." },
    "silence at the end": {
      does: { answer: only(final, slow) },
      reason: "It did not answer in time.",
    },
    "garbage": {
      does: { answer: () => new Response("<html>secret</html>") },
      reason: "Its answer is not JSON.",
    },
    "a flood": {
      does: { answer: () => new Response("x".repeat(70_000)) },
      reason: "Its answer is too large.",
    },
    "null": {
      does: { answer: () => Response.json(null) },
      reason: "Its answer is not pimlico_getTokenQuotes's.",
    },
    "a refusal in its own words": {
      does: {
        answer: only(
          final,
          () => Response.json({ error: { code: 1, message: "No\u202e!" } }),
        ),
      },
      reason: "It said: No!",
    },
  };
  for (const [lie, { does, reason, calls, allowed }] of Object.entries(lies)) {
    await t.step(`refused: ${lie}`, async () => {
      const who = user(900 + seed++);
      await stack.mint(coin, who.account.address, hundred);
      await stack.mint(dollar, who.account.address, 100_000_000n);
      if (allowed !== undefined) await allow(who, allowed);
      forget();
      service.behaviour = does;
      const prepared = await prepare(stack, who, calls ?? [ping], { ...own, feeToken: coin });
      service.behaviour = {};
      assertEquals([prepared.feeToken, prepared.operation.paymaster], [undefined, undefined]);
      assertEquals(optionOf(prepared, coin).obstacle, "unavailable");
      assertEquals(optionOf(prepared, dollar).obstacle, null);
      // A problem of all tokens at once is logged once.
      assertEquals(reasons.length, 1, reasons.join("; "));
      assert(reasons[0]!.startsWith("external_token_fee localhost: "));
      assert(reasons[0]!.includes(reason), reasons[0]);
      assert(!reasons.join().includes("secret"));
    });
  }
});
