/** Records payments before they are sent, so that a crashed process does not pay twice. @module */
import type { Address, Hex } from "@sdk/core/permission";

/**
 * How tokens move: out of the account by ERC-7710; from the key's own address by EIP-3009 or
 * Permit2, after an exact fill; or `direct`, a transfer out of the account without a request of a
 * server.
 */
export type TransferKind = "erc7710" | "eip3009" | "permit2" | "direct";

/** A signed transaction of the key. */
export interface SignedTransaction {
  /** Hash of the transaction. */
  readonly hash: Hex;
  /** Nonce of the transaction. */
  readonly nonce: number;
  /** The signed transaction, ready to send. */
  readonly signed: Hex;
}

/** One payment since its signature. */
export interface PaymentRecord {
  /** Id of the payment. */
  readonly id: string;
  /** Identifies the request: the same request continues an interrupted payment. */
  readonly request: string;
  /** Time of the signature, in Unix milliseconds. */
  readonly at: number;
  /** HTTP method; `SEND` for a transfer. */
  readonly method: string;
  /** URL without its query; the receiver for a transfer. */
  readonly url: string;
  /** Host name, without a port; the receiver for a transfer. */
  readonly host: string;
  /** Protocol of the server. */
  readonly protocol: "x402" | "mpp" | "none";
  /** Method of moving the tokens. */
  readonly transfer: TransferKind;
  /** Chain id. */
  readonly chainId: number;
  /** Address of the key that signed. */
  readonly key: Address;
  /** Token contract. */
  readonly token: Address;
  /** Amount in the smallest unit, as a decimal string. */
  readonly amount: string;
  /** Receiver. */
  readonly payTo: Address;
  /** Nonce of the signature, used once. */
  readonly nonce: Hex;
  /** Last second (Unix) in which the signature can be used. */
  readonly validUntil: number;
  /** Payment header; sent again byte for byte. */
  readonly header: { readonly name: string; readonly value: string } | null;
  /**
   * Transactions of the key that come first; a transaction replaces an earlier transaction with the same
   * nonce.
   */
  readonly transactions: readonly SignedTransaction[];
  /** True once all of them are included in blocks. */
  readonly filled: boolean;
  /** `signed` may be collected, `paid` was collected, `void` can never be collected. */
  readonly status: "signed" | "paid" | "void";
  /** Transaction that moved the tokens, if known. */
  readonly transaction?: Hex;
}

/** Storage of payment records. Only one process at a time uses a journal. */
export interface PaymentJournal {
  /** All records, oldest first. */
  list(): Promise<readonly PaymentRecord[]>;
  /** Adds or replaces a record by its id; it survives a crash once this resolves. */
  put(record: PaymentRecord): Promise<void>;
  /**
   * Runs work sequentially. Two concurrent payments, even of two agents that share a journal, would
   * use the same funds and the same nonce.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs functions sequentially, regardless of failures. */
export function createTurns(): PaymentJournal["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Creates a journal in memory. */
export function memoryJournal(): PaymentJournal {
  const records = new Map<string, PaymentRecord>();
  return {
    list: () => Promise.resolve([...records.values()]),
    put: (record) => Promise.resolve(void records.set(record.id, record)),
    inTurn: createTurns(),
  };
}
