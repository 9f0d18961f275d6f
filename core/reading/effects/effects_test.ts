import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Abi,
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  numberToHex,
  pad,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import { decodeCalls, warningsOf } from "../decode.ts";
import { explainer } from "../clear/mod.ts";
import { readCalls } from "../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);
const multicall3 = getAddress("0xca11bde05977b3631167028862be2a173976ca11");
const router = getAddress("0x66a9893cc07d91d95644aedd05d03f95e1dba8af");
const permit2 = getAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3");
const native = { symbol: "ETH", decimals: 18 };
const none = { value: undefined, path: "abi" };

/** Warnings of calls in the dialog's form. */
function warn(
  calls: readonly { to?: Address; value?: bigint; data?: Hex }[],
  balances = new Map<Address, bigint>(),
) {
  const explain = explainer({ chainId: 1, account, native, abi: none, abis: [] });
  const full = calls.map((call) => ({ to: token, value: 0n, data: "0x" as Hex, ...call }));
  return warningsOf(decodeCalls(full, native, [], explain), { account, balances });
}
const dangers = (calls: Parameters<typeof warn>[0], balances?: Map<Address, bigint>) =>
  new Set(warn(calls, balances).flatMap(({ code, level }) => level === "danger" ? [code] : []));

const encode = (signature: string, args: readonly unknown[]): Hex => {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[]);
  return encodeFunctionData({ abi, functionName: signature.split("(")[0]!, args });
};
const approveAll = encode("approve(address,uint256)", [thief, maxUint256]);

Deno.test("effects: functions report the assets that they move and allow", () => {
  const read = (data: Hex) => {
    const { gives, allows } = readCalls([{ to: token, value: 0n, data }], account);
    return [...gives, ...allows].map(({ kind, amount, ...rest }) =>
      [kind, amount, "to" in rest ? rest.to : "spender" in rest ? rest.spender : null] as const
    );
  };
  const item = "safeTransferFrom(address,address,uint256)";
  const rows: readonly (readonly [string, readonly unknown[], string, bigint | null])[] = [
    ["transfer(address,uint256)", [thief, 5n], "token", 5n],
    ["transferFrom(address,address,uint256)", [account, thief, 5n], "token", 5n],
    ["transferAndCall(address,uint256,bytes)", [thief, 5n, "0x"], "token", 5n],
    ["approve(address,uint256)", [thief, 5n], "token", 5n],
    ["increaseAllowance(address,uint256)", [thief, 5n], "token", 5n],
    ["increaseApproval(address,uint256)", [thief, 5n], "token", 5n],
    ["approveAndCall(address,uint256,bytes)", [thief, 5n, "0x"], "token", 5n],
    ["setApprovalForAll(address,bool)", [thief, true], "collection", null],
    ["authorizeOperator(address)", [thief], "collection", null],
    ["setOperator(address,bool)", [thief, true], "collection", null],
    [item, [account, thief, 5n], "item", 1n],
    [
      "safeTransferFrom(address,address,uint256,uint256,bytes)",
      [account, thief, 5n, 3n, "0x"],
      "item",
      3n,
    ],
    [
      "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
      [account, thief, [5n], [3n], "0x"],
      "item",
      3n,
    ],
    ["approve(address,address,uint160,uint48)", [token, thief, 5n, 9], "token", 5n],
    ["transferFrom(address,address,uint160,address)", [account, thief, 5n, token], "token", 5n],
    ["transferOwnership(address)", [thief], "control", null],
    ["approveDelegation(address,uint256)", [thief, 5n], "control", null],
    ["grantRole(bytes32,address)", [pad("0x"), thief], "control", null],
    ["completeOwnershipHandover(address)", [thief], "control", null],
    ["transferFrom(address,address,uint256)", [account, thief, 0n], "item", 1n],
    ["withdraw(uint256,address,address)", [5n, thief, account], "token", null],
    ["redeem(uint256,address,address)", [5n, thief, account], "token", 5n],
    ["withdrawTo(address,uint256)", [thief, 5n], "token", 5n],
    ["withdraw(address,uint256,address)", [token, 5n, thief], "token", 5n],
    ["requestWithdrawals(uint256[],address)", [[5n], thief], "token", null],
    ["collect((uint256,address,uint128,uint128))", [[1n, thief, 5n, 5n]], "token", null],
    ["sweepToken(address,uint256,address)", [token, 0n, thief], "token", null],
    [
      "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
      [[token, thief, 500, thief, 5n, 0n, 0n]],
      "token",
      5n,
    ],
    [
      "exactInput((bytes,address,uint256,uint256))",
      [[concat([token, "0x0001f4", router]), thief, 5n, 0n]],
      "token",
      5n,
    ],
    [
      "exactOutput((bytes,address,uint256,uint256))",
      [[concat([router, "0x0001f4", token]), thief, 1n, 5n]],
      "token",
      5n,
    ],
    [
      "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
      [5n, 0n, [token, thief], thief, 9n],
      "token",
      5n,
    ],
    [
      "setRecord(bytes32,address,address,uint64)",
      [pad("0x"), thief, zeroAddress, 0n],
      "control",
      null,
    ],
    ["unwrapETH2LD(bytes32,address,address)", [pad("0x"), thief, thief], "control", null],
  ];
  for (const [signature, args, kind, amount] of rows) {
    assertEquals([signature, read(encode(signature, args))], [signature, [[kind, amount, thief]]]);
  }
  const harmless: readonly (readonly [string, readonly unknown[]])[] = [
    ["approve(address,uint256)", [thief, 0n]],
    ["setApprovalForAll(address,bool)", [thief, false]],
    ["transferFrom(address,address,uint256)", [thief, account, 5n]],
    [item, [thief, account, 5n]],
    ["redeem(uint256,address,address)", [5n, account, account]],
    ["withdraw(address,uint256,address)", [token, 5n, account]],
    ["unwrapWETH9(uint256,address)", [0n, account]],
    ["setRecord(bytes32,address,address,uint64)", [pad("0x"), account, zeroAddress, 0n]],
    // The router owns these assets already.
    [
      "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
      [[token, thief, 500, account, 0n, 0n, 0n]],
    ],
  ];
  for (const [signature, args] of harmless) assertEquals(read(encode(signature, args)), []);
});

Deno.test("ledger: values are summed, equal assets are added, allowances are added per spender", () => {
  const send = encode("transfer(address,uint256)", [thief, 5n]);
  const approve = encode("approve(address,uint256)", [thief, 5n]);
  const reading = readCalls([
    { to: token, value: 2n, data: "0x12345678" },
    { to: token, value: 3n, data: "0x" },
    ...[send, send, approve, approve].map((data) => ({ to: token, value: 0n, data })),
  ], account);
  assertEquals(reading, {
    gives: [
      { kind: "native", address: null, amount: 5n, to: token },
      { kind: "token", address: token, amount: 10n, to: thief },
    ],
    gets: null,
    allows: [{ kind: "token", address: token, amount: 10n, spender: thief }],
    named: [token, thief],
    unread: 1,
  });
});

Deno.test("dangers: a whole token balance is measured by the balance", () => {
  const approve = { data: encode("approve(address,uint256)", [thief, 2n ** 127n]) };
  assertEquals([...dangers([approve])], []);
  assertEquals([...dangers([approve], new Map([[token, 10n ** 32n]]))], ["whole_approval"]);
  assertEquals([...dangers([approve], new Map([[token, 2n ** 127n]]))], ["whole_approval"]);
  // Nearly the whole balance is equally dangerous: one unit less, and a twentieth less.
  assertEquals([...dangers([approve], new Map([[token, 2n ** 127n + 1n]]))], ["whole_approval"]);
  const most = 2n ** 127n * 20n / 19n;
  assertEquals([...dangers([approve], new Map([[token, most]]))], ["whole_approval"]);
  assertEquals([...dangers([approve], new Map([[token, most + 1n]]))], []);
  assertEquals([...dangers([approve], new Map([[token, 0n]]))], []);
});

/** A danger with a call that causes it. */
const dangerous: readonly (readonly [code: string, to: Address, data: Hex])[] = [
  ["unlimited_approval", token, approveAll],
  ["unlimited_approval", token, encode("increaseAllowance(address,uint256)", [thief, maxUint256])],
  ["approval_for_all", token, encode("setApprovalForAll(address,bool)", [thief, true])],
  [
    "unlimited_approval",
    getAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3"),
    encode("approve(address,address,uint160,uint48)", [token, thief, 2n ** 160n - 1n, 2 ** 48 - 1]),
  ],
  ["hands_over", token, encode("transferOwnership(address)", [thief])],
  ["unlimited_approval", router, permitCommand(0x0a)],
  ["unlimited_approval", router, permitCommand(0x4a)],
  ["unlimited_approval", router, permitCommand(0x8a)],
  ["unlimited_approval", router, permitCommand(0xca)],
];

/** Encodes a permit of Permit2 as a router's command. */
function permitCommand(command: number): Hex {
  const details = { token, amount: 2n ** 160n - 1n, expiration: 2 ** 48 - 1, nonce: 0 };
  const input = encodeAbiParameters([
    {
      type: "tuple",
      components: [
        {
          name: "details",
          type: "tuple",
          components: [
            { name: "token", type: "address" },
            { name: "amount", type: "uint160" },
            { name: "expiration", type: "uint48" },
            { name: "nonce", type: "uint48" },
          ],
        },
        { name: "spender", type: "address" },
        { name: "sigDeadline", type: "uint256" },
      ],
    },
    { type: "bytes" },
  ], [{ details, spender: thief, sigDeadline: maxUint256 }, "0x"]);
  return encode("execute(bytes,bytes[],uint256)", [
    numberToHex(command, { size: 1 }),
    [input],
    maxUint256,
  ]);
}

/** Another form of a call, with the same effect on a contract that decodes leniently. */
type Mutation = (call: { to: Address; data: Hex }) => { to: Address; data: Hex };

/** Wraps a call into another call that runs it. */
const wraps: readonly Mutation[] = [
  ({ to, data }) => ({ to, data: encode("multicall(bytes[])", [[data]]) }),
  ({ to, data }) => ({
    to,
    data: encode("multicall(uint256,bytes[])", [maxUint256, [data, "0x"]]),
  }),
  ({ to, data }) => ({
    to: multicall3,
    data: encode(
      "aggregate3((address,bool,bytes)[])",
      [[{ 0: to, 1: true, 2: data } as never]].map(
        () => [[to, true, data]],
      ),
    ),
  }),
  ({ to, data }) => ({ to: thief, data: encode("execute(address,uint256,bytes)", [to, 0n, data]) }),
];

/** Moves the list of a `multicall(bytes[])` behind meaningless words. */
const oddOffset: Mutation = ({ to, data }) => {
  const list = encodeAbiParameters([{ type: "bytes[]" }], [[data]]);
  return {
    to,
    data: concat([
      toFunctionSelector("function multicall(bytes[])"),
      numberToHex(32 * 4 + 7, { size: 32 }),
      pad("0xff", { size: 32 * 3 + 7 }),
      `0x${list.slice(2 + 64)}`,
    ]),
  };
};

const mutation = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes): Mutation => ({ to, data }) => ({
    to,
    data: concat([data, bytesToHex(bytes)]),
  })),
  // Dirty bytes next to the address, if the first argument is one.
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes): Mutation => ({ to, data }) => ({
    to,
    data: data.slice(10, 34) === "0".repeat(24) && data.slice(34, 50) !== "0".repeat(16)
      ? `${data.slice(0, 10)}${bytesToHex(bytes).slice(2)}${data.slice(34)}` as Hex
      : data,
  })),
  fc.constant<Mutation>(({ to, data }) => ({ to, data: `0x${data.slice(2).toUpperCase()}` })),
  fc.constant<Mutation>(({ to, data }) => ({ to: to.toLowerCase() as Address, data })),
  fc.constantFrom(...wraps, oddOffset),
);

const bytesToHex = (bytes: Uint8Array): Hex =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** Calls that do not change the effect. */
const padding = fc.constantFrom<{ to: Address; data: Hex; value?: bigint }>(
  { to: token, data: encode("approve(address,uint256)", [thief, 0n]) },
  { to: token, data: encode("transfer(address,uint256)", [thief, 1n]) },
  { to: thief, data: "0x", value: 1n },
  { to: token, data: "0x12345678" },
);

Deno.test("dangers: none disappears while the effect remains, for any form of the data", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...dangerous),
      fc.array(mutation, { maxLength: 4 }),
      fc.array(padding, { maxLength: 6 }),
      fc.nat(6),
      ([code, to, data], mutations, others, place) => {
        const call = mutations.reduce((before, mutate) => mutate(before), { to, data });
        const calls = others.toSpliced(Math.min(place, others.length), 0, call);
        assert(dangers(calls).has(code as never), `${code} of ${JSON.stringify(call)}`);
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("dangers: an extra byte removes none, and the malformed data is reported", () => {
  for (const [code, to, data] of dangerous) {
    const odd = concat([data, "0x00"]);
    assert(dangers([{ to, data: odd }]).has(code as never), `${code} of ${odd}`);
  }
  assertEquals(warn([{ data: concat([approveAll, "0x00"]) }]).map(({ code }) => code), [
    "unlimited_approval",
    "odd_data",
  ]);
  const small = concat([encode("approve(address,uint256)", [thief, 5n]), "0x00"]);
  assertEquals(warn([{ data: small }]).map(({ code }) => code), ["odd_data"]);
});

Deno.test("dangers: an allowance of the whole balance in steps counts as one", () => {
  const raise = (amount: bigint, spender = thief) => ({
    data: encode("increaseAllowance(address,uint256)", [spender, amount]),
  });
  const balances = new Map([[token, 100n]]);
  assertEquals(warn([raise(60n), raise(40n)], balances), [
    { code: "whole_approval", level: "danger", call: 1, detail: thief },
  ]);
  assertEquals([...dangers(Array.from({ length: 10 }, () => raise(10n)), balances)], [
    "whole_approval",
  ]);
  // Reported once if one call alone takes the whole balance.
  assertEquals(warn([raise(100n), raise(100n)], balances).length, 2);
  assertEquals([...dangers([raise(60n), raise(30n)], balances)], []);
  // Two spenders with a part each can be the same thief; Permit2 alone takes no tokens.
  assertEquals([...dangers([raise(60n), raise(40n, router)], balances)], ["whole_approval"]);
  assertEquals([...dangers([raise(60n), raise(30n, router)], balances)], []);
  assertEquals([...dangers([raise(60n), raise(60n, permit2)], balances)], []);
});

Deno.test("dangers: code that a wallet runs as its own may take all its assets", () => {
  const exec = "execTransactionFromModule(address,uint256,bytes,uint8)";
  for (const data of [encode(exec, [thief, 0n, "0x", 1]), encode(exec, [thief, 0n, "0x12", 1])]) {
    assertEquals([...dangers([{ data }])], ["hands_over"]);
    assertEquals([...dangers([{ data: concat([data, "0x00"]) }])], ["hands_over"]);
  }
  assertEquals([...dangers([{ data: encode(exec, [thief, 0n, "0x", 0]) }])], []);
  const modular = (mode: Hex) =>
    encode("execute(bytes32,bytes)", [pad(mode, { dir: "right" }), concat([thief, "0x12345678"])]);
  assertEquals([...dangers([{ data: modular("0xff") }])], ["hands_over"]);
  assertEquals([...dangers([{ data: modular("0x00") }])], []);
});

Deno.test("dangers: value sent to a nonpayable function is reported, even with malformed data", () => {
  const data = encode("transfer(address,uint256)", [thief, 1n]);
  for (const each of [data, concat([data, "0x00"]), data.slice(0, 40) as Hex]) {
    assert(dangers([{ data: each, value: 1n }]).has("value_to_token"));
  }
});

Deno.test("effects: any data is read without an error, and within limits", () => {
  const selectors = [
    "multicall(bytes[])",
    "aggregate3((address,bool,bytes)[])",
    "execute(bytes,bytes[],uint256)",
    "execute(bytes32,bytes)",
    "multiSend(bytes)",
    "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
    "transferFrom((address,address,uint160,address)[])",
    "executeBatch(address[],uint256[],bytes[])",
  ].map((signature) => toFunctionSelector(`function ${signature}`));
  const word = fc.oneof(
    fc.nat(300).map((value) => numberToHex(value, { size: 32 })),
    fc.constant(numberToHex(maxUint256)),
    fc.uint8Array({ minLength: 1, maxLength: 33 }).map(bytesToHex),
  );
  fc.assert(fc.property(fc.constantFrom(...selectors), fc.array(word), (selector, words) => {
    readCalls([{ to: token, value: 0n, data: concat([selector, ...words]) }], account);
  }));
  // A list that claims 2^255 elements at the same position is read up to the total limit.
  const bomb = concat([
    toFunctionSelector("function multicall(bytes[])"),
    numberToHex(32, { size: 32 }),
    numberToHex(2n ** 255n),
    ...Array.from({ length: 3000 }, () => pad("0x", { size: 32 })),
  ]);
  const reading = readCalls([{ to: token, value: 0n, data: bomb }], account);
  assert(reading.unread >= 0);
});
