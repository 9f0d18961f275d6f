/**
 * `POST /v1/rpc/{chainId}`: forwards chain reads to the node, and bundler methods to the bundler.
 *
 * @module
 */
import { type Hex, hexToBigInt, numberToHex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { readable } from "../chain/node/failure.ts";
import { suggestedTip, tipsOf } from "../chain/fees.ts";
import { BundlerError } from "../chain/node/bundler.ts";
import { NodeError, type ReadRoom, revertData } from "../chain/node/node.ts";

/** Reads forwarded to the node: none that signs, subscribes, traces or keeps state there. */
const readMethods: ReadonlySet<string> = new Set([
  "eth_blobBaseFee",
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_config",
  "eth_createAccessList",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getBlockTransactionCountByHash",
  "eth_getBlockTransactionCountByNumber",
  "eth_getCode",
  "eth_getLogs",
  "eth_getProof",
  "eth_getStorageAt",
  "eth_getTransactionByBlockHashAndIndex",
  "eth_getTransactionByBlockNumberAndIndex",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
  "eth_simulateV1",
  "eth_syncing",
  "net_version",
  "web3_clientVersion",
]);

/** Methods forwarded to the bundler. */
const bundlerMethods: ReadonlySet<string> = new Set([
  "eth_estimateUserOperationGas",
  "eth_getUserOperationByHash",
  "eth_getUserOperationReceipt",
  "eth_sendUserOperation",
  "eth_supportedEntryPoints",
]);

/** Place of the block in the parameters of a read of the state. */
const blockPlaces: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_createAccessList: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getProof: 2,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
};

/** Methods that are forwarded. */
export const chainMethods: readonly string[] = [...readMethods, ...bundlerMethods];

/** Returns whether a method is forwarded to the node or the bundler. */
export function isChainMethod(method: string): boolean {
  return readMethods.has(method) || bundlerMethods.has(method);
}

/** Forwards an error of a node or bundler. */
export class PassedError extends Error {
  override readonly name = "PassedError";
  /** JSON-RPC code. */
  readonly code: number;
  /** Data of the error, often revert data. */
  readonly data: unknown;

  /** Copies the endpoint's error. */
  constructor(code: number, message: string, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Adds the latest block to a state read without a block: some nodes refuse it. */
function withBlock(method: string, params: readonly unknown[]): readonly unknown[] {
  const place = blockPlaces[method] ?? 0;
  const isMissing = place > 0 && params.length >= place && (params[place] ?? null) === null;
  return isMissing ? [...params.slice(0, place), "latest", ...params.slice(place + 1)] : params;
}

/** Suggests the priority fee that the sponsor pays: ERC-7677 clients do not request one from it. */
async function suggestTip({ config, passed }: Chain): Promise<Hex> {
  const [tip, block] = await Promise.all([
    passed.request<Hex>("eth_maxPriorityFeePerGas", []),
    passed.request<{ baseFeePerGas?: Hex }>("eth_getBlockByNumber", ["latest", false]),
  ]);
  return readable(() =>
    numberToHex(suggestedTip({
      block: { baseFee: hexToBigInt(block.baseFeePerGas ?? "0x0") },
      tip: hexToBigInt(tip),
      tips: tipsOf(config),
    }))
  );
}

/** Forwards a request. `room` is the memory for the node's answer. */
export async function callChain(
  chain: Chain,
  method: string,
  params: unknown,
  room?: ReadRoom,
): Promise<unknown> {
  const list = params === undefined ? [] : params;
  if (!Array.isArray(list)) throw new AcctError("invalid_params", { field: "params" });
  try {
    if (method === "eth_maxPriorityFeePerGas" && chain.sponsor !== null) {
      return await suggestTip(chain);
    }
    if (readMethods.has(method)) {
      return await chain.passed.request(method, withBlock(method, list), room);
    }
    if (bundlerMethods.has(method)) return await chain.bundler.request(method, list);
  } catch (error) {
    if (error instanceof NodeError || error instanceof BundlerError) {
      // Nodes put revert data in different fields; clients read only one of them.
      throw new PassedError(error.code, error.message, revertData(error.data) ?? error.data);
    }
    throw error;
  }
  throw new AcctError("method_not_found", { detail: method.slice(0, 60) });
}
