/** Manages the records of payments: one writer at a time, and no unfinished work. @module */
import { isAddressEqual } from "viem";
import type { Address, Hex } from "@sdk/core/permission";
import { receiptOf, settle, stateOf } from "./chain.ts";
import { PaymentError } from "../record/error.ts";
import { GRACE_MS, type PayerOptions, raise } from "./fill.ts";
import type { PaymentRecord } from "../record/journal.ts";
import { brokenLimit, type Intended } from "../record/limits.ts";

/** Identifies a request. */
export type RequestName = Pick<PaymentRecord, "request" | "method" | "url" | "host">;

/** The records of one chain, and the subset for one key. */
export interface Ledger {
  /** Ids of the records that requests of this payer are processing. */
  readonly active: Set<string>;
  /** All records of the chain. */
  list(): Promise<readonly PaymentRecord[]>;
  /** Records the outcome of a payment. */
  close(
    record: PaymentRecord,
    status: "paid" | "void",
    transaction?: Hex,
  ): Promise<PaymentRecord>;
  /** Returns true if a payment of this key is neither closed nor being processed. */
  isOpen(record: PaymentRecord): boolean;
  /**
   * Submits the transactions of a payment to the chain; a direct payment is closed by them. Pending
   * transactions are replaced if fees have risen since.
   */
  fill(
    record: PaymentRecord,
    options: { readonly isAgain: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<PaymentRecord>;
  /** Same for a payment of this process; throws if the chain rejected it. */
  fillOwn(record: PaymentRecord, signal?: AbortSignal): Promise<PaymentRecord>;
  /**
   * Finishes unfinished payments of a crashed process, and expired payments; lists all records.
   *
   * @param fills true to await the key's transactions, earlier ones first
   */
  tidy(fills: boolean): Promise<readonly PaymentRecord[]>;
  /** Rejects payments that exceed a limit. */
  check(records: readonly PaymentRecord[], intended: Intended): void;
  /** Starts a record. */
  start(
    name: RequestName,
    token: Address,
    amount: bigint,
    payTo: Address,
  ): Omit<
    PaymentRecord,
    "protocol" | "transfer" | "nonce" | "validUntil" | "header" | "transactions" | "filled"
  >;
}

/** Opens the records. */
export function createLedger(options: PayerOptions): Ledger {
  const { granted, key, client, journal, now } = options;
  const chainId = Number(granted.chainId);
  const active = new Set<string>();
  const ledger: Ledger = {
    active,
    isOpen: ({ id, status, key: by }) =>
      status === "signed" && !active.has(id) && isAddressEqual(by, key.address),
    list: async () => (await journal.list()).filter((record) => record.chainId === chainId),
    async close(record, status, transaction) {
      const closed = { ...record, status, ...(transaction !== undefined && { transaction }) };
      await journal.put(closed);
      return closed;
    },
    async fill(record, { isAgain, signal }) {
      let { transactions } = record;
      let hash: Hex | undefined;
      for (const nonce of new Set(transactions.map(({ nonce }) => nonce))) {
        const waiting = () => transactions.filter((each) => each.nonce === nonce);
        const more = isAgain && await receiptOf(client, waiting()) === undefined
          ? await raise(options, waiting().at(-1)!)
          : undefined;
        if (more !== undefined) {
          transactions = [...transactions, more];
          await journal.put({ ...record, transactions });
        }
        const receipt = await settle(client, key.address, waiting(), { ...options, signal });
        if (receipt?.status !== "success") {
          return await ledger.close({ ...record, transactions }, "void");
        }
        hash = receipt.transactionHash;
      }
      const filled = { ...record, transactions, filled: true };
      if (record.transfer === "direct") return await ledger.close(filled, "paid", hash);
      await journal.put(filled);
      return filled;
    },
    async fillOwn(record, signal) {
      active.add(record.id);
      let filled: PaymentRecord | undefined;
      try {
        filled = record.filled ? record : await ledger.fill(record, { isAgain: false, signal });
      } finally {
        // Another request can continue a payment with an unknown outcome.
        if (filled?.status !== "signed") active.delete(record.id);
      }
      if (filled.status !== "void") return filled;
      throw new PaymentError("over_permission", {
        detail: "The chain reverted the transaction.",
        payment: filled,
      });
    },
    async tidy(fills) {
      for (const record of await ledger.list()) {
        if (!ledger.isOpen(record) || !(record.filled || fills)) continue;
        const filled = record.filled ? record : await ledger.fill(record, { isAgain: true });
        if (filled.status !== "signed" || now() <= record.validUntil * 1000 + GRACE_MS) continue;
        const state = await stateOf(client, key.address, filled);
        if (state !== "live") await ledger.close(filled, state === "used" ? "paid" : "void");
      }
      return await ledger.list();
    },
    check(records, intended) {
      const broken = brokenLimit(options.limits, records, intended, now());
      if (broken === undefined) return;
      throw new PaymentError("over_limit", { field: broken, detail: `for ${intended.amount}` });
    },
    start: (name, token, amount, payTo) => ({
      ...name,
      id: crypto.randomUUID(),
      at: now(),
      chainId,
      key: key.address,
      token,
      amount: String(amount),
      payTo,
      status: "signed",
    }),
  };
  return ledger;
}
