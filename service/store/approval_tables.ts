/** Defines the tables of approvals. @module */

/** Approval that an account once gave: an allowance of a token, or an operator of a collection. */
export interface ApprovalTable {
  account: string;
  chain_id: number;
  token: string;
  spender: string;
  kind: "allowance" | "operator";
  /** Block of an event of it. */
  block_number: number;
}

/** Approval that an event on the chain tells of, in anyone's transaction. */
export interface SeenApprovalTable extends Omit<ApprovalTable, "kind"> {
  kind: ApprovalTable["kind"] | "permit2";
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
  /** First block whose approvals the follower of the chain keeps for the account; null if none. */
  followed_from: number | null;
  /** Newest block, or end of a range, with more events than could be read; null if there is none. */
  left_out: number | null;
}

/** Blocks of a chain whose approvals the follower has kept, without a gap. */
export interface FollowedApprovalsTable {
  chain_id: number;
  first_block: number;
  last_block: number;
}
