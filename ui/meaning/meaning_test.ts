import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { CallView, SendCallsPreview, TokenView } from "../../core/dialog/types.ts";
import { hasHidden } from "../../core/lib/hidden.ts";
import { markName, splitInvisible } from "../parts/values/marked_text.tsx";
import { loadLocale } from "../text/locale.ts";
import { callTitle, canFold, describeBatch, describeGain, isUnnamed } from "./intent.ts";
import { treeRows } from "./tree.ts";

const bob = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";
const carol = "0x8F3a1C5bD0a7c2b1f4E9d86a5C3B2e1D0f9A8b7C";
const usd: TokenView = { address: carol, symbol: "USD", decimals: 6 };
const eth: TokenView = { address: null, symbol: "ETH", decimals: 18 };
const chain = { nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } };
const locale = await loadLocale(["en"]);

const call = (fields: Partial<CallView>): CallView => ({
  index: 0,
  to: carol,
  value: 0n,
  data: "0x",
  kind: "call",
  ...fields,
});
const transfer = (amount: bigint, recipient: `0x${string}` = bob) =>
  call({ kind: "token_transfer", token: usd, recipient, amount });

Deno.test("one transfer: the amount is the headline and the button", () => {
  const intent = describeBatch([transfer(20_000_000n)], chain, locale);
  assertEquals(intent.title, "Send 20\u00a0USD");
  assertEquals(intent.action, "Send 20\u00a0USD");
  assertEquals(intent.party, { kind: "to", address: bob });
});

Deno.test("transfers of two tokens are summed; a single recipient is named", () => {
  const calls = [
    transfer(1_000_000n),
    transfer(500_000n),
    call({ kind: "send", token: eth, recipient: bob, amount: 10n ** 17n, value: 10n ** 17n }),
  ];
  assertEquals(describeBatch(calls, chain, locale).title, "Send 1.5\u00a0USD and 0.1\u00a0ETH");
  assertEquals(describeBatch([transfer(1n), transfer(1n, carol)], chain, locale).party, undefined);
});

Deno.test("other effects of the batch are never hidden behind an amount", () => {
  const calls = [transfer(1n), call({ function: { name: "approve", args: [] } })];
  assertEquals(describeBatch(calls, chain, locale).title, "2 actions");
  assertEquals(describeBatch(calls, chain, locale).action, "Confirm 2 actions");
});

Deno.test("approvals name their amount, or that it is unlimited", () => {
  const approve = (amount: bigint, unlimited: boolean) =>
    call({ kind: "token_approve", token: usd, recipient: bob, amount, unlimited });
  assertEquals(callTitle(approve(5_000_000n, false), locale), "Allow spending 5\u00a0USD");
  assertEquals(callTitle(approve(2n ** 256n - 1n, true), locale), "Allow spending all your USD");
  assertEquals(describeBatch([approve(1n, false)], chain, locale).party?.kind, "spender");
});

Deno.test("several ended approvals name their tokens; any other call next to them counts all", () => {
  const end = (token: TokenView, spender: CallView["to"] = bob) =>
    call({
      kind: "token_approve",
      to: token.address!,
      function: { name: "approve", args: [] },
      token,
      recipient: spender,
      amount: 0n,
      unlimited: false,
    });
  const euro: TokenView = { ...usd, address: bob, symbol: "EUR" };
  const other = `0x${"22".repeat(20)}` as const;
  const titleOf = (...calls: CallView[]) => describeBatch(calls, chain, locale).title;
  const ended = describeBatch([end(usd), end(euro), end(usd)], chain, locale);
  assertEquals([ended.title, ended.action], ["End access to your USD and EUR", "Confirm"]);
  assertEquals(ended.party?.kind, "spender");
  assertEquals(describeBatch([end(usd), end(usd, other)], chain, locale).party, undefined);
  // These end no allowance of the token.
  const raise = { ...end(usd), function: { name: "increaseAllowance", args: [] } };
  assertEquals(titleOf(end(usd), raise), "2 actions");
  assertEquals(titleOf(end(usd), { ...end(usd), to: other }), "2 actions");
  assertEquals(titleOf(raise), "Let 0x2B7e…7160 use 0\u00a0USD");
  assert(canFold(end(usd)) && !canFold(raise));
  assertEquals(titleOf(end(usd), { ...end(usd), amount: 1n }), "2 actions");
  assertEquals(titleOf(end(usd), end({ ...euro, unlisted: true })), "2 actions");
  assertEquals(
    titleOf(end(usd), { ...end(usd), value: 1n }),
    "You send at most 0.000000000000000001\u00a0ETH",
  );
  assertEquals(
    titleOf(...["A", "B", "C", "D"].map((symbol) => end({ ...usd, symbol }))),
    "4 actions",
  );
});

Deno.test("a token without a name is reported as unknown, never shown as an amount", () => {
  const unnamed = call({ kind: "token_transfer", recipient: bob, amount: 5n });
  assert(isUnnamed([unnamed]));
  assertEquals(describeBatch([unnamed], chain, locale).title, "Send an unknown token");
  assertEquals(callTitle(call({ kind: "token_approve", amount: 5n }), locale).includes("5"), false);
});

Deno.test("a headline uses only the wallet's own texts, never the page's", async () => {
  const explained = (source: "pinned" | "app") =>
    call({
      explanation: {
        source,
        ...(source === "pinned" && { contract: "Aave v3 Pool" }),
        intent: "Supply",
        fields: [],
        partial: false,
      },
    });
  assertEquals(callTitle(explained("pinned"), locale), "Aave v3 Pool: Supply");
  assertEquals(callTitle(explained("app"), locale), "Action we can’t read");
  assertEquals(
    describeBatch([explained("app")], chain, locale).title,
    "Run an action we can’t read",
  );
  // English words stay together within Arabic text.
  assertEquals(
    callTitle(explained("pinned"), await loadLocale(["ar"])),
    "\u2066Aave v3 Pool\u2069: \u2066Supply\u2069",
  );
  const item = describeBatch([call({ kind: "item_transfer", recipient: bob })], chain, locale);
  assertEquals([item.title, item.party], [
    "Send items from a collection",
    { kind: "to", address: bob },
  ]);
});

Deno.test("an empty batch has a headline too", () => {
  assertEquals(describeBatch([], chain, locale).title, "0 actions");
});

Deno.test("typed data becomes rows; folded groups hide theirs", () => {
  const data = { a: { b: "1", c: [true, null] }, d: 10n ** 30n, e: {}, f: "" };
  assertEquals(
    treeRows(data, new Set()).map((row) => [row.path, row.depth, row.value ?? row.size]),
    [
      ["a", 0, 2],
      ["a/b", 1, "1"],
      ["a/c", 1, 2],
      ["a/c/0", 2, "true"],
      ["a/c/1", 2, "null"],
      ["d", 0, `${10n ** 30n}`],
      ["e", 0, 0],
      ["f", 0, ""],
    ],
  );
  assertEquals(treeRows(data, new Set(["a"])).length, 4);
});

Deno.test("deep and cyclic data is truncated", () => {
  const data: Record<string, unknown> = {};
  data.self = data;
  assert(treeRows(data, new Set()).length < 100);
  const rows = treeRows({ items: Array.from({ length: 10_000 }, (_, id) => ({ id })) }, new Set());
  assertEquals(rows.length, 20_001);
});

Deno.test("no character is lost, and invisible ones are marked", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
    assertEquals(splitInvisible(text).map((piece) => piece.text).join(""), text);
  }));
  const codes = (text: string) => splitInvisible(text).flatMap(({ code }) => code ?? []);
  assertEquals(codes("a\u202eb\u200bc\u2066"), ["U+202E", "U+200B", "U+2066"]);
  assertEquals(codes("\u00ad\u3164\r\u0000\u{e0041}"), [
    "U+00AD",
    "U+3164",
    "U+000D",
    "U+0000",
    "U+E0041",
  ]);
  assertEquals(codes("Line\nline\tمرحبا 👩‍👩‍👧 ✅️"), []);
});

Deno.test("text after the first few hundred marks is still marked, and no character is lost", () => {
  const hidden = "a\u202e".repeat(500);
  const text = `${hidden}b\u200b\u200b\u202ec${"\u2066".repeat(100_000)}d`;
  const pieces = splitInvisible(text);
  assertEquals(pieces.map((piece) => piece.text).join(""), text);
  const shown = pieces.map(({ text, code, written }) => code ?? written ?? text).join("");
  assertEquals(hasHidden(shown), false);
  assertEquals(shown.endsWith("b[U+200B × 2][U+202E]c[U+2066 × 100000]d"), true);
  assertEquals(pieces.length < 1_100, true);
  assertEquals(hasHidden(markName(text)), false);
});

Deno.test("headline: a call without value or data is an empty transaction, not 0 ETH", () => {
  const empty = call({ kind: "send", token: eth, recipient: bob, amount: 0n });
  assertEquals(describeBatch([empty], chain, locale).title, "Send an empty transaction");
});

Deno.test("headline: a gain is named if a listed token mints it and no assets can leave", () => {
  const mint = call({ to: usd.address!, function: { name: "mint", args: [] } });
  const reading = { gives: [], gets: null, allows: [], named: [], unread: 1 };
  const bounds = { most: [{ token: usd, amount: 0n }], unbounded: [] };
  const preview = {
    status: "ready",
    calls: [mint],
    changes: [{ token: usd, delta: 100_000_000n }],
    reading,
    bounds,
    fee: null,
    warnings: [],
    revision: 0,
  } as const;
  const say = (changes: Partial<SendCallsPreview> = {}) =>
    describeGain({ ...preview, ...changes }, locale)?.replace("\u00a0", " ") ?? null;
  assertEquals(say(), "Get 100 USD");
  // The simulation alone guarantees nothing: for calls that cannot be decoded, the account must
  // enforce bounds.
  assertEquals(say({ bounds: null }), null);
  assertEquals(say({ changes: [{ token: { ...usd, unlisted: true }, delta: 1n }] }), null);
  assertEquals(say({ changes: [...preview.changes, { token: usd, delta: -1n }] }), null);
  assertEquals(say({ calls: [{ ...mint, value: 1n }] }), null);
  // Another contract may take a stake, a role or a debt for it, which no balance shows.
  assertEquals(say({ calls: [{ ...mint, to: bob }] }), null);
  assertEquals(say({ warnings: [{ code: "simulation_differs", level: "danger" }] }), null);
  assertEquals(
    say({ warnings: [{ code: "simulation_unavailable", level: "info" }] }),
    "Get 100 USD",
  );
});
