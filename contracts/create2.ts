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
  estimateFeesPerGas,
  estimateGas,
  getBalance,
  getCode,
  getTransactionCount,
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
export const deployerCode =
  "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

/** Deployment of the deployer itself: signed once, without a chain id and without a known key. */
const deployerTransaction =
  "0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222";

/** Wei that this transaction costs. Its signature fixes price and limit: 100 gwei, 100,000 gas. */
export const deployerCost: bigint = 10n ** 16n;

/** Sender that this signature recovers to. */
const deployerSender = "0x3fAB184622Dc19b6109349B94811493BF2a45362";

/** Sends a transaction and waits until it succeeds. */
export async function send(client: Sender, transaction: Transaction): Promise<void> {
  const { account, chain: { id: chainId } } = client;
  const { address } = account;
  const [gas, { maxFeePerGas, maxPriorityFeePerGas }] = await Promise.all([
    estimateGas(client, { account: address, ...transaction }),
    estimateFeesPerGas(client),
  ]);
  const nonce = account.type === "local" && account.nonceManager !== undefined
    ? await account.nonceManager.consume({ address, chainId, client })
    : await getTransactionCount(client, { address, blockTag: "pending" });
  // Complete: viem lets the node fill in an incomplete transaction, including its chain.
  const complete = { ...transaction, gas, maxFeePerGas, maxPriorityFeePerGas, nonce, chainId };
  const hash = await sendTransaction(client, complete);
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
    await includedCode(client, address);
  }
  return address;
}

/** Polls for the code of a deployed contract: another node behind the same URL may lag. */
export async function includedCode(client: Client, address: Address): Promise<Hex> {
  for (let wait = 5; wait < 5_000; wait *= 1.3) {
    const code = await getCode(client, { address });
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  throw new Error(`nothing was deployed at ${address}`);
}

/** Deploys the CREATE2 deployer itself where it is missing. */
export async function ensureDeployer(client: Sender): Promise<void> {
  let code = await getCode(client, { address: create2Deployer });
  if (code === undefined) {
    const serializedTransaction = deployerTransaction;
    const from = deployerSender;
    const balance = await getBalance(client, { address: from });
    if (balance < deployerCost) await send(client, { to: from, value: deployerCost - balance });
    const hash = await sendRawTransaction(client, { serializedTransaction });
    await receiptOf(client, hash);
    code = await includedCode(client, create2Deployer);
  }
  if (code !== deployerCode) {
    throw new Error(`${create2Deployer} has different code than the CREATE2 deployer`);
  }
}
