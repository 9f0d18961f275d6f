/**
 * Pays for what answers 402, within a permission: x402 (versions 1 and 2) and MPP. It needs viem and
 * a key, and no prompt.
 *
 * By ERC-7710 where the server takes it: the account pays the server itself, and the server's
 * facilitator pays the gas. Else by EIP-3009 or Permit2 from the key's own address, which is filled up
 * with exactly what a payment lacks; the key pays the gas of that.
 *
 * @example
 * ```ts ignore
 * import { payingFetch } from "@sdk/core/pay";
 *
 * const fetch = payingFetch({
 *   granted, // as wallet_grantPermissions returned it
 *   key, // a local account of viem: the spender
 *   client, // a client of viem on the permission's chain
 *   limits: [{ token: usdc, perRequest: 100_000n, perDay: 5_000_000n }],
 *   onPayment: ({ host, amount }) => console.log(`paid ${amount} to ${host}`),
 * });
 * const response = await fetch("https://api.example.com/forecast");
 * ```
 *
 * @module
 */
export { type AgentBudget, agentBudget, type AgentBudgetOptions } from "./budget.ts";
export {
  PaymentError,
  type PaymentErrorOptions,
  type PaymentReason,
  type PaymentRefusal,
} from "./error.ts";
export {
  memoryJournal,
  type PaymentJournal,
  type PaymentRecord,
  type SignedTransaction,
  type TransferKind,
} from "./journal.ts";
export { budgetLink, type BudgetRequest, readBudgetLink } from "./link.ts";
export type { PaymentLimits } from "./limits.ts";
export {
  type DirectPayment,
  type PayingFetch,
  payingFetch,
  type PayingFetchOptions,
  type PayingRequestInit,
} from "./paying_fetch.ts";
export type { AgentTerms } from "../permission/agent/terms.ts";
export type { Address, Hex } from "../lib/hex.ts";
export type {
  GrantedCallDetail,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "../permission/details.ts";
