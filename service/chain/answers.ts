/** Tells answers of nodes that cannot be meant: what reads them takes their shape for granted. @module */

/** Says what an answer lacks; null if it can be read. `params` are those of the request. */
type Lack = (result: unknown, params: readonly unknown[]) => string | null;

const lacks: Readonly<Record<string, Lack>> = {
  eth_blockNumber: (result) =>
    isHex(result, 18) && result.length > 2 ? null : "has no latest block",
  eth_getBlockByNumber: (result, [block]) =>
    block === "latest" && result === null ? "has no latest block" : null,
  eth_getBlockReceipts: (result) =>
    result === null || Array.isArray(result) && result.every(isReceipt)
      ? null
      : "has no list of receipts",
  eth_getLogs: (result, params) => isListOfLogs(result, params) ? null : "has no list of logs",
  eth_getTransactionReceipt: (result) =>
    result === null || isReceipt(result) ? null : "has no receipt with logs",
};

/** Says what a node's answer lacks; null if it can be read. */
export function lackOf(
  method: string,
  params: readonly unknown[],
  result: unknown,
): string | null {
  return Object.hasOwn(lacks, method) ? lacks[method]!(result, params) : null;
}

function isListOfLogs(result: unknown, params: readonly unknown[]): boolean {
  if (!Array.isArray(result)) return false;
  // Logs of pending blocks have no place.
  const isPending = JSON.stringify(params).includes('"pending"');
  return result.every((log) => isLog(log, isPending));
}

function isReceipt(receipt: unknown): boolean {
  if (typeof receipt !== "object" || receipt === null) return false;
  const { logs } = receipt as { readonly logs?: unknown };
  return Array.isArray(logs) && logs.every((log) => isLog(log));
}

function isLog(log: unknown, isPending = false): boolean {
  if (typeof log !== "object" || log === null) return false;
  const { address, topics, data, blockNumber, logIndex } = log as Record<string, unknown>;
  return isHex(address, 42) && address.length === 42 &&
    isHex(data) && data.length % 2 === 0 &&
    Array.isArray(topics) && topics.every((topic) => isHex(topic, 66) && topic.length === 66) &&
    [blockNumber, logIndex].every((each) => isHex(each, 18) || (isPending && each === null));
}

function isHex(value: unknown, most = Infinity): value is string {
  return typeof value === "string" && value.length <= most && /^0x[0-9a-f]*$/i.test(value);
}
