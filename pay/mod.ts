/**
 * Pays for HTTP 402 responses within a permission. It supports x402 (versions 1 and 2) and MPP. It
 * requires viem and the spender's key, and never prompts the user.
 *
 * If the server accepts ERC-7710, the account pays the server directly and the server's facilitator
 * pays the gas. Otherwise the key pays from its own address by EIP-3009 or Permit2. The account first
 * transfers exactly the missing amount to that address, and the key pays the gas of the transfer.
 *
 * @example
 * ```ts ignore
 * import { payingFetch } from "@sdk/pay";
 *
 * const fetch = payingFetch({
 *   granted, // result of wallet_grantPermissions
 *   key, // local account of viem: the spender of the permission
 *   client, // viem client on the chain of the permission
 *   limits: [{ token: usdc, perRequest: 100_000n, perDay: 5_000_000n }],
 *   onPayment: ({ host, amount }) => console.log(`paid ${amount} to ${host}`),
 * });
 * const response = await fetch("https://api.example.com/forecast");
 * ```
 *
 * @module
 */
export { type AgentBudget, agentBudget, type AgentBudgetOptions } from "./budget/budget.ts";
export {
  PaymentError,
  type PaymentErrorOptions,
  type PaymentReason,
  type PaymentRefusal,
} from "./record/error.ts";
export {
  memoryJournal,
  type PaymentJournal,
  type PaymentRecord,
  type SignedTransaction,
  type TransferKind,
} from "./record/journal.ts";
export { budgetLink, type BudgetRequest, readBudgetLink } from "./budget/link.ts";
export type { PaymentLimits } from "./record/limits.ts";
export {
  type DirectPayment,
  type PayingFetch,
  payingFetch,
  type PayingFetchOptions,
  type PayingRequestInit,
} from "./payer/paying_fetch.ts";
export type {
  Address,
  AgentTerms,
  GrantedCallDetail,
  Hex,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "@sdk/core/permission";
