import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Abi, concat, encodeFunctionData, type Hex, maxUint256, parseAbi } from "viem";
import { tokenAbi } from "../chain/abi.ts";
import { decodeCalls, warningsOf } from "./decode.ts";

const native = { symbol: "ETH", decimals: 18 };
const token: Hex = `0x${"11".repeat(20)}`;
const friend: Hex = `0x${"22".repeat(20)}`;
const tokens = [{ address: token, symbol: "USD", name: "Dollar", decimals: 6 }];
const decode = (data: Hex, value = 0n) =>
  decodeCalls([{ to: token, value, data }], native, tokens)[0]!;

Deno.test("decode: sends, transfers and approvals", () => {
  assertEquals(decode("0x", 5n).kind, "send");
  const transfer = decode(
    encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [friend, 7n] }),
  );
  assertEquals(
    [transfer.kind, transfer.recipient, transfer.amount, transfer.token?.symbol],
    ["token_transfer", friend, 7n, "USD"],
  );
  const approve = (amount: bigint) =>
    decode(encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [friend, amount] }));
  assertEquals([approve(7n).kind, approve(7n).unlimited], ["token_approve", false]);
  for (const amount of [2n ** 128n, 2n ** 160n, maxUint256 - 1n, maxUint256]) {
    assertEquals(approve(amount).unlimited, true);
    assertEquals(warningsOf([approve(amount)]).map(({ code }) => code), ["unlimited_approval"]);
  }
});

Deno.test("decode: value sent to a token's function is a danger", () => {
  const abi = tokenAbi;
  const payments: Hex[] = [
    encodeFunctionData({ abi, functionName: "transfer", args: [friend, 1_000_000n] }),
    encodeFunctionData({ abi, functionName: "approve", args: [friend, 0n] }),
    encodeFunctionData({ abi, functionName: "increaseAllowance", args: [friend, 1n] }),
    encodeFunctionData({ abi, functionName: "decreaseAllowance", args: [friend, 1n] }),
    encodeFunctionData({ abi, functionName: "transferFrom", args: [friend, token, 1n] }),
    encodeFunctionData({ abi, functionName: "safeTransferFrom", args: [friend, token, 1n] }),
    encodeFunctionData({ abi, functionName: "setApprovalForAll", args: [friend, false] }),
  ];
  const warning = { code: "value_to_token", level: "danger", call: 0 } as const;
  for (const data of payments) {
    assertEquals(warningsOf([decode(data, 1n)]), [warning], data);
    assertEquals(warningsOf([decode(data)]), [], data);
  }
  // Minting may be payable, and a plain transfer of ether is no danger.
  const mint = encodeFunctionData({ abi, functionName: "mint", args: [friend, 1n] });
  assertEquals(warningsOf([decode(mint, 1n), decode("0x", 1n)]), []);
  const unlimited = encodeFunctionData({
    abi,
    functionName: "approve",
    args: [friend, maxUint256],
  });
  assertEquals(warningsOf([decode(unlimited, 1n)]).map(({ code }) => code), [
    "value_to_token",
    "unlimited_approval",
  ]);
});

Deno.test("decode: an operator for everything is a danger, revoking it is not", () => {
  const call = (approved: boolean) =>
    decode(
      encodeFunctionData({
        abi: tokenAbi,
        functionName: "setApprovalForAll",
        args: [friend, approved],
      }),
    );
  assertEquals(warningsOf([call(true)]), [
    { code: "approval_for_all", level: "danger", call: 0, detail: friend },
  ]);
  assertEquals(warningsOf([call(false)]), []);
});

Deno.test("decode: items of collections, for each function that moves them", () => {
  const abi = parseAbi([
    "function safeTransferFrom(address from, address to, uint256 id)",
    "function safeTransferFrom(address from, address to, uint256 id, bytes data)",
    "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
    "function safeBatchTransferFrom(address a, address b, uint256[] c, uint256[] d, bytes e)",
  ]);
  const from: Hex = `0x${"33".repeat(20)}`;
  for (const item of abi) {
    const args = item.inputs.map(({ type }, index) =>
      index === 0
        ? from
        : index === 1
        ? friend
        : type === "bytes"
        ? "0x12"
        : type === "uint256"
        ? 7n
        : [7n, 8n]
    );
    const call = decode(encodeFunctionData({ abi: [item] as Abi, args }));
    assertEquals(
      [call.kind, call.recipient, call.amount, call.function?.args.length],
      ["item_transfer", friend, undefined, args.length],
    );
  }
  const less = decode(
    encodeFunctionData({ abi: tokenAbi, functionName: "decreaseAllowance", args: [friend, 7n] }),
  );
  assertEquals([less.kind, less.recipient], ["call", undefined]);
  assertEquals(warningsOf([less]), []);
});

Deno.test("decode: truncated, padded or unknown data is never explained as something else", () => {
  const whole = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [friend, 7n] });
  for (
    const data of [
      whole.slice(0, -2) as Hex,
      concat([whole, "0x00"]),
      whole.slice(0, 10) as Hex,
      "0xa9",
      "0xdeadbeef",
      // an address with dirty upper bytes
      concat(["0xa9059cbb", `0xff${"00".repeat(11)}`, friend, `0x${"00".repeat(31)}07`]),
    ] as Hex[]
  ) {
    const call = decode(data);
    const explained = call.function !== undefined && call.kind !== "call";
    assertEquals([data, explained], [data, false]);
  }
});

Deno.test("decode: hostile token names are sanitized and bounded", () => {
  const [call] = decodeCalls(
    [{
      to: token,
      value: 0n,
      data: encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [friend, 1n] }),
    }],
    native,
    [{ address: token, symbol: "\u202eCDSU\u200b\n" + "A".repeat(5000), name: "", decimals: 1e9 }],
  );
  assertEquals(call!.token!.symbol, "CDSUAAAAAAAAAA…");
  assertEquals(call!.token!.decimals, 0);
});

Deno.test("decode: random bytes never throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    const data: Hex = `0x${Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("")}`;
    decode(data);
  }));
});

Deno.test("decode: a Permit2 allowance that lasts longer than a year is a separate risk", () => {
  const abi = parseAbi([
    "struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }",
    "struct Single { Details details; address spender; uint256 sigDeadline; }",
    "function approve(address token, address spender, uint160 amount, uint48 expiration)",
    "function permit(address owner, Single permitSingle, bytes signature)",
  ]);
  const permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
  const codes = (data: Hex) =>
    warningsOf(decodeCalls([{ to: permit2, value: 0n, data }], native, tokens), { account: token })
      .map(({ code, level, detail }) => [code, level, detail].join(" "));
  const approve = (expiration: number) =>
    encodeFunctionData({ abi, functionName: "approve", args: [token, friend, 7n, expiration] });
  const permit = (expiration: number) =>
    encodeFunctionData({
      abi,
      functionName: "permit",
      args: [
        token,
        {
          details: { token, amount: 7n, expiration, nonce: 0 },
          spender: friend,
          sigDeadline: 9n,
        },
        "0x",
      ],
    });
  const soon = Math.floor(Date.now() / 1000) + 3_600;
  for (const make of [approve, permit]) {
    assertEquals(codes(make(soon)).filter((code) => code.startsWith("long")), []);
    assertEquals(codes(make(5_287_491_525)).filter((code) => code.startsWith("long")), [
      `long_approval warning ${friend}`,
    ]);
  }
});
