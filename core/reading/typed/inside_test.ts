/** Tests typed data that lets others make calls, or take tokens in several steps. */
import { assert, assertEquals } from "@std/assert";
import { encodeFunctionData, erc20Abi, getAddress, type Hex, maxUint256 } from "viem";
import type { TypedData } from "../../account/typed_data_hash.ts";
import { encode } from "../../testing/clear_calls.ts";
import { account, token } from "../../testing/orders.ts";
import { typed } from "../../testing/typed.ts";
import { readTyped } from "./mod.ts";

const thief: Hex = getAddress(`0x${"66".repeat(20)}`);
const safe: Hex = getAddress(`0x${"5a".repeat(20)}`);
const usdc = getAddress(token);
const read = (data: TypedData) => readTyped(data, { address: getAddress(account), chainId: 1 });
const codes = (data: TypedData, balances = new Map<Hex, bigint>()) =>
  read(data).warnings(balances).map(({ code, level }) => `${code} ${level}`);

Deno.test("safe: foreign code, refunds and operations are reported with the assets they allow", () => {
  const send = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [thief, 0n] });
  const zero = `0x${"00".repeat(20)}`;
  const transaction = (changes: Record<string, unknown>) =>
    typed("SafeTx", {
      "address to": token,
      "uint256 value": 0,
      "bytes data": send,
      "uint8 operation": 0,
      "uint256 safeTxGas": 0,
      "uint256 baseGas": 0,
      "uint256 gasPrice": 0,
      "address gasToken": zero,
      "address refundReceiver": zero,
      "uint256 nonce": 3,
      ...changes,
    }, { verifyingContract: safe });
  assertEquals(codes(transaction({})), ["runs_calls danger"]);
  // The function's name does not describe code that runs as the Safe's own.
  const foreign = transaction({ "uint8 operation": 1 });
  assertEquals(codes(foreign), ["hands_over danger", "runs_calls danger"]);
  assertEquals([read(foreign).calls, read(foreign).view.gives], [[], []]);
  const refund = transaction({
    "uint256 baseGas": "1000000000000",
    "uint256 gasPrice": 1,
    "address gasToken": usdc,
    "address refundReceiver": thief,
  });
  const paid = read(refund).view.gives.find(({ address }) => address === usdc);
  assertEquals([paid?.by, paid?.to], [safe, thief]);
  assert(paid!.amount! >= 1_000_000_000_000n);
  const operation = typed("SafeOp", {
    "address safe": safe,
    "bytes callData": encode("executeUserOp(address,uint256,bytes,uint8)", [usdc, 0n, send, 1]),
    "uint48 validUntil": 9,
  }, { verifyingContract: token });
  assertEquals(codes(operation), ["hands_over danger", "runs_calls danger"]);
});

Deno.test("permits: a token in steps, or for several spenders, is as dangerous as in one", () => {
  const batch = (...amounts: number[]) =>
    typed("PermitBatchTransferFrom", {
      "TokenPermissions[] permitted": amounts.map((amount) => ({
        "address token": usdc,
        "uint256 amount": amount,
      })),
      "address spender": thief,
      "uint256 nonce": 0,
      "uint256 deadline": 9,
    });
  const balances = new Map([[usdc, 1_000n]]);
  const whole = ["whole_approval danger", "permit warning"];
  assertEquals(codes(batch(1_000), balances), whole);
  assertEquals(codes(batch(500, 500), balances), whole);
  assertEquals(codes(batch(300, 300), balances), ["permit warning"]);
});

Deno.test("calls inside data without a reader are dangers, and so are bytes alone", () => {
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [thief, maxUint256],
  });
  const call = { "address target": usdc, "bytes data": approve };
  for (
    const data of [
      typed("SponsoredCallERC2771", { "uint256 chainId": 1, ...call, "address user": account }),
      typed("Execute", call),
      typed("Batch", { "Call[] calls": [call], "uint256 nonce": 0 }),
      typed("Multicall", { "bytes[] data": [approve], "uint256 nonce": 0 }),
    ]
  ) {
    assertEquals(codes(data).slice(0, 2), ["unlimited_approval danger", "runs_calls danger"]);
    assertEquals([read(data).calls.length, read(data).isPlain], [1, true]);
  }
  const forwarded = typed("ForwardRequest", { "Call[] calls": [call], "uint256 nonce": 0 });
  assertEquals(codes(forwarded), ["unlimited_approval danger", "runs_calls danger"]);
  const multicall = encode("multicall(bytes[])", [[approve]]);
  assertEquals(codes(typed("Execute", { "bytes callData": multicall })), [
    "unlimited_approval danger",
    "signs_hash danger",
    "runs_calls danger",
  ]);
  // Not a call: no target and no data.
  assertEquals(
    codes(typed("Attest", { "address recipient": thief, "bytes data": `0x${"00".repeat(64)}` })),
    [],
  );
  assertEquals(codes(typed("Note", { "address to": thief, "bytes data": "0x" })), []);
  assertEquals(codes(typed("LightAccountMessage", { "bytes message": "0x1234" })), [
    "signs_hash danger",
  ]);
});

Deno.test("permits: a permit whose data are calls shows their effects", () => {
  const me = getAddress(account);
  const other = getAddress(`0x${me.slice(2, -2)}07`);
  const permit = (data: Hex) =>
    typed("Permit", {
      "address signer": account,
      "address sender": thief,
      "uint256 nonceNamespace": 0,
      "uint256 nonce": 0,
      "uint256 deadline": 1793577600,
      "uint256 value": 0,
      "bytes data": data,
    }, { name: "Ethereum Vault Connector", version: "1", chainId: 1, verifyingContract: safe });
  const withdraw = (owner: Hex) =>
    encode("withdraw(uint256,address,address)", [100n, thief, owner]);
  const call = "call(address,address,uint256,bytes)";
  const batch = "batch((address,address,uint256,bytes)[])";
  for (const owner of [me, other]) {
    const made = [usdc, owner, 0n, withdraw(owner)];
    for (const data of [encode(call, made), encode(batch, [[made]])]) {
      assertEquals(codes(permit(data)), ["runs_calls danger", "acts_for_you danger"]);
      assertEquals(read(permit(data)).view.gives, [
        { kind: "token", address: usdc, amount: null, to: thief },
      ]);
    }
  }
  const operator = encode("setAccountOperator(address,address,bool)", [me, thief, true]);
  assertEquals(codes(permit(operator)), [
    "hands_over danger",
    "runs_calls danger",
    "acts_for_you danger",
  ]);
  // Other data is unknown, so it is not treated as an empty permit.
  assertEquals(codes(permit("0x12345678")), ["acts_for_you danger"]);
  assertEquals(read(permit("0x12345678")).view.allows, []);
  // An allowance does not hide the data next to it.
  const mixed = typed("Permit", {
    "address owner": account,
    "address spender": thief,
    "uint256 value": 1,
    "uint256 deadline": 1793577600,
    "bytes data": encode("setApprovalForAll(address,bool)", [thief, true]),
  });
  assertEquals(codes(mixed), ["approval_for_all danger", "permit warning", "runs_calls danger"]);
});

Deno.test("signatures: lists of targets and data, and targets of other names, are matched by index", () => {
  const operator = encode("setApprovalForAll(address,bool)", [thief, true]);
  const danger = ["approval_for_all danger", "runs_calls danger"];
  const at = (data: TypedData) => read(data).calls.map(({ to }) => to);
  const lists = typed("Batch", {
    "address[] targets": [usdc, safe],
    "bytes[] calldatas": [operator, "0x12345678"],
  });
  assertEquals([codes(lists), at(lists)], [danger, [usdc, safe]]);
  for (const name of ["targetContract", "targetAddress", "destination"]) {
    const data = typed("Act", { [`address ${name}`]: safe, "bytes payload": operator });
    assertEquals([codes(data), at(data)], [danger, [safe]]);
  }
});

Deno.test("signatures: a hash next to numbers, and code that may act for an account, are dangers", () => {
  const word = `0x${"12".repeat(32)}`;
  assertEquals(codes(typed("Root", { "bytes32 root": word, "uint256 nonce": 1 })), [
    "signs_hash danger",
  ]);
  assertEquals(codes(typed("Set", { "bytes32[] leaves": [word], "uint48 until": 1 })), [
    "signs_hash danger",
  ]);
  // An id is not a hash of signed data, and the text describes it.
  assertEquals(codes(typed("Vote", { "bytes32 proposal": word, "uint8 choice": 1 })), []);
  assertEquals(codes(typed("Note", { "bytes32 hash": word, "string title": "Lease" })), []);
  for (const name of ["ModuleEnableMode", "Enable"]) {
    assertEquals(codes(typed(name, { "address module": thief }, { verifyingContract: safe })), [
      "other_account danger",
    ]);
  }
  for (const name of ["AllowSession", "UserOp", "Agent"]) {
    assertEquals(codes(typed(name, { "string key": "1" })), ["permit warning"]);
  }
  // The account in 32 bytes is the account.
  const owner = `0x${"00".repeat(12)}${account.slice(2)}`;
  assertEquals(codes(typed("Withdrawal", { "bytes32 owner": owner, "uint8 amount": 1 })), [
    "acts_for_you danger",
  ]);
});

Deno.test("forwarders: no further member of a request hides the executed call", () => {
  const send = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [thief, 5n] });
  const harmless = { "address to": token, "uint256 value": 0, "bytes data": "0x12345678" };
  const fields = {
    "address from": account,
    "address to": usdc,
    "uint256 value": 0,
    "uint256 gas": 100_000,
    "uint256 nonce": 1,
    "bytes data": send,
    "uint256 validUntilTime": 9,
  };
  for (
    const further of [{}, { "Call call": harmless }, { "Req req": harmless }, {
      "Any other": harmless,
    }]
  ) {
    const { view, calls } = read(typed("ForwardRequest", { ...fields, ...further }));
    assertEquals(view.gives.map(({ amount, to }) => [amount, to]), [[5n, thief]]);
    assertEquals(view.until, 9n);
    assertEquals(calls.length, 1 + Object.keys(further).length);
  }
  // The request can also be a nested struct.
  const within = typed("RelayRequest", { "Req request": fields, "uint256 fee": 1 });
  assertEquals(read(within).view.gives.map(({ amount }) => amount), [5n]);
});

Deno.test("safe: the named owner determines whose tokens a transaction moves", () => {
  const moves = (
    from: Hex,
    data = encode("transferFrom(address,address,uint256)", [from, thief, 5n]),
  ) =>
    read(typed("SafeTx", {
      "address to": token,
      "uint256 value": 7,
      "bytes data": data,
      "uint8 operation": 0,
      "uint256 gasPrice": 0,
      "uint256 nonce": 3,
    }, { verifyingContract: safe })).view.gives.map(({ kind, amount, by }) => [kind, amount, by]);
  const native: ["native", bigint, Hex] = ["native", 7n, safe];
  assertEquals(moves(safe), [native, ["token", 5n, safe]]);
  // By the account's approval for the Safe.
  assertEquals(moves(getAddress(account)), [native, ["token", 5n, undefined]]);
  assertEquals(moves(thief), [native]);
  const batch = encode("aggregate((address,bytes)[])", [[[
    token,
    encode("transferFrom(address,address,uint256)", [account, thief, 5n]),
  ]]]);
  assertEquals(moves(safe, batch), [native, ["token", 5n, undefined]]);
});

Deno.test("forwarders: a harmless call hides none of the other calls", () => {
  const approve = encode("approve(address,uint256)", [thief, maxUint256]);
  const call = { "address to": usdc, "uint256 value": 0, "bytes data": approve };
  const decoy = {
    "address from": account,
    "address to": thief,
    "uint256 value": 0,
    "bytes data": "0x12345678",
  };
  const found = ["unlimited_approval danger", "runs_calls danger"];
  for (
    const data of [
      typed("ForwardRequest", { ...decoy, "Call[] calls": [call] }),
      typed("ForwardRequest", { ...decoy, "Batch batch": { "Call call": call } }),
      typed("MetaTransaction", {
        "uint256 nonce": 0,
        "address from": account,
        "bytes functionSignature": "0x12345678",
        "Call[] calls": [call],
      }),
    ]
  ) {
    assertEquals(codes(data), found);
  }
  // A call that is found twice counts once.
  const one = read(
    typed("ForwardRequest", { ...decoy, "bytes data": approve, "address to": usdc }),
  );
  assertEquals(one.calls.length, 1);
});

Deno.test("negative amounts lower no sum, and count as the whole balance", () => {
  const call = (value: number) => ({
    "address to": thief,
    "int256 value": value,
    "bytes data": "0x12345678",
  });
  const both = read(typed("ForwardRequest", { "Call[] calls": [call(7), call(-5)] }));
  assertEquals(both.view.gives.map(({ amount }) => amount), [7n]);
  const permit = typed("Permit", { "address spender": thief, "int256 value": -1 });
  assertEquals(codes(permit), ["unlimited_approval danger", "permit warning"]);
  const transfer = typed("TransferWithAuthorization", { "address to": thief, "int256 value": -1 });
  assertEquals(codes(transfer), ["moves_tokens danger"]);
});
