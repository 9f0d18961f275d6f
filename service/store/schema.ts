/**
 * Defines the tables. Money is in gwei (rounded up), so that sums stay exact in 64 bits. @module
 */
import type { Generated } from "kysely";
import type {
  ApprovalProgressTable,
  ApprovalTable,
  FollowedApprovalsTable,
  OwnTokenTable,
} from "./approval_tables.ts";
import type { CounterTable, SponsorProgressTable, SponsorshipTable } from "./ledger_tables.ts";
import type { LinkMessageTable, LinkTable } from "./link_tables.ts";
import type { TransferBlockTable, TransferTable } from "./transfer_tables.ts";

/** Project that keys, domains and policies belong to. */
export interface ProjectTable {
  id: string;
  name: string;
  created_at: number;
}

/** API key; the key itself is never stored. */
export interface KeyTable {
  /** Public identity of the key, from its random bytes. */
  id: string;
  project_id: string;
  kind: "pk" | "sk";
  environment: "live" | "test";
  /** SHA-256 of the complete key, hex. */
  hash: string;
  /** Last four characters, to recognise keys in a list. */
  hint: string;
  /** JSON array of allowed domains. */
  domains: string;
  /** JSON of the sponsorship policy, or null without sponsorship. */
  policy: string | null;
  created_at: number;
  revoked_at: number | null;
}

/** Passkey, and the account created with it. */
export interface CredentialTable {
  id: Generated<number>;
  credential_id: string;
  public_key: string;
  address: string;
  owners: string;
  nonce: string;
  proved: number;
  created_at: number;
}

/** Next history index of each account. */
export interface AccountTable {
  address: string;
  next_index: number;
}

/**
 * - `held`: waits for an earlier operation of the account, or was reverted by a reorganisation;
 * - `submitted`: sent to the bundler, or about to be;
 * - `included`: seen onchain (may return to `held`);
 * - `dropped`: can never land.
 */
export type OperationState = "held" | "submitted" | "included" | "dropped";

/** Signed operation. */
export interface OperationTable {
  /** Operation hash. */
  id: string;
  chain_id: number;
  sender: string;
  /** Position in the account's history. */
  idx: number;
  caller_id: string | null;
  key_id: string;
  nonce_key: string;
  nonce_sequence: number;
  deploys: number;
  state: OperationState;
  /** First block in which its event may be. */
  from_block: number;
  /** Reason it was dropped, or may be. */
  reason: string | null;
  created_at: number;
  updated_at: number;
  tx_hash: string | null;
  block_hash: string | null;
  block_number: number | null;
  success: number | null;
}

/** Data that lists of operations do not need; it is deleted some time after they settled. */
export interface OperationDataTable {
  /** Operation hash. */
  id: string;
  /** JSON of the signed operation. */
  operation: string;
  /** JSON of the values from which the address is derived. */
  account: string;
  /** JSON of the receipt with the operation's own logs. */
  receipt: string | null;
  created_at: number;
}

/** Right of one process to do something. */
export interface LeaseTable {
  name: string;
  /** The process. */
  holder: string;
  /** Unix milliseconds of the end. */
  until: number;
}

/** Permission that was granted onchain. */
export interface PermissionTable {
  chain_id: number;
  id: string;
  account: string;
  spender: string;
  /** JSON of the complete permission. */
  permission: string;
  block_number: number;
  /** Position of the event in its block. */
  position: number;
}

/** Revocation of a permission. */
export interface PermissionEndTable {
  chain_id: number;
  account: string;
  permission_id: string;
  block_number: number;
  position: number;
}

/** Last block with permission events that were read. */
export interface PermissionProgressTable {
  chain_id: number;
  block_number: number;
}

/** Permission that an owner signed; it may be onchain by now. */
export interface SignedGrantTable {
  chain_id: number;
  id: string;
  account: string;
  spender: string;
  /** JSON of the complete permission. */
  permission: string;
  signature: string;
  /** Unix second of the end. */
  end_at: number;
  created_at: number;
}

/** ENS domain below which a project issues names. */
export interface NameDomainTable {
  id: string;
  /** Normalised (ENSIP-15). Linked to at most one project. */
  domain: string;
  project_id: string;
  /** Owner of the domain when it was linked, or null if the resolver was the proof. */
  owner: string | null;
  /** The owner's signature of the statement, or null. */
  signature: string | null;
  /** JSON of the policy for claims. */
  policy: string;
  created_at: number;
  /** Unix milliseconds when the proof was found invalid, or null. */
  ended_at: number | null;
}

/** Name of an account. */
export interface NameClaimTable {
  domain_id: string;
  /** Normalised (ENSIP-15), without the domain. */
  label: string;
  /** Skeleton for look-alikes, unique per domain. */
  skeleton: string;
  /** Unique per domain. */
  account: string;
  /** JSON of the text records. */
  texts: string;
  created_at: number;
}

/** Veto of recoveries that a full owner signed for every chain. */
export interface VetoTable {
  account: string;
  /** Digest that the owner signed. */
  digest: string;
  /** JSON of the account's initial owners, from which its address follows. */
  owners: string;
  nonce: string;
  /** JSON of the veto, with its signature. */
  veto: string;
  /** Word of the owner who signed it. */
  signer: string;
  key_id: string;
  /** Days since 1970, UTC. */
  day: number;
  created_at: number;
}

/**
 * Recovery that a recovery owner signed for every chain, until it has ended on each of them. It is
 * no owner change before it has finished on a chain.
 */
export interface SignedRecoveryTable {
  account: string;
  /** Digest that the owner signed. */
  digest: string;
  /** JSON of the account's initial owners, from which its address follows. */
  owners: string;
  nonce: string;
  /** JSON of the recovery, with its signature. */
  recovery: string;
  /** Stored word of the recovery owner who signed it. */
  signer: string;
  key_id: string;
  created_at: number;
}

/** Recovery that waits on a chain, or waited. */
export interface RecoveryTable {
  chain_id: number;
  account: string;
  /** Hash of the recovery. */
  recovery: string;
  /** Address of the recovery owner who started it. */
  owner: string;
  /** Unix second in which it can be finished. */
  ready_at: number;
  /** Unix milliseconds when it was first seen. */
  seen_at: number;
  /** Unix milliseconds of the last request to the chain. */
  checked_at: number;
  /**
   * Unix milliseconds when the recovery was found to be no longer pending; null while it is
   * pending.
   */
  ended_at: number | null;
}

/** Account with owners to be read on a chain. */
export interface OwnerCheckTable {
  chain_id: number;
  account: string;
  /** Unix milliseconds of the last event. */
  added_at: number;
  /** Unix milliseconds when it is read next. */
  due_at: number;
}

/** Device that receives notices about an account. */
export interface PushSubscriptionTable {
  account: string;
  /** SHA-256 of the endpoint, hex. */
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Public key of the requesting owner. */
  owner: string;
  created_at: number;
}

/** Notice to be delivered. */
export interface NoticeTable {
  /** Names the recovery and the channel, so that each gets one notice. */
  id: string;
  channel: string;
  /** JSON. */
  body: string;
  /** Failed attempts. */
  attempts: number;
  /** Unix milliseconds of the next attempt. */
  due_at: number;
  created_at: number;
}

/** Owner change that an owner signed for every chain. */
export interface OwnerChangeTable {
  account: string;
  /** Number of changes that were stored before. */
  place: number;
  /** Head after the change. */
  head: string;
  /** JSON of the account's initial owners, from which its address follows. */
  owners: string;
  nonce: string;
  /** JSON of the change, with its signature. */
  change: string;
  /** Word of the owner who signed it. */
  signer: string;
  key_id: string;
  created_at: number;
}

/** Data that the wallets of one passkey share. */
export interface SyncedDataTable {
  /** SHA-256 of the token. */
  id: string;
  /** Ciphertext, hex. */
  data: string;
  /** Unix milliseconds. */
  used_at: number;
}

/** All tables. */
export interface Schema {
  owner_changes: OwnerChangeTable;
  vetoes: VetoTable;
  signed_recoveries: SignedRecoveryTable;
  recoveries: RecoveryTable;
  owner_checks: OwnerCheckTable;
  notices: NoticeTable;
  push_subscriptions: PushSubscriptionTable;
  signed_grants: SignedGrantTable;
  approvals: ApprovalTable;
  own_tokens: OwnTokenTable;
  approval_progress: ApprovalProgressTable;
  followed_approvals: FollowedApprovalsTable;
  name_domains: NameDomainTable;
  name_claims: NameClaimTable;
  permissions: PermissionTable;
  permission_ends: PermissionEndTable;
  permission_progress: PermissionProgressTable;
  projects: ProjectTable;
  keys: KeyTable;
  credentials: CredentialTable;
  accounts: AccountTable;
  operations: OperationTable;
  operation_data: OperationDataTable;
  sponsorships: SponsorshipTable;
  counters: CounterTable;
  leases: LeaseTable;
  links: LinkTable;
  link_messages: LinkMessageTable;
  sponsor_progress: SponsorProgressTable;
  synced_data: SyncedDataTable;
  transfers: TransferTable;
  transfer_blocks: TransferBlockTable;
}
