/** A service with a clock that differs from the chain's signs nothing until they agree again. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { measure } from "../../../service/telemetry/service_metrics.ts";
import { foreignDraft, prepare, rpc, user } from "../support/client.ts";
import { settle } from "../payment/settle.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };

Deno.test("clock: a day ahead or behind, nothing is signed, it is reported, and it recovers", async () => {
  const lines: string[] = [];
  await using stack = await startStack();
  const { context } = stack.service;
  Object.assign(context, { log: (_level: string, event: string) => lines.push(event) });
  const chain = context.chains.get(stack.chainId)!;
  Object.assign(chain.config, { localTime: false });
  const who = user(1_650);
  await stack.fund(who.account.address, 10n ** 18n);
  await stack.mint(stack.tokens[0].address, who.account.address, 10n ** 9n);
  const real = Date.now;
  const feeToken = stack.tokens[0].address;
  /** Polls the chain, and again at a new block. */
  const look = async () => {
    await settle(context, stack.chainId);
    // Whole seconds: the next block must not be older than the clock.
    await stack.node.request("evm_mine");
    await settle(context, stack.chainId);
    await measure(context);
  };
  const draft = await foreignDraft(stack, who, [ping]);
  const ask = () => {
    const operation = {
      ...draft,
      paymasterVerificationGasLimit: "0xea60",
      paymasterPostOpGasLimit: "0x0",
    };
    return rpc(stack, "pm_getPaymasterData", [operation, ENTRY_POINT, "0x7a69", {}], {
      path: `/v1/paymaster/${stack.chainId}`,
    });
  };
  await look();
  assertEquals((await prepare(stack, who, [ping])).sponsor !== null, true);
  try {
    for (const [seconds, word] of [[86_400, "ahead of"], [-86_400, "behind"]] as const) {
      Date.now = () => real.call(Date) + seconds * 1_000;
      await look();
      const prepared = await prepare(stack, who, [ping]);
      assertEquals(prepared.sponsor, null);
      assertMatch(prepared.sponsorFailed ?? "", /clock is 86[34]\d\d seconds/);
      assertStringIncludes(prepared.sponsorFailed ?? "", word);
      const inToken = await prepare(stack, who, [ping], { feeToken, payFromAccount: true });
      assertEquals(inToken.feeToken, undefined);
      assertEquals(
        inToken.feeOptions?.find(({ token }) => token?.address === feeToken)?.obstacle,
        "unavailable",
      );
      const { error } = await ask();
      assertEquals(error?.data?.cause, "sponsor_failed");
      assertMatch(
        context.metrics.text(),
        /acct_clock_difference_seconds\{chain="\d+"\} -?86[34]\d\d/,
      );
    }
  } finally {
    Date.now = real;
  }
  assertEquals(lines.filter((line) => line === "clock_differs").length, 1);
  await look();
  assertEquals((await prepare(stack, who, [ping])).sponsor !== null, true);
  assertEquals((await ask()).error, undefined);
  assertEquals(lines.filter((line) => line === "clock_agrees").length, 1);
});
