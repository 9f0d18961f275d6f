/** Defines the tables of approvals. @module */

/** Approval that an account gave: an allowance of a token, or an operator of a collection. */
export interface ApprovalTable {
  account: string;
  chain_id: number;
  spender: string;
  token: string;
  kind: "allowance" | "operator" | "permit2";
  /**
   * 1 if an operation of the account gave it, or Permit2 stores it; otherwise any contract may have
   * emitted it.
   */
  own: number;
  /** Block of its newest event. */
  block_number: number;
}

/** Token that an operation of an account brought in. */
export interface OwnTokenTable {
  account: string;
  chain_id: number;
  token: string;
  /** Block of the first such operation. */
  block_number: number;
}

/** How far an account's approvals are known. */
export interface ApprovalProgressTable {
  account: string;
  chain_id: number;
  /** Last block in which they were looked for. */
  block_number: number;
  /**
   * First block from which the follower of the chain stores approvals of the account; null if none.
   */
  followed_from: number | null;
  /** 1 if a block up to then has more events than could be read. */
  left_out: number;
}

/** Contiguous blocks of a chain for which the follower stored approvals. */
export interface FollowedApprovalsTable {
  chain_id: number;
  first_block: number;
  last_block: number;
}
