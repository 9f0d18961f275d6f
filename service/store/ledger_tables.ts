/** Tables of the ledger of our paymasters, and of counters. @module */

/**
 * - `reserved`: no signature yet;
 * - `signed`: anyone with the operation can have it paid for, until `expires_at`;
 * - `settled`: charged onchain (may return to `signed`);
 * - `returned`: it expired without inclusion (a reorganisation may still make it `settled`).
 */
export type SponsorshipState = "reserved" | "signed" | "settled" | "returned";

/**
 * How an operation's fee is paid back to us: never, as tokens charged before its calls, or as
 * tokens charged after them, which may fail.
 */
export type PaymentMode = "sponsored" | "prepaid" | "postpaid";

/**
 * Signatures of one of our paymasters for a key, per account and nonce. Only one operation of them
 * can land.
 */
export interface SponsorshipTable {
  chain_id: number;
  sender: string;
  nonce: string;
  key_id: string;
  /** Paymaster in lower case. */
  paymaster: string;
  mode: PaymentMode;
  /** Token of a postpaid fee, in lower case; else null. */
  token: string | null;
  /** Days since 1970, UTC. */
  day: number;
  deploys: number;
  /** True if the request had a page's origin. */
  with_origin: number;
  /** Network of the request; null for servers, and after its day. */
  network: string | null;
  /** True if its network block already asked in the same hour. */
  again: number;
  /** Cost in the counters: the largest that was signed, or the chain's charge. */
  cost_gwei: number;
  state: SponsorshipState;
  /** True if tokens were charged for the included operation. */
  paid: number;
  /** True if the operation was accepted by this service. */
  sent: number;
  /** JSON of the signatures: hash of the operation, cost in gwei, last second. */
  signatures: string;
  /**
   * For `reserved`: unix milliseconds. Otherwise unix seconds of the chain: the latest expiry of
   * all signatures, or the time of the next search for the use of the nonce.
   */
  expires_at: number;
  /** Block that it landed in. */
  block_number: number | null;
  block_hash: string | null;
}

/** Counters per key or domain, and day; `spent_gwei` and `returned_gwei` have no limit. */
export type CounterKind =
  | "operations"
  | "operations_again"
  | "deployments"
  | "deployments_again"
  | "without_origin"
  | "without_origin_again"
  | "sender"
  | "network"
  | "block"
  | "block_deployments"
  | "newcomer"
  | "gwei"
  | "gwei_again"
  | "block_gwei"
  | "spent_gwei"
  | "returned_gwei"
  | "unpaid"
  | "sender_unpaid"
  | "block_unpaid"
  | "claims"
  | "new_claims"
  | "relayed_gwei"
  | "account_relayed_gwei"
  | "owner_changes"
  | "account_owner_changes"
  | "block_owner_changes"
  | "recoveries"
  | "block_recoveries";

/** Amount used of a limit. */
export interface CounterTable {
  /** Key, or domain of names. */
  owner: string;
  /** Days since 1970, UTC. */
  day: number;
  kind: CounterKind;
  /** Account, network or network block; empty for the complete key. */
  subject: string;
  used: number;
}

/** Blocks of a chain in which a paymaster's operations were read. */
export interface SponsorProgressTable {
  chain_id: number;
  /** In lower case. */
  paymaster: string;
  /** Block of the last reconciliation, its hash, and the deposit there in wei. */
  reconciled_block: number;
  reconciled_hash: string;
  reconciled_wei: string;
}
