/** Types the reads that are forwarded to the node or the bundler of the current chain. @module */
import type * as viem from "viem";

/** Reads of a node or a bundler, with viem's types. */
export type ChainReadEntry =
  | viem.PublicRpcSchema[number]
  | viem.BundlerRpcSchema[number]
  | Extract<viem.WalletRpcSchema[number], { readonly Method: "eth_syncing" }>;

/** Name of a read that is forwarded to the chain. */
export type ChainReadName =
  | "eth_blobBaseFee"
  | "eth_blockNumber"
  | "eth_call"
  | "eth_createAccessList"
  | "eth_estimateGas"
  | "eth_estimateUserOperationGas"
  | "eth_feeHistory"
  | "eth_gasPrice"
  | "eth_getBalance"
  | "eth_getBlockByHash"
  | "eth_getBlockByNumber"
  | "eth_getBlockReceipts"
  | "eth_getBlockTransactionCountByHash"
  | "eth_getBlockTransactionCountByNumber"
  | "eth_getCode"
  | "eth_getLogs"
  | "eth_getProof"
  | "eth_getStorageAt"
  | "eth_getTransactionByBlockHashAndIndex"
  | "eth_getTransactionByBlockNumberAndIndex"
  | "eth_getTransactionByHash"
  | "eth_getTransactionCount"
  | "eth_getTransactionReceipt"
  | "eth_getUserOperationByHash"
  | "eth_getUserOperationReceipt"
  | "eth_maxPriorityFeePerGas"
  | "eth_sendUserOperation"
  | "eth_simulateV1"
  | "eth_supportedEntryPoints"
  | "eth_syncing";

/** Parameters of an entry; viem uses `undefined` for none. */
export type ChainReadParams<E extends { readonly Parameters?: unknown }> = E["Parameters"] extends
  undefined ? readonly []
  : E["Parameters"];

/** A read in the form of the wallet's own methods. */
export interface ChainRead<M extends ChainReadName> {
  /** Parameters; empty for methods without parameters. */
  readonly params: ChainReadParams<Extract<ChainReadEntry, { readonly Method: M }>>;
  /** Result. */
  readonly result: Extract<ChainReadEntry, { readonly Method: M }>["ReturnType"];
}

/** Parameters and result of each read that is forwarded to the chain. */
export type ChainReadSchema = { readonly [M in ChainReadName]: ChainRead<M> };
