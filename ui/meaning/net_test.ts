import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type Abi,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { tokenAbi } from "../../core/chain/abi.ts";
import type { BoundsView, ChangeView, TokenView } from "../../core/dialog/types.ts";
import { decodeCalls } from "../../core/reading/decode.ts";
import { readCalls } from "../../core/reading/ledger.ts";
import { languages, loadLocale } from "../text/locale.ts";
import { describeExpected, describeNet, expectedOf, isSilent, namesAll, netOf } from "./net.ts";

const ether = 10n ** 18n;
const me: Hex = `0x${"11".repeat(20)}`;
const bob: Hex = `0x${"22".repeat(20)}`;
const carol: Hex = `0x${"23".repeat(20)}`;
const router: Hex = `0x${"44".repeat(20)}`;
const land: Hex = `0x${"55".repeat(20)}`;
const chain = { nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } };
const eth: TokenView = { address: null, symbol: "ETH", decimals: 18 };
const usdc: TokenView = { address: `0x${"33".repeat(20)}`, symbol: "USDC", decimals: 6 };
const mdw: TokenView = { address: `0x${"34".repeat(20)}`, symbol: "MDW", decimals: 18 };
const locale = await loadLocale(["en"]);
const tokenAt = usdc.address!;

type Sent = { readonly to?: Hex; readonly value?: bigint; readonly data?: Hex };
const token = (functionName: "transfer" | "approve" | "mint", to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: tokenAbi, functionName, args: [to, amount] });
const approve = (amount: bigint, spender = router, to = tokenAt) => ({
  to,
  data: token("approve", spender, amount),
});
const transfer = (amount: bigint, recipient = bob, to = tokenAt) => ({
  to,
  data: token("transfer", recipient, amount),
});
const swap: Sent = { to: router, data: "0x7f2a5c11" };
const item = (id: bigint): Sent => ({
  to: land,
  data: encodeFunctionData({
    abi: parseAbi(["function safeTransferFrom(address from, address to, uint256 id)"]),
    args: [me, bob, id],
  }),
});

const read = (calls: readonly Sent[], bounds: BoundsView | null = null) => {
  const made = calls.map((call) => ({ to: tokenAt, value: 0n, data: "0x" as Hex, ...call }));
  const known = [usdc, mdw].map((each) => ({ ...each, name: each.symbol, listed: true as const }));
  return netOf(decodeCalls(made, chain.nativeCurrency, known), readCalls(made, me), bounds);
};
/** Returns the headline, with plain spaces. */
const says = (calls: readonly Sent[], bounds: BoundsView | null = null, tokens = [usdc, mdw]) =>
  describeNet(read(calls, bounds), tokens, chain, locale)?.replaceAll("\u00a0", " ");
/** Returns the line below it. */
const expects = (
  calls: readonly Sent[],
  changes: readonly ChangeView[],
  bounds: BoundsView | null = null,
) => describeExpected(expectedOf(read(calls, bounds), changes), locale)?.replaceAll("\u00a0", " ");
const bound = (amount: bigint): BoundsView => ({
  most: [{ token: eth, amount: 0n }, { token: usdc, amount }],
  unbounded: [],
});
const got: ChangeView = { token: mdw, delta: 12_300_000_000_000_000_000n };

Deno.test("net: an approval that the next call uses is spent, the rest is received", () => {
  const calls = [approve(5_000_000n), swap];
  assertEquals(says(calls), "You send at most 5 USDC");
  assertEquals(
    expects(calls, [{ token: usdc, delta: -5_000_000n }, got]),
    "Expected: you get 12.3 MDW",
  );
  // The margin that the account enforces is part of "at most".
  assertEquals(says(calls, bound(5_050_000n)), "You send at most 5.05 USDC");
  // A bound below the decoded amounts does not reduce the sentence.
  assertEquals(says(calls, bound(1n)), "You send at most 5 USDC");
});

Deno.test("net: assets that the headline counts as spent have no separate row, all others do", () => {
  const spenders = (calls: readonly Sent[]) => read(calls).taken.map(({ spender }) => spender);
  assertEquals(spenders([approve(5n), swap]), [router]);
  assertEquals(spenders([approve(5n), swap, approve(5n, carol)]), [router]);
  assertEquals(spenders([approve(5n)]), []);
  assertEquals(spenders([approve(maxUint256), swap]), []);
});

Deno.test("net: an unused allowance, or an unlimited one, stays an allowance", () => {
  assertEquals(
    says([transfer(3_000_000n), approve(5_000_000n)]),
    "Send 3 USDC · Let 0x4444…4444 use 5 USDC",
  );
  assertEquals(says([approve(maxUint256), swap]), "Let 0x4444…4444 use all your USDC");
  assertEquals(
    expects([approve(maxUint256), swap], [{ token: usdc, delta: -5_000_000n }, got]),
    "Expected: −5 USDC, +12.3 MDW",
  );
  assertEquals(
    says([approve(5_000_000n, bob), swap]),
    "Let 0x2222…2222 use 5 USDC",
  );
  assertEquals(
    says([approve(maxUint256), approve(1n * ether, bob, mdw.address!)]),
    "Allow spending all your USDC and 1 MDW",
  );
  // Several spenders have a row each.
  assertEquals(
    says([approve(5_000_000n), approve(5_000_000n, bob)]),
    "Allow spending 10 USDC",
  );
});

Deno.test("net: harmless calls around it have no effect", () => {
  const calls = [{ to: bob, value: 7n * ether, data: "0x4e71d92d" as const }, transfer(1_000_000n)];
  const harmless = Array.from({ length: 30 }, (_, index) => approve(0n, carol, land ?? index));
  const bare = says(calls);
  assertEquals(bare, "You send at most 7 ETH and 1 USDC");
  assertEquals(says([...harmless, ...calls, ...harmless]), bare);
  assertEquals(says([calls[1]!, ...harmless, calls[0]!]), bare);
  // Several transfers are summed up.
  assertEquals(
    says([...Array.from({ length: 20 }, () => transfer(1_000_000n, carol)), approve(0n)]),
    "Send 20 USDC",
  );
});

Deno.test("net: a service that forges gains neither lowers the spent amount nor names a token", () => {
  const calls = [{ to: bob, value: 99n * ether, data: "0x4e71d92d" as const }, approve(0n)];
  const fake = {
    token: { ...usdc, address: land, unlisted: true as const },
    delta: 5_000_000_000n,
  };
  assertEquals(says(calls), "You send at most 99 ETH");
  assertEquals(expects(calls, [fake]), undefined);
  assertEquals(
    expects(calls, [fake, { token: eth, delta: 99n * ether }]),
    "Expected: you end up with 99 ETH more",
  );
  // A gain in the same token is the net one, and the maximum outgoing amount remains.
  const both = [{ to: router, data: token("mint", me, 100_000_000n) }, transfer(20_000_000n)];
  assertEquals(says(both), "You send at most 20 USDC");
  assertEquals(
    expects(both, [{ token: usdc, delta: 80_000_000n }]),
    "Expected: you end up with 80 USDC more",
  );
});

Deno.test("net: a loss beyond the decoded amount is shown, one within it is not shown twice", () => {
  const calls = [transfer(3_000_000n), swap];
  assertEquals(expects(calls, [{ token: usdc, delta: -3_000_000n }]), undefined);
  assertEquals(
    expects(calls, [{ token: usdc, delta: -8_000_000n }]),
    "Expected: you give 8 USDC",
  );
  assertEquals(says([swap, swap]), undefined);
  assertEquals(
    expects([swap, swap], [{ token: eth, delta: -1n * ether }, got]),
    "Expected: −1 ETH, +12.3 MDW",
  );
});

Deno.test("net: two tokens, items and unknown tokens are all in the sentence", () => {
  assertEquals(
    says([transfer(1_000_000n), transfer(2n * ether, bob, mdw.address!), approve(0n)]),
    "Send 1 USDC and 2 MDW",
  );
  assertEquals(
    says([item(812n), item(813n), { to: bob, value: ether }]),
    "Send 1 ETH and 2 collectibles",
  );
  assertEquals(
    says([transfer(5n, bob, land), transfer(1_000_000n), approve(0n)]),
    "Send 1 USDC and an unknown token",
  );
  const many = Array.from({ length: 5 }, (_, index): TokenView => ({
    address: `0x${String(60 + index).repeat(20)}`,
    symbol: `TKN${index}`,
    decimals: 0,
  }));
  assertEquals(
    says([...many.map(({ address }) => transfer(4n, bob, address!)), { value: 2n * ether }], null, [
      usdc,
      ...many,
    ]),
    "Send 2 ETH, 4 TKN0, 4 TKN1, and 3 more tokens",
  );
});

Deno.test("net: tokens that a page made up displace no listed one in the headline", () => {
  const junk = Array.from({ length: 40 }, (_, index): TokenView => ({
    address: `0x${(100 + index).toString(16).repeat(20)}`,
    symbol: `J${index}`,
    decimals: 0,
  }));
  // In the wallet's order: listed tokens first, regardless of the order in the calls.
  const tokens = [usdc, mdw, ...junk];
  const padding = junk.map(({ address }) => transfer(1n, bob, address!));
  const calls = [...padding, transfer(9_000_000_000n), approve(7n, carol, mdw.address!)];
  assertEquals(
    says(calls, null, tokens),
    "Send 9,000 USDC, 1 J0, 1 J1, and 38 more tokens · Let 0x2323…2323 use 0.000000000000000007 MDW",
  );
  const allowing = junk.map(({ address }) => approve(1n, carol, address!));
  assertEquals(
    says([...allowing, approve(9_000_000_000n, carol)], null, tokens),
    "Let 0x2323…2323 use 9,000 USDC, 1 J0, 1 J1, and 38 more tokens",
  );
  assertEquals(namesAll(read(calls), tokens), false);
  assertEquals(namesAll(read([transfer(1n), approve(0n)]), tokens), true);
  assertEquals(namesAll(read([transfer(1n), approve(0n)]), []), false);
  assertEquals(namesAll(read([transfer(1n), item(1n)]), tokens), false);
});

Deno.test("net: calls that transfer more than amounts are named", () => {
  const operator: Sent = {
    to: land,
    data: encodeFunctionData({
      abi: parseAbi(["function setApprovalForAll(address operator, bool approved)"]),
      args: [bob, true],
    }),
  };
  const owner: Sent = {
    to: land,
    data: encodeFunctionData({
      abi: parseAbi(["function transferOwnership(address owner)"]),
      args: [bob],
    }),
  };
  assertEquals(
    says([transfer(1_000_000n), operator]),
    "Send 1 USDC · Allow access to a whole collection",
  );
  assertEquals(says([owner, approve(0n)]), "Hand over control of a contract");
});

Deno.test("net: a batch without known outgoing assets reports that to its list", () => {
  assertEquals(isSilent(read([swap, swap])), true);
  assertEquals(isSilent(read([approve(0n), approve(0n, bob)])), true);
  for (const calls of [[transfer(1n), swap], [approve(1n), swap], [item(1n), item(2n)]]) {
    assertEquals(isSilent(read(calls)), false);
  }
});

Deno.test("net: value of any function counts, even if the data is malformed", () => {
  assertEquals(
    says([{ ...transfer(1_000_000n), value: ether }, swap]),
    "You send at most 1 ETH and 1 USDC",
  );
  assertEquals(
    says([{ data: `${token("transfer", bob, 1_000_000n)}00` }, swap]),
    "You send at most 1 USDC",
  );
});

Deno.test("net: every language includes amounts, each with its own text", async () => {
  const calls = [approve(12_000_000n), swap, item(1n)];
  const titles = await Promise.all(languages.map(async (language) => {
    const words = await loadLocale([language]);
    const title = describeNet(read(calls), [usdc], chain, words)!;
    const line = describeExpected(
      expectedOf(read(calls), [{ token: eth, delta: -1n * ether }, got]),
      words,
    )!;
    assert(/12|١٢/.test(title) && title.includes("USDC"), `${language}: ${title}`);
    assert(line.includes("ETH") && line.includes("MDW"), `${language}: ${line}`);
    return `${title} ${line}`;
  }));
  assertEquals(new Set(titles).size, languages.length);
});

Deno.test("net: amounts that a known function takes by an allowance are spent, even for the account", () => {
  const encode = (signature: string, args: readonly unknown[]) => {
    const abi: Abi = parseAbi([`function ${signature}`] as readonly string[]);
    return encodeFunctionData({ abi, functionName: signature.split("(")[0]!, args });
  };
  const most = 10_000_000_000n;
  const swapped = encode(
    "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
    [most, 0n, [tokenAt, mdw.address], me, 9_999_999_999n],
  );
  const single = encode(
    "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
    [[tokenAt, mdw.address, 500, me, most, 0n, 0n]],
  );
  const supplied = encode("supply(address,uint256,address,uint16)", [tokenAt, most, me, 0]);
  const pulled = encode("pull(address,uint256)", [tokenAt, most]);
  for (
    const data of [
      swapped,
      single,
      supplied,
      pulled,
      encode("multicall(bytes[])", [[pulled]]),
      encode("multicall(bytes[])", [[single]]),
    ]
  ) {
    const taking = { to: router, data };
    assertEquals(says([transfer(1_000_000n), taking]), "You send at most 10,001 USDC");
    assertEquals(says([taking, { ...taking }]), "You send at most 20,000 USDC");
    // An allowance before it is taken by it; one after it is left, and one that adds may be.
    assertEquals(says([approve(most), taking]), "You send at most 10,000 USDC");
    assertEquals(says([approve(2n * most), taking]), "You send at most 20,000 USDC");
    assertEquals(says([taking, approve(most)]), "You send at most 20,000 USDC");
    const more = {
      to: tokenAt,
      data: encode("increaseAllowance(address,uint256)", [router, most]),
    };
    assertEquals(says([more, taking]), "You send at most 20,000 USDC");
    assertEquals(
      says([approve(1_000_000n, carol), taking]),
      "You send at most 10,000 USDC · Let 0x2323…2323 use 1 USDC",
    );
  }
  // A whole debt is at most the allowance for it.
  const repaid = encode("repay(address,uint256,uint256,address)", [tokenAt, maxUint256, 2n, me]);
  const repay = { to: router, data: repaid };
  assertEquals(says([approve(most), repay]), "You send at most 10,000 USDC");
  assertEquals(says([transfer(1n), repay]), "You send at most all your USDC");
  // An approval that may not be made bounds nothing.
  const small = token("approve", router, 1n);
  const untold = encode("call(address,address,uint256,bytes)", [tokenAt, me, 0n, small]);
  const other = encode("approve(address,address,uint160,uint48)", [tokenAt, router, 1n, 9]);
  const exact = encode(
    "swapTokensForExactTokens(uint256,uint256,address[],address,uint256)",
    [1n, maxUint256, [tokenAt, mdw.address], me, 9_999_999_999n],
  );
  const plan = encodeAbiParameters(parseAbiParameters("address,uint256,uint256,address[],bool"), [
    me,
    1n,
    maxUint256,
    [tokenAt, mdw.address!],
    true,
  ]);
  for (
    const taking of [exact, encode("execute(bytes,bytes[],uint256)", ["0x09", [plan], 99n]), repaid]
  ) {
    for (
      const before of [{ to: land, data: untold }, { to: land, data: other }, {
        to: land,
        data: encode("multicall(bytes[])", [[other]]),
      }]
    ) {
      assertMatch(
        says([before, { to: router, data: taking }])!,
        /^You send at most all your USDC/,
      );
    }
  }
  assertEquals(says([approve(1n), { to: router, data: exact }]), "You send at most all your USDC");
});

Deno.test("net: ether sent along is not spent again as wrapped ether", () => {
  const weth: Hex = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
  const tokens = [usdc, mdw, { address: weth, symbol: "WETH", decimals: 18 }];
  const abi: Abi = parseAbi([
    "function exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
    "function multicall(bytes[])",
    "function pull(address,uint256)",
  ]);
  const data = encodeFunctionData({
    abi,
    functionName: "exactInputSingle",
    args: [[weth, tokenAt, 500, me, ether, 0n, 0n]],
  });
  const twice = encodeFunctionData({ abi, functionName: "multicall", args: [[data, data]] });
  const taking = (value: bigint, of = data) =>
    says([{ to: router, value, data: of }, approve(0n)], null, tokens);
  assertEquals(taking(ether), "You send at most 1 ETH");
  assertEquals(taking(1n), "You send at most 0.000000000000000001 ETH and 1 WETH");
  assertEquals(taking(ether, twice), "You send at most 1 ETH and 1 WETH");
  // A router that is handed the token takes it, and keeps the ether.
  const pulled = encodeFunctionData({ abi, functionName: "pull", args: [weth, ether] });
  assertEquals(taking(ether, pulled), "You send at most 1 ETH and 1 WETH");
});
