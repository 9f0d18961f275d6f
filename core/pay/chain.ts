/** Asks the chain about payments, and sends the key's transactions. @module */
import {
  type Client,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  TransactionReceiptNotFoundError,
} from "viem";
import {
  getBlock,
  getBlockNumber,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
  sendRawTransaction,
} from "viem/actions";
import type { Call } from "../account/calls.ts";
import { contracts } from "../chain/contracts.ts";
import type { Address } from "../lib/hex.ts";
import { PaymentError } from "./error.ts";
import type { PaymentRecord, SignedTransaction } from "./journal.ts";

/** Permit2, at the same address on every chain. */
export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

const abi = parseAbi([
  "function isNonceUsed(address spender, uint256 nonce) view returns (bool)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function nonceBitmap(address owner, uint256 word) view returns (uint256)",
]);

/** Checks whether a payment's signature was used, in a block or in the latest one. */
export async function isUsed(
  client: Client,
  spender: Address,
  { transfer, token, nonce }: Pick<PaymentRecord, "transfer" | "token" | "nonce">,
  blockNumber?: bigint,
): Promise<boolean> {
  const at = blockNumber === undefined ? {} : { blockNumber };
  const read = { abi, ...at } as const;
  if (transfer === "erc7710") {
    const args = [spender, BigInt(nonce)] as const;
    return await readContract(client, {
      ...read,
      address: contracts.permissions,
      functionName: "isNonceUsed",
      args,
    });
  }
  if (transfer === "eip3009") {
    const args = [spender, nonce] as const;
    return await readContract(client, {
      ...read,
      address: token,
      functionName: "authorizationState",
      args,
    });
  }
  const args = [spender, BigInt(nonce) >> 8n] as const;
  const word = await readContract(client, {
    ...read,
    address: PERMIT2,
    functionName: "nonceBitmap",
    args,
  });
  return (word >> BigInt.asUintN(8, BigInt(nonce)) & 1n) !== 0n;
}

/** Where a signed payment stands on the chain. */
export async function stateOf(
  client: Client,
  spender: Address,
  record: PaymentRecord,
): Promise<"used" | "live" | "expired"> {
  // In this order: a signature that is not used in a block after its end never will be.
  const { timestamp, number } = await getBlock(client);
  if (await isUsed(client, spender, record, number)) return "used";
  return timestamp > BigInt(record.validUntil) ? "expired" : "live";
}

/** Builds a transfer of a token. */
export function transferOf(token: Address, to: Address, amount: bigint): Call {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  return { to: token, value: 0n, data };
}

/** How a transaction ended: `replaced` if another one took its nonce. */
export type Outcome = "success" | "reverted" | "replaced";

/** Blocks after which a transaction without a receipt, whose nonce is used, is not on the chain. */
const REPLACED_AFTER = 3n;

/** Options of {@linkcode settle}. */
export interface SettleOptions {
  /** Milliseconds until it is given up for now. */
  readonly timeout: number;
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a signed transaction, again if it was sent before, and waits until it is in a block.
 *
 * @throws {PaymentError} `pending` after the timeout
 */
export async function settle(
  client: Client,
  from: Address,
  { hash, nonce, signed }: SignedTransaction,
  { timeout, interval, signal }: SettleOptions,
): Promise<Outcome> {
  const receiptNow = async (): Promise<Outcome | undefined> => {
    try {
      return (await getTransactionReceipt(client, { hash })).status;
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    }
  };
  const before = await receiptNow();
  if (before !== undefined) return before;
  // Refused as known or used up if it was sent before: the receipt tells which.
  const refused = await sendRawTransaction(client, { serializedTransaction: signed })
    .then(() => undefined, (error: unknown) => error);
  let taken: bigint | undefined;
  for (let waited = 0;; waited += interval) {
    signal?.throwIfAborted();
    const number = await getBlockNumber(client, { cacheTime: 0 });
    const count = await getTransactionCount(client, { address: from });
    const outcome = await receiptNow();
    if (outcome !== undefined) return outcome;
    // Nodes count a transaction before they have its receipt: only later blocks show that it is not there.
    if (count <= nonce) taken = undefined;
    else if (taken === undefined) taken = number;
    else if (number >= taken + REPLACED_AFTER) return "replaced";
    if (waited >= timeout) throw new PaymentError("pending", { detail: hash, cause: refused });
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

/** Reads a balance in a block. */
export function balanceAt(
  client: Client,
  token: Address,
  owner: Address,
  blockNumber: bigint,
): Promise<bigint> {
  return readContract(client, {
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [owner],
    blockNumber,
  });
}

/** Reads what Permit2 may take from an owner. */
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

/** Reads a token's EIP-712 domain from the token (ERC-5267, or as USDC has it). */
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
