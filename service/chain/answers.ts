/** Tells answers of nodes that cannot be meant: what reads them takes their shape for granted. @module */

/** Says what an answer lacks; null if it can be read. `params` are those of the request. */
type Lack = (result: unknown, params: readonly unknown[]) => string | null;

/**
 * Characters of quantities at most: of 32 bytes, of 8, of a time in seconds (5 bytes: contracts keep
 * one in 6, and a quote's lifetime is added), and of a fee per gas (12 bytes: it is doubled, and must
 * stay within 16).
 */
const LENGTH = { word: 66, small: 18, time: 12, fee: 26 } as const;

const number = (most: number): Lack => (result) =>
  isQuantity(result, most) ? null : "has no number";
const bytes: Lack = (result) => isBytes(result) ? null : "has no bytes";
const objectOrNull: Lack = (result) =>
  result === null || isObject(result) ? null : "has no description";

const lacks: Readonly<Record<string, Lack>> = {
  eth_blockNumber: (result) => isQuantity(result, LENGTH.small) ? null : "has no latest block",
  eth_call: bytes,
  eth_chainId: number(LENGTH.word),
  eth_estimateGas: number(LENGTH.small),
  eth_estimateUserOperationGas: (result) => isEstimate(result) ? null : "has no estimate",
  eth_gasPrice: number(LENGTH.fee),
  eth_getBalance: number(LENGTH.word),
  eth_getBlockByNumber: blockLack,
  eth_getBlockReceipts: (result) =>
    result === null || Array.isArray(result) && result.every(isReceipt)
      ? null
      : "has no list of receipts",
  eth_getCode: bytes,
  eth_getLogs: (result, params) => isListOfLogs(result, params) ? null : "has no list of logs",
  // Some write a word without its zeros.
  eth_getStorageAt: (result) => isHex(result, LENGTH.word) ? null : "has no word",
  eth_getTransactionByHash: objectOrNull,
  eth_getTransactionCount: number(LENGTH.word),
  eth_getTransactionReceipt: (result) =>
    result === null || isReceipt(result) ? null : "has no receipt with logs",
  eth_getUserOperationByHash: objectOrNull,
  eth_getUserOperationReceipt: objectOrNull,
  eth_maxPriorityFeePerGas: number(LENGTH.fee),
  eth_sendUserOperation: (result) => isWord(result) ? null : "has no hash",
  eth_simulateV1: (result) =>
    Array.isArray(result) && result.every(isSimulatedBlock) ? null : "has no simulated blocks",
};

/** Says what a node's answer lacks; null if it can be read. */
export function lackOf(
  method: string,
  params: readonly unknown[],
  result: unknown,
): string | null {
  return Object.hasOwn(lacks, method) ? lacks[method]!(result, params) : null;
}

/** Of pending blocks nothing is read. */
function blockLack(result: unknown, [block, isFull]: readonly unknown[]): string | null {
  if (block === "pending") return objectOrNull(result, []);
  if (result === null) return block === "latest" ? "has no latest block" : null;
  if (!isObject(result)) return "has no block";
  const { number, hash, parentHash, timestamp, baseFeePerGas: fee, transactions } = result;
  const isRead = isQuantity(number, LENGTH.small) && isQuantity(timestamp, LENGTH.time) &&
    isWord(hash) && (parentHash === undefined || isWord(parentHash)) &&
    (fee === undefined || fee === null || isQuantity(fee, LENGTH.fee)) &&
    (isFull !== true || Array.isArray(transactions) && transactions.every(isTransaction));
  return isRead ? null : "has no block";
}

function isTransaction(value: unknown): boolean {
  if (!isObject(value)) return isWord(value);
  const { hash, transactionIndex, from, to, value: sent } = value;
  return isWord(hash) && isQuantity(transactionIndex, LENGTH.small) && isAddress(from) &&
    (to === null || to === undefined || isAddress(to)) && isQuantity(sent, LENGTH.word);
}

/** The paymaster's limits are left out of an operation without one. */
function isEstimate(result: unknown): boolean {
  if (!isObject(result)) return false;
  const isGas = (name: string) => isQuantity(result[name], LENGTH.small);
  return ["verificationGasLimit", "callGasLimit", "preVerificationGas"].every(isGas) &&
    ["paymasterVerificationGasLimit", "paymasterPostOpGasLimit"].every((name) =>
      result[name] === undefined || result[name] === null || isGas(name)
    );
}

function isSimulatedBlock(block: unknown): boolean {
  return isObject(block) && Array.isArray(block.calls) && block.calls.every((call) => {
    if (!isObject(call)) return false;
    const { status, returnData, logs } = call;
    return isHex(status) && (returnData === undefined || isBytes(returnData)) &&
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
  if (!isObject(receipt)) return false;
  const { logs } = receipt;
  return Array.isArray(logs) && logs.every((log) => isLog(log));
}

function isLog(log: unknown, isPending = false): boolean {
  if (!isEmitted(log)) return false;
  const { blockNumber, logIndex } = log;
  return [blockNumber, logIndex].every((each) =>
    isQuantity(each, LENGTH.small) || (isPending && each === null)
  );
}

/** Returns whether a value is what a contract emits, wherever it stands. */
function isEmitted(log: unknown): log is Record<string, unknown> {
  if (!isObject(log)) return false;
  const { address, topics, data } = log;
  return isAddress(address) && isBytes(data) && Array.isArray(topics) && topics.every(isWord);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHex(value: unknown, most = Infinity): value is string {
  return typeof value === "string" && value.length <= most && /^0x[0-9a-f]*$/i.test(value);
}

function isQuantity(value: unknown, most: number): boolean {
  return isHex(value, most) && value.length > 2;
}

function isBytes(value: unknown): boolean {
  return isHex(value) && value.length % 2 === 0;
}

function isWord(value: unknown): boolean {
  return isHex(value, 66) && value.length === 66;
}

function isAddress(value: unknown): boolean {
  return isHex(value, 42) && value.length === 42;
}
