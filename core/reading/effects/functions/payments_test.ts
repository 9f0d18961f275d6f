import { assertEquals } from "@std/assert";
import {
  type Abi,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { readCalls } from "../../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);

const encode = (signature: string, args: readonly unknown[]): Hex => {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[]);
  return encodeFunctionData({ abi, functionName: signature.split("(")[0]!, args });
};
const read = (data: Hex) => {
  const { gives, allows } = readCalls([{ to: token, value: 0n, data }], account);
  return [...gives, ...allows].map(({ kind, amount, ...rest }) =>
    [kind, amount, "to" in rest ? rest.to : "spender" in rest ? rest.spender : null] as const
  );
};

Deno.test("payments: assets that a swap or a router takes are spent, for any receiver", () => {
  // Proceeds are ignored, because the page controls the price of a swap.
  const taken: readonly (readonly [string, readonly unknown[]])[] = [
    [
      "swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
      [5n, 0n, [token, thief], account, 9n],
    ],
    [
      "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
      [[token, thief, 500, `0x${"00".repeat(19)}02`, 5n, 0n, 0n]],
    ],
  ];
  for (const [signature, args] of taken) {
    assertEquals(read(encode(signature, args)), [["token", 5n, null]]);
  }
  const step = encode("sweepToken(address,uint256,address)", [token, 0n, thief]);
  const pulled = encode("multicall(bytes[])", [[
    encode("pull(address,uint256)", [token, 5n]),
    step,
  ]]);
  assertEquals(read(pulled), [["token", 5n, null], ["token", null, thief]]);
});

Deno.test("payments: each function that pays out a position to another address names it", () => {
  const other = getAddress(`0x${"22".repeat(20)}`);
  const market = [token, other, other, other, 5n];
  const params = "(address,address,address,address,uint256)";
  const zero = `0x${"00".repeat(32)}`;
  const signed = [1n, 2n, 27, zero, zero];
  /** Builds a change of Uniswap v4 positions. */
  const change = (type: Hex, types: string, values: readonly unknown[]) =>
    encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [
      type,
      [encodeAbiParameters(parseAbiParameters(types as string), values)],
    ]);
  const rows = (to: Hex): readonly (readonly [string, readonly unknown[], bigint | null])[] => [
    ["withdrawTo(address,address,uint256)", [to, token, 5n], 5n],
    ["withdrawFrom(address,address,address,uint256)", [account, to, token, 5n], 5n],
    ["transferAsset(address,address,uint256)", [to, token, 5n], 5n],
    ["transferAssetFrom(address,address,address,uint256)", [account, to, token, 5n], 5n],
    [`withdraw(${params},uint256,uint256,address,address)`, [market, 5n, 0n, account, to], 5n],
    [`withdraw(${params},uint256,uint256,address,address)`, [market, 0n, 5n, account, to], null],
    [`borrow(${params},uint256,uint256,address,address)`, [market, 5n, 0n, account, to], 5n],
    [
      `withdrawCollateral(${params},uint256,address,address)`,
      [[other, token, other, other, 5n], 5n, account, to],
      5n,
    ],
    ["requestWithdrawals(uint256[],address)", [[5n], to], null],
    ["requestWithdrawalsWstETH(uint256[],address)", [[5n], to], null],
    [
      "requestWithdrawalsWithPermit(uint256[],address,(uint256,uint256,uint8,bytes32,bytes32))",
      [[5n], to, signed],
      null,
    ],
    ["claimWithdrawalsTo(uint256[],uint256[],address)", [[5n], [1n], to], null],
    [
      "removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)",
      [token, other, 5n, 0n, 0n, to, 9n],
      null,
    ],
    [
      "removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)",
      [token, 5n, 0n, 0n, to, 9n],
      null,
    ],
    ["modifyLiquidities(bytes,uint256)", [
      change("0x0e", "address, address, uint256", [token, to, 0n]),
      9n,
    ], null],
    ["modifyLiquidities(bytes,uint256)", [
      change("0x14", "address, address", [token, to]),
      9n,
    ], null],
  ];
  for (const [signature, args, amount] of rows(thief)) {
    assertEquals([signature, read(encode(signature, args))], [signature, [[
      "token",
      amount,
      thief,
    ]]]);
  }
  for (const [signature, args] of rows(account)) {
    assertEquals([signature, read(encode(signature, args))], [signature, []]);
  }
  const pair = change("0x11", "address, address, address", [token, zeroAddress, thief]);
  assertEquals(read(encode("modifyLiquidities(bytes,uint256)", [pair, 9n])), [
    ["token", null, thief],
    ["native", 0n, thief],
  ]);
  // Positions of others do not belong to the account.
  const theirs = [other, thief, token, 5n];
  assertEquals(read(encode("withdrawFrom(address,address,address,uint256)", theirs)), []);
});

Deno.test("payments: other names of the same function have the same effect", () => {
  const zero = `0x${"00".repeat(32)}`;
  const path = [token, thief];
  const rows: readonly (readonly [string, readonly unknown[]])[] = [
    ["supply(address,uint256,address,uint16)", [token, 5n, thief, 0]],
    ["deposit(address,uint256,address,uint16)", [token, 5n, thief, 0]],
    [
      "supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)",
      [token, 5n, thief, 0, 9n, 27, zero, zero],
    ],
    ["repay(address,uint256,uint256,address)", [token, 5n, 2n, thief]],
    [
      "repayWithPermit(address,uint256,uint256,address,uint256,uint8,bytes32,bytes32)",
      [token, 5n, 2n, thief, 9n, 27, zero, zero],
    ],
    ["supplyTo(address,address,uint256)", [thief, token, 5n]],
    ["supplyFrom(address,address,address,uint256)", [account, thief, token, 5n]],
    ...["", "SupportingFeeOnTransferTokens"].flatMap((more) =>
      ["swapExactTokensForTokens", "swapExactTokensForETH"].map((name) =>
        [`${name}${more}(uint256,uint256,address[],address,uint256)`, [
          5n,
          0n,
          path,
          thief,
          9n,
        ]] as const
      )
    ),
  ];
  for (const [signature, args] of rows) {
    assertEquals([signature, read(encode(signature, args))], [signature, [["token", 5n, thief]]]);
  }
});

Deno.test("control: signing by a call, and control under other names, is a danger", () => {
  const zero = `0x${"00".repeat(32)}`;
  const offer = "(uint8,address,uint256,uint256,uint256)[]";
  const consideration = "(uint8,address,uint256,uint256,uint256,address)[]";
  const order = [
    account,
    zeroAddress,
    [[2, token, 1n, 1n, 1n]],
    [],
    0,
    0n,
    9n,
    zero,
    1n,
    zero,
    0n,
  ];
  const signs: readonly (readonly [string, readonly unknown[]])[] = [
    ["setPreSignature(bytes,bool)", ["0x12", true]],
    ["approveHash(bytes32)", [zero]],
    ["preSign(bytes32)", [zero]],
    [
      `validate(((address,address,${offer},${consideration},uint8,uint256,uint256,bytes32,uint256,` +
      "bytes32,uint256),bytes)[])",
      [[[order, "0x"]]],
    ],
  ];
  for (const [signature, args] of signs) {
    assertEquals([signature, read(encode(signature, args))], [signature, [[
      "control",
      null,
      null,
    ]]]);
  }
  assertEquals(read(encode("setPreSignature(bytes,bool)", ["0x12", false])), []);
  const hands: readonly (readonly [string, readonly unknown[]])[] = [
    ["transferOwnership(address,bool,bool)", [thief, true, false]],
    ["grantRoles(address,uint256)", [thief, 1n]],
    ["grantRole(uint64,address,uint32)", [0n, thief, 0]],
    ["changeProxyAdmin(address,address)", [token, thief]],
    ["rely(address)", [thief]],
    ["give(uint256,address)", [1n, thief]],
    ["signalTransfer(address)", [thief]],
    ["grantPermissions(address,address)", [token, thief]],
    ["delegateERC721(address,address,uint256,bytes32,bool)", [thief, token, 1n, zero, true]],
    ["delegateForContract(address,address,bool)", [thief, token, true]],
    ["setSubnodeOwner(bytes32,string,address,uint32,uint64)", [zero, "a", thief, 0, 0n]],
    ["setOperator(bytes19,address,uint256)", [`0x${"aa".repeat(19)}`, thief, 1n]],
  ];
  for (const [signature, args] of hands) {
    assertEquals([signature, read(encode(signature, args))], [signature, [[
      "control",
      null,
      thief,
    ]]]);
  }
});

Deno.test("inside: a batch of batches (ERC-7821) is read like its contents", () => {
  const batch = (calls: readonly Hex[]) =>
    encodeAbiParameters(parseAbiParameters("(address, uint256, bytes)[]"), [
      calls.map((data) => [thief, 0n, data] as const),
    ]);
  const nested = (batches: readonly Hex[], mode = "01000000000078210002") =>
    encode("execute(bytes32,bytes)", [
      `0x${mode}${"00".repeat(22)}`,
      encodeAbiParameters(parseAbiParameters("bytes[]"), [batches]),
    ]);
  const operator = encode("setApprovalForAll(address,bool)", [thief, true]);
  const send = encode("transferFrom(address,address,uint256)", [account, thief, 5n]);
  const all: ReturnType<typeof read> = [["token", 5n, thief], ["collection", null, thief]];
  for (const mode of ["01000000000078210002", "01001234567878210002"]) {
    assertEquals(read(nested([batch([]), batch([operator]), batch([send])], mode)), all);
  }
  assertEquals(read(nested([batch([operator, send]), "0x", "0x12"])), all);
});

Deno.test("effects: a batch of Permit2's permits allows the same as its permits", () => {
  const details = "(address,uint160,uint48,uint48)";
  const permit = (owner: Hex) =>
    encode(`permit(address,(${details}[],address,uint256),bytes)`, [
      owner,
      [[[token, 5n, 9, 0], [account, 7n, 9, 0]], thief, 9n],
      "0x",
    ]);
  assertEquals(read(permit(account)), [["token", 5n, thief], ["token", 7n, thief]]);
  assertEquals(read(permit(thief)), []);
});
