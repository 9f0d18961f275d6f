import { assertEquals } from "@std/assert";
import type { CallView, ExplanationView, TokenView } from "../../core/dialog/types.ts";
import { loadLocale } from "../text/locale.ts";
import { isDanger, isUnclear, stepTitle } from "./steps.ts";

const bob = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";
const router = "0x8F3a1C5bD0a7c2b1f4E9d86a5C3B2e1D0f9A8b7C";
const usd: TokenView = { address: router, symbol: "USD", decimals: 6 };

const step = (fields: Partial<CallView>): CallView => ({
  index: 0,
  to: bob,
  value: 0n,
  data: "0x",
  kind: "call",
  ...fields,
});
const said = (fields: Partial<ExplanationView>): Partial<CallView> => ({
  explanation: {
    source: "pinned",
    contract: "Router",
    intent: "Swap",
    fields: [],
    partial: false,
    ...fields,
  },
});
const amount = (beyond: { message?: string } | undefined) => ({
  label: "Amount",
  value: {
    kind: "amount",
    amount: 1n,
    token: usd,
    address: router,
    ...(beyond && { beyond }),
  },
} as const);

Deno.test("steps: a transfer by another contract is never described as the account's", async () => {
  const send = step({ kind: "token_transfer", token: usd, recipient: bob, amount: 20_000_000n });
  const title = async (language: string, through: string | undefined) =>
    stepTitle(send, { within: router, through, locale: await loadLocale([language]) });
  assertEquals(await title("en", undefined), "Send 20\u00a0USD");
  assertEquals(await title("en", "Multicall3"), "Through Multicall3: Send 20\u00a0USD");
  assertEquals((await title("de", "Multicall3")).startsWith("Über Multicall3: "), true);
  // Names stay together within right-to-left text.
  assertEquals((await title("ar", "Multicall3")).includes("\u2066Multicall3\u2069"), true);
});

Deno.test("steps: a contract's own command does not repeat the contract, another contract is named", async () => {
  const locale = await loadLocale(["en"]);
  const title = (to: CallView["to"]) =>
    stepTitle(step({ to, ...said({}) }), { within: router, through: undefined, locale });
  assertEquals([title(router), title(bob)], ["Swap", "Router: Swap"]);
});

Deno.test("steps: dangers are found at any position, without false alarms", () => {
  const dangers = [
    step({ kind: "approval_for_all" }),
    step({ kind: "token_approve", unlimited: true }),
    step(said({ fields: [amount({})] })),
  ];
  const harmless = [
    step({}),
    step({ kind: "token_approve", unlimited: false }),
    step(said({ fields: [amount(undefined), amount({ message: "Everything" })] })),
    // The app's own texts are not searched for dangers, because they could contain anything.
    step(said({ source: "app", fields: [amount({})] })),
  ];
  const within = (steps: CallView[]) => step(said({ steps: [step(said({ steps }))] }));
  for (const each of dangers) {
    assertEquals([isDanger(each), isDanger(within([each]))], [true, true]);
  }
  for (const each of harmless) assertEquals(isDanger(each), false);
  assertEquals(isDanger(within(harmless)), false);
  assertEquals([isUnclear(step({})), isUnclear(step({ kind: "send" }))], [true, false]);
});
