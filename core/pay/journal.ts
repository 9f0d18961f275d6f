/** Records payments before they are sent, so that a process that dies pays nothing twice. @module */
import type { Address, Hex } from "../lib/hex.ts";

/**
 * How money moves: out of the account by ERC-7710; from the key's own address by EIP-3009 or Permit2,
 * after an exact fill; or `direct`, a transfer out of the account without a server that asks for it.
 */
export type TransferKind = "erc7710" | "eip3009" | "permit2" | "direct";

/** A signed transaction of the key. */
export interface SignedTransaction {
  /** Its hash. */
  readonly hash: Hex;
  /** Its nonce. */
  readonly nonce: number;
  /** The signed transaction, ready to send. */
  readonly signed: Hex;
}

/** One payment, from its signature on. */
export interface PaymentRecord {
  /** Id of the payment. */
  readonly id: string;
  /** Identifies the request: the same request continues a payment that was interrupted. */
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
  /** How the money moves. */
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
  /** Header that pays; sent again byte for byte. */
  readonly header: { readonly name: string; readonly value: string } | null;
  /** Transactions of the key that come first; one of the same nonce as another replaces it. */
  readonly transactions: readonly SignedTransaction[];
  /** True once all of them are in blocks. */
  readonly filled: boolean;
  /** `signed` may be collected, `paid` was, `void` never can be. */
  readonly status: "signed" | "paid" | "void";
  /** Transaction that moved the money, if it is known. */
  readonly transaction?: Hex;
}

/** Where payments are recorded. One process at a time uses a journal. */
export interface PaymentJournal {
  /** All records, oldest first. */
  list(): Promise<readonly PaymentRecord[]>;
  /** Adds or replaces a record by its id; it survives a crash once this resolves. */
  put(record: PaymentRecord): Promise<void>;
  /**
   * Does work after all work before it: two payments at once would both find the same money and the
   * same nonce, also those of two agents that share a journal.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Does one thing after the other, whether they fail or not. */
export function createTurns(): PaymentJournal["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Creates a journal that lasts as long as the process. */
export function memoryJournal(): PaymentJournal {
  const records = new Map<string, PaymentRecord>();
  return {
    list: () => Promise.resolve([...records.values()]),
    put: (record) => Promise.resolve(void records.set(record.id, record)),
    inTurn: createTurns(),
  };
}
