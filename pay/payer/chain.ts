/** Reads payments from the chain, and sends the key's transactions. @module */
import {
  BaseError,
  type Client,
  ContractFunctionExecutionError,
  type ContractFunctionParameters,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import {
  getBlock,
  getBlockNumber,
  getTransactionCount,
  getTransactionReceipt,
  multicall,
  readContract,
  sendRawTransaction,
} from "viem/actions";
import type { Address, Call } from "@sdk/core/permission";
import { delegationManager } from "@sdk/core/execution_permissions";
import { PaymentError } from "../record/error.ts";
import type { PaymentRecord, SignedTransaction } from "../record/journal.ts";

/** Permit2, at the same address on every chain. */
export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

const abi = parseAbi([
  "function isNonceUsed(address spender, uint256 nonce) view returns (bool)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function nonceBitmap(address owner, uint256 word) view returns (uint256)",
]);

type Signed = Pick<PaymentRecord, "transfer" | "token" | "nonce">;

/** The call that returns whether a payment's signature was used. */
function useOf(
  spender: Address,
  { transfer, token, nonce }: Signed,
): ContractFunctionParameters {
  if (transfer === "erc7710") {
    const args = [spender, BigInt(nonce)];
    return { abi, address: delegationManager, functionName: "isNonceUsed", args };
  }
  if (transfer === "eip3009") {
    const args = [spender, nonce];
    return { abi, address: token, functionName: "authorizationState", args };
  }
  const args = [spender, BigInt(nonce) >> 8n];
  return { abi, address: PERMIT2, functionName: "nonceBitmap", args };
}

/** Reads the result of this call: a flag, or a word of 256 flags. */
function wasUsed({ nonce }: Signed, answer: unknown): boolean {
  if (typeof answer !== "bigint") return answer === true;
  return (answer >> BigInt.asUintN(8, BigInt(nonce)) & 1n) !== 0n;
}

/**
 * Reads a token's balance, and which of some payments were collected, in one call: with several
 * calls, some could read a later block, and an amount would be counted twice.
 */
export async function fundsOf(
  client: Client,
  token: Address,
  owner: Address,
  payments: readonly Signed[],
): Promise<{ readonly balance: bigint; readonly used: readonly boolean[] }> {
  const balance: ContractFunctionParameters = {
    abi: erc20Abi,
    address: token,
    functionName: "balanceOf",
    args: [owner],
  };
  const answers = await multicall(client, {
    contracts: [balance, ...payments.map((each) => useOf(owner, each))],
    allowFailure: false,
    deployless: true,
    // Makes one call for any number of requests.
    batchSize: 0,
  });
  const [held, ...uses] = answers as [bigint, ...unknown[]];
  return { balance: held, used: uses.map((answer, index) => wasUsed(payments[index]!, answer)) };
}

/** State of a signed payment on the chain. */
export async function stateOf(
  client: Client,
  spender: Address,
  record: PaymentRecord,
): Promise<"used" | "live" | "expired"> {
  // In this order: a signature that is unused in a block after its expiry can never be used.
  const { timestamp, number } = await getBlock(client);
  const use = { ...useOf(spender, record), blockNumber: number };
  if (wasUsed(record, await readContract(client, use))) return "used";
  return timestamp > BigInt(record.validUntil) ? "expired" : "live";
}

/**
 * The time in Unix seconds for checking a payment's expiry: that of this device, or that of the
 * chain if the device's clock is behind. The last block of a quiet chain can be old.
 */
export async function timeOf(client: Client, nowMs: number): Promise<number> {
  const { timestamp } = await getBlock(client);
  return Math.max(Math.floor(nowMs / 1000), Number(timestamp));
}

/**
 * Reads from a token before the signature.
 *
 * @param field path of the token in the server's request
 * @throws {PaymentError} `unacceptable` if the token does not respond
 */
export async function askToken<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const isAnswered = cause instanceof BaseError &&
      cause.walk((inner) =>
          inner instanceof ContractFunctionRevertedError ||
          inner instanceof ContractFunctionZeroDataError
        ) !== null;
    // Otherwise the node did not answer.
    if (!isAnswered) throw cause;
    const name = cause instanceof ContractFunctionExecutionError ? cause.functionName : "its calls";
    const refusal = { field, detail: `does not answer ${name}` };
    throw new PaymentError("unacceptable", { ...refusal, refusals: [refusal], cause });
  }
}

/** Builds a transfer of a token. */
export function transferOf(token: Address, to: Address, amount: bigint): Call {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  return { to: token, value: 0n, data };
}

/**
 * Number of blocks after which a transaction without a receipt whose nonce is used counts as
 * replaced.
 */
const REPLACED_AFTER = 3n;

/** Options of {@linkcode settle}. */
export interface SettleOptions {
  /** Timeout of this wait, in milliseconds. */
  readonly timeout: number;
  /** Milliseconds between two polls. */
  readonly interval: number;
  /** Cancels the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads the receipt of the one transaction that is in a block. */
export async function receiptOf(
  client: Client,
  transactions: readonly SignedTransaction[],
): Promise<TransactionReceipt | undefined> {
  for (const { hash } of transactions) {
    try {
      return await getTransactionReceipt(client, { hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
  }
  return undefined;
}

/**
 * Sends the newest of several transactions with the same nonce, again if it was sent before, and
 * waits until one of them is in a block; `undefined` if another transaction used their nonce.
 *
 * @throws {PaymentError} `pending` after the timeout
 */
export async function settle(
  client: Client,
  from: Address,
  transactions: readonly SignedTransaction[],
  { timeout, interval, signal }: SettleOptions,
): Promise<TransactionReceipt | undefined> {
  const { hash, nonce, signed } = transactions.at(-1)!;
  const before = await receiptOf(client, transactions);
  if (before !== undefined) return before;
  // If it was sent before, the node rejects it as known or used: the receipt decides.
  const refused = await sendRawTransaction(client, { serializedTransaction: signed })
    .then(() => undefined, (error: unknown) => error);
  let taken: bigint | undefined;
  for (let waited = 0;; waited += interval) {
    signal?.throwIfAborted();
    const number = await getBlockNumber(client, { cacheTime: 0 });
    const count = await getTransactionCount(client, { address: from });
    const receipt = await receiptOf(client, transactions);
    if (receipt !== undefined) return receipt;
    // Nodes count a transaction before they have its receipt, so only later blocks prove its
    // absence.
    if (count <= nonce) taken = undefined;
    else if (taken === undefined) taken = number;
    else if (number >= taken + REPLACED_AFTER) return undefined;
    if (waited >= timeout) throw new PaymentError("pending", { detail: hash, cause: refused });
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

/** Reads the amount that Permit2 may take from an owner. */
export function permit2Allowance(client: Client, token: Address, owner: Address): Promise<bigint> {
  return readContract(client, {
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [owner, PERMIT2],
  });
}

/** Builds the approval of Permit2 for a token. */
export function permit2Approval(
  token: Address,
): { readonly to: Address; readonly data: Hex; readonly value: bigint } {
  const args = [PERMIT2, 2n ** 256n - 1n] as const;
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args }),
    value: 0n,
  };
}

const domainAbi = parseAbi([
  "function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)",
  "function name() view returns (string)",
  "function version() view returns (string)",
]);

/** Reads a token's EIP-712 domain from the token (ERC-5267, or USDC's functions). */
export async function domainOf(
  client: Client,
  token: Address,
): Promise<{ readonly name: string; readonly version: string }> {
  const read = { address: token, abi: domainAbi } as const;
  try {
    const [, name, version] = await readContract(client, { ...read, functionName: "eip712Domain" });
    return { name, version };
  } catch {
    const [name, version] = await Promise.all([
      readContract(client, { ...read, functionName: "name" }),
      readContract(client, { ...read, functionName: "version" }),
    ]);
    return { name, version };
  }
}
