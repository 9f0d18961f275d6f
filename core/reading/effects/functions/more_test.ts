/** Tests functions that drain or mislead under less common names. */
import { assertEquals } from "@std/assert";
import { type Address, concat, getAddress, type Hex, maxUint256, numberToHex, pad } from "viem";
import { encode } from "../../../testing/clear_calls.ts";
import { readCalls } from "../../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const safe = getAddress(`0x${"22".repeat(20)}`);
const zero = pad("0x");
const none = `0x${"00".repeat(20)}` as const;
const far = pad(thief);

type Row = readonly [signature: string, args: readonly unknown[]];

/** Returns the kind, amount and recipient or spender of a call's effects. */
function read(data: Hex, to: Address = token) {
  const { gives, allows } = readCalls([{ to, value: 0n, data }], account);
  return [
    ...gives.map(({ kind, amount, to }) => ["gives", kind, amount, to] as const),
    ...allows.map(({ kind, amount, spender }) => ["allows", kind, amount, spender] as const),
  ];
}

function check(rows: readonly Row[], expected: ReturnType<typeof read>) {
  for (const [signature, args] of rows) {
    assertEquals([signature, read(encode(signature, args))], [signature, expected]);
  }
}

const names = (to: Hex): readonly Row[] => [
  ["setOwner(bytes32,address)", [zero, to]],
  ["setRecord(bytes32,address,address,uint64)", [zero, to, none, 0n]],
  ["setRecord(bytes32,address,address,uint64)", [zero, account, to, 0n]],
  ["setSubnodeRecord(bytes32,bytes32,address,address,uint64)", [zero, zero, account, to, 0n]],
  ["wrap(bytes,address,address)", ["0x", to, none]],
  ["wrapETH2LD(string,address,uint16,address)", ["a", account, 0, to]],
  ["transfer(bytes32,address)", [zero, to]],
  ["setResolver(bytes32,address)", [zero, to]],
  ["setAddr(bytes32,address)", [zero, to]],
  ["setAddr(bytes32,uint256,bytes)", [zero, 60n, to]],
  ["approve(bytes32,address,bool)", [zero, to, true]],
  ["setResolver(uint256,address)", [1n, to]],
  ["setSubregistry(uint256,address)", [1n, to]],
  ["grantRoles(uint256,uint256,address)", [1n, 1n, to]],
  ["resolveTo(address,uint256)", [to, 1n]],
  ["setOwner(address,uint256)", [to, 1n]],
];

Deno.test("names: transferring a name, or redirecting its payments, is a danger unless to the account", () => {
  check(names(thief), [["allows", "control", null, thief]]);
  check(names(account), []);
  const open: readonly Row[] = [
    ["setAddr(bytes32,uint256,bytes)", [zero, 0n, "0x76a914"]],
    ["setContenthash(bytes32,bytes)", [zero, "0xe301"]],
    ["set(string,string,uint256)", ["crypto.ETH.address", thief, 1n]],
    ["setMany(string[],string[],uint256)", [["crypto.ETH.address"], [thief], 1n]],
  ];
  check(open, [["allows", "control", null, null]]);
  // Removing a record, or revoking an approval, has no dangerous effect.
  check([
    ["setResolver(bytes32,address)", [zero, none]],
    ["setAddr(bytes32,uint256,bytes)", [zero, 60n, "0x"]],
    ["setContenthash(bytes32,bytes)", [zero, "0x"]],
    ["approve(bytes32,address,bool)", [zero, thief, false]],
  ], []);
  const record = encode("setAddr(bytes32,address)", [zero, thief]);
  for (
    const data of [
      encode("multicall(bytes[])", [[record]]),
      encode("multicallWithNodeCheck(bytes32,bytes[])", [zero, [record]]),
    ]
  ) assertEquals(read(data), [["allows", "control", null, thief]]);
});

Deno.test("more: further names of functions that transfer control", () => {
  check([
    ["delegateTo(address,(bytes,uint256),bytes32)", [thief, ["0x", 0n], zero]],
    ["setClaimerFor(address)", [thief]],
    ["setAppointee(address,address,address,bytes4)", [account, thief, token, "0x00000000"]],
    ["addPendingAdmin(address,address)", [account, thief]],
    ["setWithdrawalAddress(address,address,bool)", [account, thief, true]],
    ["delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)", [
      account,
      thief,
      5n,
      9n,
      27,
      zero,
      zero,
    ]],
    ["installModule(uint256,address,bytes)", [1n, thief, "0x"]],
    ["addOwnerAddress(address)", [thief]],
    ["addOwner(address)", [thief]],
    ["addSessionKey(address,uint48,uint48)", [thief, 0, 9]],
    ["setGuard(address)", [thief]],
    ["assignRoles(address,bytes32[],bool[])", [thief, [zero], [true]]],
  ], [["allows", "control", null, thief]]);
  check([
    ["addOwnerPublicKey(bytes32,bytes32)", [zero, zero]],
    ["signMessage(bytes)", [zero]],
  ], [["allows", "control", null, null]]);
  // Code that a proxy runs as its own, and one operation among calls.
  assertEquals(read(encode("execute(address,bytes)", [thief, "0x12345678"]))[0], [
    "allows",
    "control",
    null,
    thief,
  ]);
  const batch = "executeBatch((address,uint256,bytes,uint8)[])";
  assertEquals(
    read(encode(batch, [[[token, 0n, "0x", 0], [thief, 0n, "0x12345678", 1]]]))[0],
    ["allows", "control", null, thief],
  );
});

Deno.test("more: tokens leave by further function names", () => {
  check([
    ["transferShares(address,uint256)", [thief, 5n]],
    ["transferAll(address)", [thief]],
  ], [["gives", "token", null, thief]]);
  check([
    ["push(address,uint256)", [thief, 5n]],
    ["move(address,address,uint256)", [account, thief, 5n]],
    ["operatorSend(address,address,uint256,bytes,bytes)", [account, thief, 5n, "0x", "0x"]],
    ["send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)", [
      [1, far, 5n, 0n, "0x", "0x", "0x"],
      [0n, 0n],
      thief,
    ]],
    ["sendFrom(address,uint16,bytes32,uint256,(address,address,bytes))", [
      account,
      1,
      far,
      5n,
      [thief, thief, "0x"],
    ]],
    ["sendTokens(address,address,uint256)", [token, thief, 5n]],
    ["transferTokens(address,uint256,uint16,bytes32,uint256,uint32)", [token, 5n, 1, far, 0n, 0]],
    ["bridgeERC20To(address,address,address,uint256,uint32,bytes)", [
      token,
      token,
      thief,
      5n,
      0,
      "0x",
    ]],
    [
      "depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)",
      [account, thief, token, token, 5n, 4n, 1n, none, 0, 0, 0, "0x"],
    ],
    ["swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)", [
      safe,
      [token, safe, safe, thief, 5n, 0n, 0n],
      "0x",
    ]],
    ["manageUserBalance((uint8,address,uint256,address,address)[])", [
      [[3, token, 5n, account, thief]],
    ]],
    ["bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)", [
      [[[[1, token, 0n, 5n]], thief, true]],
      zero,
    ]],
  ], [["gives", "token", 5n, thief]]);
  check([
    ["transformERC20(address,address,uint256,uint256,(uint32,bytes)[])", [token, safe, 5n, 0n, []]],
    ["unoswap(uint256,uint256,uint256,uint256)", [BigInt(token), 5n, 0n, 0n]],
    ["burn(uint256,bytes)", [5n, "0x"]],
    ["burnFrom(address,uint256)", [account, 5n]],
  ], [["gives", "token", 5n, undefined]]);
  check([
    ["approve(address)", [thief]],
    ["setFlowrate(address,address,int96)", [token, thief, 1n]],
    ["createFlow(address,address,address,int96,bytes)", [token, account, thief, 1n, "0x"]],
  ], [["allows", "token", null, thief]]);
  check([
    ["burnFrom(address,uint256)", [thief, 5n]],
    ["move(address,address,uint256)", [thief, account, 5n]],
    ["setFlowrate(address,address,int96)", [token, thief, 0n]],
  ], []);
  check([["transferPunk(address,uint256)", [thief, 7n]]], [["gives", "item", 1n, thief]]);
});

Deno.test("more: the caller's own orders, and the stake of a validator, need no signature", () => {
  const items = "(uint8,address,uint256,uint256,uint256)[]";
  const wanted = "(uint8,address,uint256,uint256,uint256,address)[]";
  const parameters =
    `(address,address,${items},${wanted},uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)`;
  const signature =
    `matchOrders((${parameters},bytes)[],((uint256,uint256)[],(uint256,uint256)[])[])`;
  const order = (offerer: Address) => [
    [offerer, none, [[2, token, 1n, 1n, 1n]], [], 0, 0n, 9n, zero, 1n, zero, 0n],
    "0x",
  ];
  check([[signature, [[order(thief), order(account)], []]]], [["allows", "control", null, null]]);
  check([[signature, [[order(thief)], []]]], []);
  const predeploy = getAddress("0x0000BBdDc7CE488642fb579F8B00f3a590007251");
  const key = (byte: number) => pad(numberToHex(byte), { size: 48 });
  assertEquals(read(concat([key(1), key(2)]), predeploy), [["allows", "control", null, null]]);
  assertEquals(read(concat([key(1), key(1)]), predeploy), []);
});

Deno.test("inside: assets that a contract moves by any approval of the account are the account's", () => {
  const of = (data: Hex, to = token) =>
    readCalls([{
      to: safe,
      value: 0n,
      data: encode("aggregate((address,bytes)[])", [[[to, data]]]),
    }], account)
      .gives.map(({ amount, to, by }) => [amount, to, by]);
  const taken: readonly Row[] = [
    ["transferFrom(address,address,uint256)", [account, thief, 5n]],
    ["redeem(uint256,address,address)", [5n, thief, account]],
    ["burnFrom(address,uint256)", [account, 5n]],
    ["withdrawFrom(address,address,address,uint256)", [account, thief, token, 5n]],
    ["operatorSend(address,address,uint256,bytes,bytes)", [account, thief, 5n, "0x", "0x"]],
  ];
  for (const [signature, args] of taken) {
    const data = encode(signature, args);
    const found = [[5n, signature.startsWith("burn") ? undefined : thief, undefined]];
    assertEquals([signature, of(data)], [signature, found]);
    // Includes steps that the token runs for the contract.
    assertEquals([signature, of(encode("multicall(bytes[])", [[data]]))], [signature, found]);
  }
  // The contract's own tokens are not the account's.
  assertEquals(of(encode("transfer(address,uint256)", [thief, 5n])), [[5n, thief, safe]]);
  assertEquals(of(encode("transferFrom(address,address,uint256)", [thief, safe, 5n])), []);
});

Deno.test("inside: the currency that a multi-owner wallet pays is reported, with its owner", () => {
  const exec =
    "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)";
  const pay = (value: bigint) =>
    encode(exec, [thief, value, "0x", 0, 0n, 0n, 0n, none, none, "0x"]);
  const paid = (data: Hex, value: bigint, to = safe) =>
    readCalls([{ to, value, data }], account).gives
      .map(({ kind, amount, to, by }) => [kind, amount, to, by]);
  assertEquals(paid(pay(5n), 0n), [["native", 5n, thief, safe]]);
  assertEquals(paid(encode("multicall(bytes[])", [[pay(5n)]]), 0n), [["native", 5n, thief, safe]]);
  // All value of the call is the account's, and counted once.
  const one = encode("execute(address,uint256,bytes)", [thief, 5n, "0x"]);
  assertEquals(paid(one, 5n), [["native", 5n, safe, undefined]]);
  assertEquals(paid(one, 3n), [["native", 3n, safe, undefined], ["native", 2n, thief, safe]]);
  const two = encode("executeBatch((address,uint256,bytes)[])", [
    [[thief, 3n, "0x"], [thief, 4n, "0x"]],
  ]);
  assertEquals(paid(two, 5n), [["native", 5n, safe, undefined], ["native", 2n, thief, safe]]);
  // An account that calls itself pays.
  assertEquals(paid(one, 0n, account), [["native", 5n, thief, undefined]]);
});

Deno.test("inside: forwarders of other kinds act on behalf of the sender of a request", () => {
  const taking = encode("transfer(address,uint256)", [thief, 5n]);
  const request = (from: Address) => [from, token, 0n, 100_000n, 1n, taking, 9n];
  const shape = "(address,address,uint256,uint256,uint256,bytes,uint256)";
  const relay = "(uint256,uint256,uint256,address,address,address,bytes,uint256)";
  const paid = "(address,address,address,uint256,uint256,uint256,uint256,uint256,bytes)";
  const rows = (from: Address): readonly Row[] => [
    [`execute(${shape},bytes32,bytes32,bytes,bytes)`, [request(from), zero, zero, "0x", "0x"]],
    [`execute(${shape},bytes)`, [request(from), "0x"]],
    [`relayCall(uint256,(${shape},${relay}),bytes,bytes,uint256)`, [
      1n,
      [request(from), [1n, 1n, 1n, safe, safe, safe, "0x", 1n]],
      "0x",
      "0x",
      1n,
    ]],
    [`executeEIP712(${paid},bytes32,bytes)`, [
      [from, token, none, 1n, 1n, 1n, 1n, 9n, taking],
      zero,
      "0x",
    ]],
    ["executeMetaTransaction(address,bytes,bytes32,bytes32,uint8)", [from, taking, zero, zero, 27]],
  ];
  for (const [from, by] of [[account, undefined], [thief, thief]] as const) {
    for (const [signature, args] of rows(from)) {
      const { gives } = readCalls(
        [{ to: safe, value: 0n, data: encode(signature, args) }],
        account,
      );
      assertEquals(
        [signature, gives.map(({ amount, to, by }) => [amount, to, by])],
        [signature, [[5n, thief, by]]],
      );
    }
  }
});

Deno.test("inside: batches with further function names are read", () => {
  const data = encode("transferFrom(address,address,uint256)", [account, thief, 5n]);
  const calls = [[token, 0n, data]];
  const rows: readonly Row[] = [
    ["multicall((address,bytes)[])", [[[token, data]]]],
    ["multicall(address[],bytes[])", [[token], [data]]],
    ["aggregate(address[],bytes[],uint256[],address)", [[token], [data], [0n], account]],
    ["aggregateWithSender(address[],bytes[],uint256[])", [[token], [data], [0n]]],
    ["execute((address,uint256,bytes)[])", [calls]],
    ["executeBySender((address,uint256,bytes)[])", [calls]],
    ["multiCall(address,(address,uint256,bytes)[])", [safe, calls]],
    ["execute(address[],uint256[],bytes[])", [[token], [0n], [data]]],
    ["execute(address,uint256,bytes,uint256)", [token, 0n, data, 0n]],
    ["execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)", [
      token,
      0n,
      data,
      0,
      zero,
      true,
    ]],
  ];
  check(rows, [["gives", "token", 5n, thief]]);
  // Self-calls of the contract act for its caller.
  check([["multicall((bool,bytes)[])", [[[true, data]]]]], [["gives", "token", 5n, thief]]);
  assertEquals(
    read(encode("approve(address,uint256)", [thief, maxUint256])),
    [["allows", "token", maxUint256, thief]],
  );
});
