/** Sentences of the activity: from call data alone, for each kind of operation. */
import { assertEquals } from "@std/assert";
import {
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  maxUint256,
  toFunctionSelector,
} from "viem";
import { type Call, encodeCalls } from "../../core/account/calls.ts";
import { tokenAbi } from "../../core/chain/abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import {
  executeCall,
  grantCallData,
  type Permission,
  revokeAllCall,
  revokeCall,
} from "../../core/permission/permission.ts";
import { text } from "../text/home_en.ts";
import { describeOperation, type Known, tokensIn } from "./sentence.ts";

const account = `0x${"aa".repeat(20)}` as const;
const mia = `0x${"c7".repeat(20)}` as const;
const usdc = `0x${"d5".repeat(20)}` as const;
const other = `0x${"d6".repeat(20)}` as const;

const known = {
  account,
  tokens: [{ address: usdc, symbol: "USDC", name: "USD Coin", decimals: 6, listed: true }],
  chain: { id: 1, name: "One", nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } },
} as unknown as Known;

const say = (data: Hex, from: Known = known) =>
  describeOperation(data, from, {
    text,
    tag: "en",
    nameOf: (address) => address.toLowerCase() === mia ? "Mia" : "0xd6…",
    spenderOf: (address) => address.toLowerCase() === mia ? "Mia" : "0xd6…",
  }).title.replace(/[\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");

const transfer = (amount: bigint, to: Call["to"] = usdc): Call => ({
  to,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [mia, amount] }),
});
const approve = (amount: bigint): Call => ({
  to: usdc,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [mia, amount] }),
});
const collection = (approved: boolean): Call => ({
  to: other,
  value: 0n,
  data: encodeFunctionData({
    abi: erc721Abi,
    functionName: "setApprovalForAll",
    args: [mia, approved],
  }),
});
const pay = (value: bigint, data: Hex = "0x"): Call => ({ to: mia, value, data });

const REDEEM = toFunctionSelector("redeemDelegations(bytes[],bytes32[],bytes[])");

const permission = {
  account,
  spender: mia,
  start: 0,
  end: 2_000_000_000,
  salt: 0n,
  calls: [],
  spends: [{ token: usdc, allowance: 7_000_000n, unit: 3, multiplier: 1 }],
  watched: [],
} as Permission;

Deno.test("sentences: an operation that only creates the account sends no tokens", () => {
  const creation: Call = { to: account, value: 0n, data: "0x" };
  assertEquals(say(encodeCalls([creation])), "Updated this account");
  assertEquals(say(encodeCalls([{ ...creation, value: 1n }])).startsWith("Sent"), true);
});

Deno.test("sentence: each kind of operation has its own sentence", () => {
  const rows: readonly [Hex, string][] = [
    [encodeCalls([pay(10n ** 16n)]), "Sent 0.01 ETH"],
    [encodeCalls([transfer(2_500_000n)]), "Sent 2.5 USDC"],
    [encodeCalls([approve(5_000_000n)]), "Let Mia use 5 USDC"],
    [encodeCalls([approve(maxUint256)]), "Let Mia use all your USDC"],
    [encodeCalls([approve(0n)]), "Ended token access for Mia"],
    [encodeCalls([collection(true)]), "Let Mia move a whole collection"],
    [encodeCalls([collection(false)]), "Ended token access for Mia"],
    [encodeCalls([{ to: other, value: 0n, data: "0x12345678" }]), "Used 0xd6…"],
    [encodeCalls([pay(10n ** 18n, "0x12345678")]), "Paid Mia 1 ETH"],
    [grantCallData(permission), "Let Mia spend 7 USDC a week"],
    [encodeCalls([revokeCall(`0x${"11".repeat(32)}`)]), "Removed an app’s access"],
    [encodeCalls([revokeAllCall()]), "Removed every app’s access"],
    // The main action comes first, not the approval that prepares it.
    [encodeCalls([approve(5n), pay(10n ** 18n, "0x12345678")]), "Paid Mia 1 ETH and 1 more"],
    [encodeCalls([transfer(1_000_000n)], [{ token: null, most: 1n }]), "Sent 1 USDC"],
  ];
  for (const [data, expected] of rows) assertEquals(say(data), expected);
});

Deno.test("sentence: a use of a permission names the account that granted it", () => {
  const granting = { ...permission, account: mia, spender: account };
  const { kind, grantor, party } = describeOperation(
    encodeCalls([executeCall(granting, [transfer(5n)])]),
    known,
    { text, tag: "en", nameOf: () => "Mia", spenderOf: () => "Mia" },
  );
  assertEquals([kind, grantor?.toLowerCase(), party], ["other", mia, undefined]);
  assertEquals(say(encodeCalls([executeCall(granting, [transfer(5n)])])), "Spent from Mia");
  const redeem: Call = { to: contracts.permissions, value: 0n, data: REDEEM };
  assertEquals(say(encodeCalls([redeem])), "Spent from another account");
});

Deno.test("sentence: the call that revokes a token's allowance approves a collection's item 0", () => {
  const data = encodeCalls([approve(0n)]);
  const [{ listed: _, ...unlisted }] = known.tokens as unknown as [{ listed: true }];
  assertEquals(
    say(data, { ...known, tokens: [unlisted] } as unknown as Known),
    "Let Mia act for you",
  );
  assertEquals(say(data, { ...known, tokens: [] }), "Let Mia act for you");
});

Deno.test("sentence: unreadable data names no token, and is not an error", () => {
  for (const data of ["0x", "0x12", "0xb61d27f6", `0xb61d27f6${"ff".repeat(64)}`] as const) {
    assertEquals(say(data), text.updated);
    assertEquals(tokensIn(data), []);
  }
  const odd = { to: contracts.permissions, value: 0n, data: "0x12345678" as const };
  assertEquals(say(encodeCalls([odd])), text.updated);
  // A token without metadata is a contract, so its amount cannot be shown.
  assertEquals(say(encodeCalls([transfer(5n, other)])), "An unknown token left");
});

Deno.test("sentence: a token's own text stays in its place", () => {
  const hostile = "\u202eCDSU to Mia";
  const from = {
    ...known,
    tokens: [{ address: usdc, symbol: hostile, name: "x", decimals: 6 }],
  } as unknown as Known;
  const title = (isWatched: boolean) =>
    describeOperation(
      encodeCalls([transfer(1_000_000n)]),
      { ...from, isWatched: () => isWatched },
      { text, tag: "en", nameOf: () => "Mia", spenderOf: () => "Mia" },
    ).title;
  assertEquals(title(true), "Sent \u20681\u00a0CDSUtoMia\u2069");
  // Only tokens on a list are shown by name.
  assertEquals(title(false), "An unknown token left");
});

Deno.test("sentence: value that a token's function receives, and the largest payment, come first", () => {
  const paid = (call: Call): Call => ({ ...call, value: 10n ** 18n });
  for (const call of [transfer(1n), approve(0n), approve(5n), collection(false)]) {
    assertEquals(say(encodeCalls([paid(call)])), "Paid 0xd6… 1 ETH");
  }
  const empty: Call = { to: other, value: 0n, data: "0x" };
  assertEquals(say(encodeCalls([empty, transfer(9_000_000_000n)])), "Sent 9,000 USDC and 1 more");
  assertEquals(
    say(encodeCalls([transfer(1n), transfer(9_000_000_000n)])),
    "Sent 9,000 USDC and 1 more",
  );
  const raise: Call = {
    to: usdc,
    value: 0n,
    data: encodeFunctionData({ abi: tokenAbi, functionName: "increaseAllowance", args: [mia, 0n] }),
  };
  assertEquals(say(encodeCalls([raise])), "Let Mia use 0 USDC");
});

Deno.test("sentence: a revocation names the owner of the permission, and its contents", () => {
  const id = `0x${"11".repeat(32)}` as const;
  const said = (ended: Known["ended"]) =>
    say(encodeCalls([revokeCall(id)]), { ...known, ...(ended && { ended }) });
  const spend = { token: usdc, allowance: 5_000_000n, unit: 3, multiplier: 1 };
  assertEquals(said(undefined), "Removed an app’s access");
  assertEquals(
    said(new Map([[id, { account, spender: mia, spends: [] }]])),
    "Stopped Mia’s access",
  );
  assertEquals(
    said(new Map([[id, { account, spender: mia, spends: [spend] }]])),
    "Stopped Mia’s 5 USDC a week",
  );
});
