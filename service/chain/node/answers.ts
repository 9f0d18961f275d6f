/** Finds malformed answers of nodes. The callers rely on the shape of answers. @module */
import { isAddress, isBytes, isHex, isObject, isQuantity, isSafe, isWord } from "./shapes.ts";

/**
 * Returns the defect of an answer, or null if it can be read. `params` are the parameters of the
 * request.
 */
type Lack = (result: unknown, params: readonly unknown[]) => string | null;

/**
 * Quantities at most: of a time in seconds (5 bytes: contracts keep one in 6, and a quote's
 * lifetime is added), and of a fee per gas (12 bytes: it is doubled, and must stay within 16).
 */
const MOST = { time: 2n ** 40n - 1n, fee: 2n ** 96n - 1n } as const;

const number = (most?: bigint): Lack => (result) =>
  isQuantity(result, most) ? null : "has no number";
const safe: Lack = (result) => isSafe(result) ? null : "has no number";
const bytes: Lack = (result) => isBytes(result) ? null : "has no bytes";
const objectOrNull: Lack = (result) =>
  result === null || isObject(result) ? null : "has no description";

const lacks: Readonly<Record<string, Lack>> = {
  eth_blockNumber: (result) => isSafe(result) ? null : "has no latest block",
  eth_call: bytes,
  eth_chainId: number(),
  eth_estimateGas: safe,
  eth_estimateUserOperationGas: (result) => isEstimate(result) ? null : "has no estimate",
  eth_gasPrice: number(MOST.fee),
  eth_getBalance: number(),
  eth_getBlockByNumber: blockLack,
  eth_getBlockReceipts: (result) =>
    result === null || Array.isArray(result) && result.every(hasLogs)
      ? null
      : "has no list of receipts",
  eth_getCode: bytes,
  eth_getLogs: (result, params) => isListOfLogs(result, params) ? null : "has no list of logs",
  // Some nodes write a word without its leading zeros.
  eth_getStorageAt: (result) => isHex(result, 32) ? null : "has no word",
  eth_getTransactionByHash: objectOrNull,
  eth_getTransactionCount: number(),
  eth_getTransactionReceipt: (result) =>
    result === null || isReceipt(result) ? null : "has no receipt",
  eth_getUserOperationByHash: objectOrNull,
  eth_getUserOperationReceipt: objectOrNull,
  eth_maxPriorityFeePerGas: number(MOST.fee),
  eth_sendUserOperation: (result) => isWord(result) ? null : "has no hash",
  eth_simulateV1: (result) =>
    Array.isArray(result) && result.every(isSimulatedBlock) ? null : "has no simulated blocks",
};

/** Returns the defect of a node's answer, or null if it can be read. */
export function lackOf(
  method: string,
  params: readonly unknown[],
  result: unknown,
): string | null {
  return Object.hasOwn(lacks, method) ? lacks[method]!(result, params) : null;
}

/** Pending blocks are not read. Transactions are checked by their reader. */
function blockLack(result: unknown, [block, isFull]: readonly unknown[]): string | null {
  if (block === "pending") return objectOrNull(result, []);
  if (result === null) return block === "latest" ? "has no latest block" : null;
  if (!isObject(result)) return "has no block";
  const { number, hash, parentHash, timestamp, baseFeePerGas: fee, transactions } = result;
  const isRead = isSafe(number) && isQuantity(timestamp, MOST.time) &&
    isWord(hash) && (parentHash === undefined || isWord(parentHash)) &&
    (fee === undefined || fee === null || isQuantity(fee, MOST.fee)) &&
    (isFull !== true || Array.isArray(transactions));
  return isRead ? null : "has no block";
}

/** An operation without a paymaster has no paymaster limits. */
function isEstimate(result: unknown): boolean {
  if (!isObject(result)) return false;
  const isGas = (name: string) => isSafe(result[name]);
  return ["verificationGasLimit", "callGasLimit", "preVerificationGas"].every(isGas) &&
    ["paymasterVerificationGasLimit", "paymasterPostOpGasLimit"].every((name) =>
      result[name] === undefined || result[name] === null || isGas(name)
    );
}

/**
 * Some nodes omit an empty list of calls, write no bytes or an empty string for empty data, and
 * write a plain status.
 */
function isSimulatedBlock(block: unknown): boolean {
  if (!isObject(block)) return false;
  const { calls } = block;
  return calls === null || Array.isArray(calls) && calls.every((call) => {
        if (!isObject(call)) return false;
        const { status, returnData, logs } = call;
        return (isHex(status) || Number.isSafeInteger(status)) &&
          (returnData === undefined || returnData === null || returnData === "" ||
            isBytes(returnData)) &&
          (logs === undefined || logs === null || Array.isArray(logs) && logs.every(isEmitted));
      });
}

function isListOfLogs(result: unknown, params: readonly unknown[]): boolean {
  if (!Array.isArray(result)) return false;
  // Logs of pending blocks have no place.
  const isPending = JSON.stringify(params).includes('"pending"');
  return result.every((log) => isLog(log, isPending));
}

function isReceipt(receipt: unknown): boolean {
  if (!hasLogs(receipt)) return false;
  const { transactionHash, blockHash, blockNumber } = receipt;
  return isWord(transactionHash) && isWord(blockHash) && isSafe(blockNumber);
}

function hasLogs(receipt: unknown): receipt is Record<string, unknown> {
  if (!isObject(receipt)) return false;
  const { logs } = receipt;
  return Array.isArray(logs) && logs.every((log) => isLog(log));
}

function isLog(log: unknown, isPending = false): boolean {
  if (!isEmitted(log)) return false;
  const { blockNumber, logIndex } = log;
  return [blockNumber, logIndex].every((each) => isSafe(each) || (isPending && each === null));
}

/**
 * Returns whether a value is a log as emitted by a contract, independent of its position in a
 * block.
 */
function isEmitted(log: unknown): log is Record<string, unknown> {
  if (!isObject(log)) return false;
  const { address, topics, data } = log;
  return isAddress(address) && isBytes(data) && Array.isArray(topics) && topics.every(isWord);
}
