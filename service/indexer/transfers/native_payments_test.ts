/** Native payments by operations. They emit no event and are read from call data. */
import { assertEquals } from "@std/assert";
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, pad } from "viem";
import { permissionsAbi } from "../../../contracts/artifacts/permissions_abi.ts";
import { acctAbi } from "../../../core/chain/abi.ts";
import { contracts, ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { addOperation } from "../../store/rows/operations.ts";
import { UPGRADED } from "../reading/read_block.ts";
import { contextOf, fakeChain } from "../testing/fake_chain.ts";
import { recordBlock, SPENT } from "./block_transfers.ts";

const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`;
const [payer, spender, receiver, stranger] = ["1", "2", "3", "4"].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
];
const operationHash = pad("0x01");
const blockHash = pad("0x07");

const pay = encodeFunctionData({
  abi: acctAbi,
  functionName: "execute",
  args: [receiver, 5n, "0x"],
});
const use = encodeFunctionData({
  abi: acctAbi,
  functionName: "execute",
  args: [
    contracts.permissions,
    0n,
    encodeFunctionData({
      abi: permissionsAbi,
      functionName: "execute",
      args: [
        {
          account: payer,
          spender,
          start: 0,
          end: 1,
          salt: 0n,
          calls: [],
          spends: [],
          watched: [],
        },
        [{ target: receiver, value: 5n, data: "0x" }],
      ],
    }),
  ],
});

const log = (address: Address, topics: readonly Hex[], data: Hex = "0x"): LogJson => ({
  address,
  topics,
  data,
  transactionHash: pad("0x77"),
  blockHash,
  blockNumber: "0x7",
  logIndex: "0x0",
});
const upgradedTo = (code: Address) => log(payer, [UPGRADED, pad(code)]);
const spentOf = (account: Address) =>
  log(contracts.permissions, [SPENT, pad("0x05"), pad(account), pad("0x06")]);

/** Reads a block with one operation; returns the stored amounts of the receiver's rows. */
async function paidBy(
  sender: Address,
  callData: Hex,
  { code, logs = [], success = true }: {
    readonly code: Address;
    readonly logs?: readonly LogJson[];
    readonly success?: boolean;
  },
): Promise<readonly string[]> {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(7, []);
  state.ill = (method) => method === "eth_getStorageAt" ? pad(code) : undefined;
  await store.insertInto("accounts").values({ address: receiver, next_index: 0 }).execute();
  await addOperation(store, {
    id: operationHash,
    chainId: 1,
    operation: {
      sender,
      nonce: "0x0",
      callData,
      callGasLimit: "0x1",
      verificationGasLimit: "0x1",
      preVerificationGas: "0x1",
      maxFeePerGas: "0x1",
      maxPriorityFeePerGas: "0x1",
      signature: "0x",
    },
    account: { address: sender, owners: [], nonce: "0x0" },
    callerId: null,
    keyId: "k",
    nonce: { key: 0n, sequence: 0n },
    readAt: Date.now(),
    fromBlock: 0,
    standing: () => "submitted",
  });
  const event = log(
    ENTRY_POINT,
    [USER_OPERATION_EVENT, operationHash, pad(sender), pad("0x00")],
    encodeAbiParameters(
      [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }],
      [0n, success, 1n, 1n],
    ),
  );
  const block = {
    number: 7,
    hash: blockHash,
    parent: pad("0x06"),
    time: 1_700_000_000,
    logs: [...logs, event],
    whole: true,
    payments: [],
    receiptOf: () => Promise.resolve(null),
  };
  const { rows } = await recordBlock(
    contextOf(store, chain).context.store,
    chain,
    block,
    new Set(),
  );
  return rows.filter(({ account }) => account === receiver).map(({ amount }) => amount);
}

const known = contracts.implementation;

Deno.test("native payments: a call of an account with known code is recorded", async () => {
  assertEquals(await paidBy(payer, pay, { code: known }), ["0x5"]);
  // The storage of an account is empty before its first operation.
  assertEquals(await paidBy(payer, pay, { code: addressOf("0") }), ["0x5"]);
  assertEquals(await paidBy(payer, pay, { code: known, success: false }), []);
});

Deno.test("native payments: an account with unknown code records none, as it can skip its calls", async () => {
  assertEquals(await paidBy(payer, pay, { code: stranger }), []);
});

Deno.test("native payments: code that was unknown for a part of the block records none", async () => {
  const logs = [upgradedTo(stranger), upgradedTo(known)];
  assertEquals(await paidBy(payer, pay, { code: known, logs }), []);
  assertEquals(await paidBy(payer, pay, { code: known, logs: [upgradedTo(known)] }), ["0x5"]);
});

Deno.test("native payments: a permission pays only if its contract reports the use", async () => {
  assertEquals(await paidBy(spender, use, { code: known, logs: [spentOf(payer)] }), ["0x5"]);
  assertEquals(await paidBy(spender, use, { code: known }), []);
  assertEquals(await paidBy(spender, use, { code: known, logs: [spentOf(stranger)] }), []);
});
