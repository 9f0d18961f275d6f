/** Defines the tables of transfers. @module */

/** Transfer to or from an account, in anyone's transaction. */
export interface TransferTable {
  chain_id: number;
  block_number: number;
  /** Index of its log; for a plain transaction, -1 minus its index in the block. */
  position: number;
  /** Place within a log of several items, or within an operation's calls. */
  part: number;
  account: string;
  /** 1 if the account received it. */
  incoming: number;
  /** 1 for an operation of the account itself, which its history already contains. */
  own: number;
  /**
   * 1 if the operator lists its token, or the account received items of it by its own operation.
   */
  listed: number;
  kind: "native" | "erc20" | "erc721" | "erc1155";
  /** Null for the native currency. */
  token: string | null;
  /** Id of an item, hex. */
  item: string | null;
  /** Hex. */
  amount: string;
  /** The other side. */
  other: string;
  tx_hash: string;
  /** Unix seconds of its block. */
  happened_at: number;
}

/** One of the last blocks with transfers that were read. */
export interface TransferBlockTable {
  chain_id: number;
  block_number: number;
  block_hash: string;
}
