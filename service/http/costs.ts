/** Requests that a method counts as, in the rates of its key and its client. @module */
import { MAX_BATCH } from "./json_rpc.ts";

/** Costs by the name of the method; others count as one request. */
export type Costs = Readonly<Record<string, number>>;

/** Cost from which methods wait for their key's share ({@linkcode file://./shares.ts}). */
const SHARED_COST = 2;

/** Costs where the configuration names no others: by what the node, the bundler and signers do. */
export const defaultCosts: Costs = {
  acct_prepare: 3,
  acct_getApprovals: 2,
  acct_getItems: 2,
  acct_send: 2,
  wallet_getAssets: 3,
  pm_getPaymasterData: 3,
  pm_getPaymasterStubData: 2,
  eth_createAccessList: 3,
  eth_estimateUserOperationGas: 3,
  eth_getBlockReceipts: 5,
  eth_getLogs: 5,
  eth_getProof: 3,
  eth_sendUserOperation: 2,
  eth_simulateV1: 5,
};

/** Returns what a posted body counts as beside its request, which counted before it was read. */
export function extraCost(body: unknown, costs: Costs): number {
  if (!Array.isArray(body)) return costOf(body, costs) - 1;
  // More are refused anyway.
  return body.slice(0, MAX_BATCH).reduce((sum, each) => sum + costOf(each, costs), 0);
}

/** Returns what a method counts as. */
export function methodCost(method: string, costs: Costs): number {
  return Object.hasOwn(costs, method) ? costs[method]! : 1;
}

/**
 * Returns whether a method waits for its key's share: a configuration that makes it cheap in the rates
 * makes it no less work.
 */
export function isShared(method: string, costs: Costs): boolean {
  return Math.max(methodCost(method, costs), methodCost(method, defaultCosts)) >= SHARED_COST;
}

/** Returns whether a method sends a signed operation. */
export function isSend(method: string): boolean {
  return method === "acct_send" || method === "eth_sendUserOperation";
}

function costOf(request: unknown, costs: Costs): number {
  if (typeof request !== "object" || request === null) return 1;
  const { method } = request as { readonly method?: unknown };
  return typeof method === "string" ? methodCost(method, costs) : 1;
}
