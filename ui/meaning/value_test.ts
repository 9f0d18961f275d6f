import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex } from "viem";
import { tokenAbi } from "../../core/chain/abi.ts";
import { decodeCalls } from "../../core/reading/decode.ts";
import { languages, loadLocale } from "../text/locale.ts";
import { canFold, describeBatch, describeCall, isApproval } from "./intent.ts";

const ether = 10n ** 18n;
const me: Hex = `0x${"11".repeat(20)}`;
const friend: Hex = `0x${"22".repeat(20)}`;
const contract: Hex = `0x${"33".repeat(20)}`;
const chain = { nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } };
const usdc = { address: contract, symbol: "USDC", name: "USD Coin", decimals: 6 };
const tokens = [{ ...usdc, listed: true as const }];
const locale = await loadLocale(["en"]);

const token = (functionName: "mint" | "transfer" | "approve", to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: [to, amount] });
type Sent = { readonly to?: Hex; readonly value?: bigint; readonly data?: Hex };
const decode = (...calls: readonly Sent[]) =>
  decodeCalls(
    calls.map((call) => ({ to: contract, value: 0n, data: "0x", ...call })),
    chain.nativeCurrency,
    tokens,
  );
/** Returns headline, button and the line below the headline, with plain spaces. */
const words = (...calls: readonly Sent[]) => {
  const { title, action, about } = describeBatch(decode(...calls), chain, locale);
  return [title, action, ...about === undefined ? [] : [about]].map((text) =>
    text.replaceAll("\u00a0", " ")
  );
};

Deno.test("value: the value of a call is in the headline, for any function", () => {
  assertEquals(words({ value: 99n * ether, data: token("mint", me, 5_000_000_000n) }), [
    "You send at most 99 ETH",
    "Confirm",
    "Call mint",
  ]);
  assertEquals(words({ value: 10n * ether, data: "0x7f2a5c11" }), [
    "You send at most 10 ETH",
    "Confirm",
    "Run an action we can’t read",
  ]);
  assertEquals(words({ value: 10n * ether, data: token("transfer", friend, 1_000_000n) }), [
    "You send at most 10 ETH",
    "Confirm",
    "Send 1 USDC",
  ]);
  assertEquals(words({ value: 1n, data: token("approve", friend, 0n) }), [
    "You send at most 0.000000000000000001 ETH",
    "Confirm",
    "Stop \u20680x2222…2222\u2069 from spending USDC",
  ]);
  // A selector without arguments, and a single byte.
  for (const data of ["0xa9059cbb", "0x00"] as const) {
    assertEquals(words({ value: ether, data }), [
      "You send at most 1 ETH",
      "Confirm",
      "Run an action we can’t read",
    ]);
  }
});

Deno.test("value: in a batch it is the sum over all calls, including plain sends", () => {
  const harmless = { data: token("approve", friend, 0n) };
  assertEquals(
    words(harmless, harmless, harmless, harmless, {
      value: 7n * ether,
      data: token("mint", me, 1n),
    }),
    ["You send at most 7 ETH", "Confirm 5 actions", "5 actions"],
  );
  assertEquals(
    words(
      { to: friend, value: ether },
      { value: 2n * ether, data: "0x7f2a5c11" },
      { value: 3n * ether, data: token("transfer", friend, 1n) },
    ),
    ["You send at most 6 ETH", "Confirm 3 actions", "3 actions"],
  );
  // A send among other calls.
  assertEquals(
    words({ to: friend, value: ether }, harmless),
    ["You send at most 1 ETH", "Confirm 2 actions", "2 actions"],
  );
  // The headline does not repeat its amounts.
  assertEquals(
    words({ to: friend, value: ether }, { data: token("transfer", friend, 1_000_000n) })[0],
    "Send 1 ETH and 1 USDC",
  );
  assertEquals(words({ to: friend, value: ether })[0], "Send 1 ETH");
  assertEquals(words(harmless, harmless)[0], "End access to your USDC");
});

Deno.test("value: the headline of a transfer that pays its token includes more than the tokens", () => {
  const intent = describeBatch(
    decode({ value: ether, data: token("transfer", friend, 1_000_000n) }),
    chain,
    locale,
  );
  assertEquals([intent.token, intent.party], [undefined, { kind: "to", address: friend }]);
});

Deno.test("value: the row of a call includes it too", () => {
  const [mint, send] = decode(
    { value: 99n * ether, data: token("mint", me, 1n) },
    { to: friend, value: ether },
  );
  assertEquals(describeCall(mint!, chain, locale), {
    title: "You send at most 99\u00a0ETH",
    about: "Call mint",
  });
  assertEquals(describeCall(send!, chain, locale), { title: "Send 1\u00a0ETH" });
});

Deno.test("value: only calls that are known to move no assets can be folded", () => {
  const none = [
    { data: token("approve", friend, 0n) },
    {
      data: encodeFunctionData({
        abi: tokenAbi,
        functionName: "decreaseAllowance",
        args: [friend, 1n],
      }),
    },
    { to: friend },
  ];
  assertEquals(decode(...none).map(canFold), none.map(() => true));
  const some = [
    ...none.map((call) => ({ ...call, value: 1n })),
    { data: token("transfer", friend, 0n) },
    { data: token("approve", friend, 1n) },
    { data: token("mint", me, 1n) },
    {
      data: encodeFunctionData({
        abi: tokenAbi,
        functionName: "transferFrom",
        args: [me, friend, 1n],
      }),
    },
    {
      data: encodeFunctionData({
        abi: tokenAbi,
        functionName: "setApprovalForAll",
        args: [friend, true],
      }),
    },
    // Any contract can have these functions, with another effect.
    {
      data: encodeFunctionData({
        abi: tokenAbi,
        functionName: "setApprovalForAll",
        args: [friend, false],
      }),
    },
    {
      data: encodeFunctionData({
        abi: tokenAbi,
        functionName: "increaseAllowance",
        args: [friend, 0n],
      }),
    },
    // One trailing byte: contracts may read this as an allowance.
    { data: `${token("approve", friend, 2n ** 256n - 1n)}00` as Hex },
    { data: "0x7f2a5c11" as Hex },
  ];
  assertEquals(decode(...some).map(canFold), some.map(() => false));
});

Deno.test("value: an approval of an unknown token's item 0 is not folded like a revocation", () => {
  const data = token("approve", friend, 0n);
  for (const tokens of [[usdc], []]) {
    const [call] = decodeCalls([{ to: contract, value: 0n, data }], chain.nativeCurrency, tokens);
    assertEquals(canFold(call!), false);
  }
});

Deno.test("value: every language names the amount", async () => {
  for (const language of languages) {
    const { title } = describeBatch(
      decode({ value: 12n * ether, data: "0x7f2a5c11" }),
      chain,
      await loadLocale([language]),
    );
    assert(/12|١٢/.test(title) && title.includes("ETH"), `${language}: ${title}`);
  }
});

Deno.test("value: a lowered allowance is described as such, only for known tokens", async () => {
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: "decreaseAllowance",
    args: [friend, 7_000_000n],
  });
  assertEquals(words({ data })[0], "Lower a spending limit by 7 USDC");
  const [strange] = decodeCalls(
    [{ to: contract, value: 0n, data }],
    chain.nativeCurrency,
    [usdc],
  );
  assertEquals(canFold(strange!), false);
  assertEquals(describeCall(strange!, chain, locale).title, "Call decreaseAllowance");
  const titles = await Promise.all(languages.map(async (language) => {
    const [call] = decode({ data });
    return describeCall(call!, chain, await loadLocale([language])).title;
  }));
  assertEquals(new Set(titles).size, languages.length);
});

Deno.test("value: an approval names its spender, and a revocation is called one", () => {
  const approval = (amount: bigint, unlisted = false) => {
    const list = unlisted ? [{ ...usdc }] : tokens;
    const calls = decodeCalls(
      [{ to: contract, value: 0n, data: token("approve", friend, amount) }],
      chain.nativeCurrency,
      list,
    );
    assert(isApproval(calls));
    const { title, action } = describeBatch(calls, chain, locale);
    return [title.replaceAll(/[\u00a0]/g, " ").replaceAll(/[\u2068\u2069]/g, ""), action];
  };
  assertEquals(approval(5_000_000n), ["Let 0x2222…2222 use 5 USDC", "Allow"]);
  assertEquals(approval(2n ** 256n - 1n), ["Let 0x2222…2222 use all your USDC", "Allow"]);
  assertEquals(approval(0n), ["Stop 0x2222…2222 from spending USDC", "Confirm"]);
  // An unlisted token may be a collection, whose same function gives its item 0.
  assertEquals(approval(0n, true), ["Let 0x2222…2222 use 0 USDC", "Allow"]);
  // With a value, an approval is more than an approval.
  assert(!isApproval(decode({ value: 1n, data: token("approve", friend, 1n) })));
});
