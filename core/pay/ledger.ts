/** Keeps the records of payments: one writer at a time, and nothing left half done. @module */
import type { Address, Hex } from "../lib/hex.ts";
import { settle, stateOf } from "./chain.ts";
import { PaymentError } from "./error.ts";
import { GRACE_MS, type PayerOptions } from "./fill.ts";
import type { PaymentRecord } from "./journal.ts";
import { brokenLimit, type Intended } from "./limits.ts";

/** Identifies a request. */
export type RequestName = Pick<PaymentRecord, "request" | "method" | "url" | "host">;

/** The records of one key and chain. */
export interface Ledger {
  /** Ids of the records that a request of this process works on. */
  readonly active: Set<string>;
  /** Does work after all work before it. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** All records of the chain. */
  list(): Promise<readonly PaymentRecord[]>;
  /** Records how a payment ended. */
  close(
    record: PaymentRecord,
    status: "paid" | "void",
    transaction?: Hex,
  ): Promise<PaymentRecord>;
  /** Brings the transactions of a payment to the chain; a direct one ends with them. */
  fill(record: PaymentRecord, signal?: AbortSignal): Promise<PaymentRecord>;
  /** The same for a payment of this process; refuses what the chain refused. */
  fillOwn(record: PaymentRecord, signal?: AbortSignal): Promise<PaymentRecord>;
  /** Finishes what a process that died left behind, and what has expired; lists all records. */
  tidy(): Promise<readonly PaymentRecord[]>;
  /** Refuses what a limit forbids. */
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
  // One after the other: two at once would both find the same money and the same nonce.
  let last: Promise<unknown> = Promise.resolve();
  const ledger: Ledger = {
    active,
    inTurn(work) {
      const result = last.then(work);
      last = result.catch(() => {});
      return result;
    },
    list: async () => (await journal.list()).filter((record) => record.chainId === chainId),
    async close(record, status, transaction) {
      const closed = { ...record, status, ...(transaction !== undefined && { transaction }) };
      await journal.put(closed);
      return closed;
    },
    async fill(record, signal) {
      for (const transaction of record.transactions) {
        const outcome = await settle(client, key.address, transaction, { ...options, signal });
        if (outcome !== "success") return await ledger.close(record, "void");
      }
      const filled = { ...record, filled: true };
      if (record.transfer === "direct") {
        return await ledger.close(filled, "paid", record.transactions.at(-1)!.hash);
      }
      await journal.put(filled);
      return filled;
    },
    async fillOwn(record, signal) {
      active.add(record.id);
      let filled: PaymentRecord | undefined;
      try {
        filled = record.filled ? record : await ledger.fill(record, signal);
      } finally {
        // Another request can continue what is not known yet.
        if (filled?.status !== "signed") active.delete(record.id);
      }
      if (filled.status !== "void") return filled;
      throw new PaymentError("over_permission", {
        detail: "The chain reverted the transaction.",
        payment: filled,
      });
    },
    async tidy() {
      for (const record of await ledger.list()) {
        if (record.status !== "signed" || active.has(record.id)) continue;
        const filled = record.filled ? record : await ledger.fill(record);
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
      token,
      amount: String(amount),
      payTo,
      status: "signed",
    }),
  };
  return ledger;
}
