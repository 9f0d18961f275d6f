/** The tables. Money is in gwei (rounded up), so that sums stay exact in 64 bits. @module */
import type { Generated } from "kysely";

/** A project: what keys, domains and policies belong to. */
export interface ProjectTable {
  id: string;
  name: string;
  created_at: number;
  /** JSON array of the allowed domains that new keys get. */
  domains: Generated<string>;
  /** JSON of the sponsorship policy that new keys get, or null. */
  policy: Generated<string | null>;
}

/** An API key; the key itself is never stored. */
export interface KeyTable {
  /** The key's public identity, from its random bytes. */
  id: string;
  project_id: string;
  kind: "pk" | "sk";
  environment: "live" | "test";
  /** SHA-256 of the whole key, hex. */
  hash: string;
  /** Last four characters, to tell keys apart in a list. */
  hint: string;
  /** JSON array of allowed domains. */
  domains: string;
  /** JSON of the sponsorship policy, or null: nothing is sponsored. */
  policy: string | null;
  created_at: number;
  revoked_at: number | null;
}

/** A passkey and the account made with it. */
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

/** The next history index of each account. */
export interface AccountTable {
  address: string;
  next_index: number;
}

/**
 * - `held`: waits for an earlier operation of the account, or was taken back by a reorganisation;
 * - `submitted`: handed to the bundler, or about to be;
 * - `included`: seen on the chain (may go back to `held`);
 * - `dropped`: can never land.
 */
export type OperationState = "held" | "submitted" | "included" | "dropped";

/** A signed operation. */
export interface OperationTable {
  /** Operation hash. */
  id: string;
  chain_id: number;
  sender: string;
  /** Its place in the account's history. */
  idx: number;
  caller_id: string | null;
  key_id: string;
  /** JSON of the signed operation. */
  operation: string;
  /** JSON of what the address is derived from. */
  account: string;
  nonce_key: string;
  nonce_sequence: number;
  deploys: number;
  state: OperationState;
  /** Block from which on its event is looked for. */
  from_block: number;
  /** Why it was dropped or refused. */
  reason: string | null;
  created_at: number;
  updated_at: number;
  tx_hash: string | null;
  block_hash: string | null;
  block_number: number | null;
  success: number | null;
  /** JSON of the receipt with the operation's own logs. */
  receipt: string | null;
}

/**
 * - `reserved`: signed for, until `expires_at`;
 * - `submitted`: an operation with it was accepted;
 * - `settled`: the chain said what it cost.
 */
export type SponsorshipState = "reserved" | "submitted" | "settled";

/** What a sponsor promised: one row per account and nonce, of which only one operation can land. */
export interface SponsorshipTable {
  chain_id: number;
  sender: string;
  nonce: string;
  key_id: string;
  /** Days since 1970, UTC. */
  day: number;
  deploys: number;
  /** Whether a page's origin stood behind it. */
  with_origin: number;
  /** Network that it was asked from; null for servers, and once the day is over. */
  network: string | null;
  cost_gwei: number;
  state: SponsorshipState;
  expires_at: number;
  operation_id: string | null;
}

/** A permission that the chain says was granted. */
export interface PermissionTable {
  chain_id: number;
  id: string;
  account: string;
  spender: string;
  /** JSON of the whole permission. */
  permission: string;
  block_number: number;
  /** Position of the event in its block. */
  position: number;
}

/** The end of one permission, or of all up to an epoch. */
export interface PermissionEndTable {
  chain_id: number;
  account: string;
  permission_id: string | null;
  epoch: string | null;
  block_number: number;
  position: number;
}

/** How far the permission events of a chain were read. */
export interface PermissionProgressTable {
  chain_id: number;
  block_number: number;
}

/** A permission that an owner signed; the chain may know it by now. */
export interface SignedGrantTable {
  chain_id: number;
  id: string;
  account: string;
  spender: string;
  /** JSON of the whole permission. */
  permission: string;
  signature: string;
  /** Its last second, Unix. */
  end_at: number;
  created_at: number;
}

/** An ENS domain that a project gives out names below. */
export interface NameDomainTable {
  id: string;
  /** Normalised (ENSIP-15). Linked to one project at a time. */
  domain: string;
  project_id: string;
  /** Who owned it when it was linked, or null where its resolver was the proof. */
  owner: string | null;
  /** The owner's signature of the statement, or null. */
  signature: string | null;
  /** JSON of who may claim what. */
  policy: string;
  created_at: number;
  /** Unix milliseconds at which the proof was seen to hold no more, or null. */
  ended_at: number | null;
}

/** A name that an account has. */
export interface NameClaimTable {
  domain_id: string;
  /** Normalised (ENSIP-15), without the domain. */
  label: string;
  /** What it looks like: once per domain. */
  skeleton: string;
  /** One name per account and domain. */
  account: string;
  /** JSON of the text records. */
  texts: string;
  created_at: number;
}

/** A change of owners that an owner signed for every chain. */
export interface OwnerChangeTable {
  account: string;
  sequence: number;
  /** JSON of the account's first owners, from which its address follows. */
  owners: string;
  nonce: string;
  /** JSON of the calls. */
  calls: string;
  signature: string;
  key_id: string;
  /** Days since 1970, UTC. */
  day: number;
  created_at: number;
}

/** All tables. */
export interface Schema {
  owner_changes: OwnerChangeTable;
  signed_grants: SignedGrantTable;
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
  sponsorships: SponsorshipTable;
}
