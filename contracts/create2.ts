/** Deploys deterministically through the common CREATE2 deployer. */
import {
  type Account,
  type Address,
  type Chain,
  type Client,
  concat,
  getContractAddress,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type Transport,
} from "viem";
import {
  estimateGas,
  getBalance,
  getCode,
  getTransactionReceipt,
  sendRawTransaction,
  sendTransaction,
} from "viem/actions";
import { create2Deployer, salt as ownSalt } from "./addresses.ts";

/** viem client that can send transactions. */
export type Sender = Client<Transport, Chain, Account>;

/** Part of a transaction that differs between our deployments. */
export type Transaction = { to: Address; data?: Hex; value?: bigint };

/** Code of the deployer, the same on every chain. */
const deployerCode =
  "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

/** Deployment of the deployer itself: signed once, without a chain id and without a known key. */
const deployerTransaction =
  "0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222";

/** Sender that this signature recovers to. */
const deployerSender = "0x3fAB184622Dc19b6109349B94811493BF2a45362";

/** Sends a transaction and waits until it succeeds. */
export async function send(client: Sender, transaction: Transaction): Promise<void> {
  const gas = await estimateGas(client, { account: client.account, ...transaction });
  const hash = await sendTransaction(client, { ...transaction, gas });
  const receipt = await receiptOf(client, hash);
  if (receipt.status !== "success") throw new Error(`transaction ${hash} was reverted`);
}

/**
 * Polls for a receipt. viem polls again only with a new block, and a local chain that mines per
 * transaction does not produce one.
 */
export async function receiptOf(client: Client, hash: Hex): Promise<TransactionReceipt> {
  for (let wait = 5; wait < 60_000; wait *= 1.3) {
    try {
      return await getTransactionReceipt(client, { hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  throw new Error(`transaction ${hash} has no receipt`);
}

/** Computes the address of an init code. */
export function addressOf(bytecode: Hex, salt: Hex = ownSalt): Address {
  return getContractAddress({ opcode: "CREATE2", from: create2Deployer, salt, bytecode });
}

/** Deploys an init code unless its address has code already; returns the address. */
export async function deployOnce(
  client: Sender,
  initCode: Hex,
  salt: Hex = ownSalt,
): Promise<Address> {
  const address = addressOf(initCode, salt);
  if (await getCode(client, { address }) === undefined) {
    await send(client, { to: create2Deployer, data: concat([salt, initCode]) });
    if (await getCode(client, { address }) === undefined) {
      throw new Error(`nothing was deployed at ${address}`);
    }
  }
  return address;
}

/** Deploys the CREATE2 deployer itself where it is missing. */
export async function ensureDeployer(client: Sender): Promise<void> {
  const code = await getCode(client, { address: create2Deployer });
  if (code === undefined) {
    const serializedTransaction = deployerTransaction;
    const from = deployerSender;
    // The signature fixes price and gas limit: 100 gwei, 100,000 gas.
    const cost = 10n ** 16n;
    const balance = await getBalance(client, { address: from });
    if (balance < cost) await send(client, { to: from, value: cost - balance });
    const hash = await sendRawTransaction(client, { serializedTransaction });
    await receiptOf(client, hash);
  } else if (code !== deployerCode) {
    throw new Error(`${create2Deployer} has different code than the CREATE2 deployer`);
  }
}
