/** Makes payments sequentially, each recorded before it is sent. @module */
import { isAddressEqual } from "viem";
import { type Address, type Hex, prepareTransaction } from "@sdk/core/permission";
import { AcctError } from "@sdk/core/errors";
import { stateOf, timeOf, transferOf } from "./chain.ts";
import type { Demand } from "../protocols/demand.ts";
import { checkRemaining, type PayerOptions, signCall, transactionsFor } from "./fill.ts";
import type { PaymentRecord } from "../record/journal.ts";
import { createLedger, type RequestName } from "./ledger.ts";
import { signPayment } from "./sign.ts";

/** Makes payments. */
export interface Payer {
  /** Finds a payment for an interrupted request, and claims it. */
  claim(request: string): Promise<PaymentRecord | undefined>;
  /** Signs a payment, records it, funds the key and claims the record. */
  prepare(name: RequestName, demand: Demand, signal?: AbortSignal): Promise<PaymentRecord>;
  /** Funds the key for an interrupted payment; `void` if that failed on the chain. */
  resume(record: PaymentRecord, signal?: AbortSignal): Promise<PaymentRecord>;
  /** Transfers a token out of the account. */
  transfer(
    name: RequestName,
    payment: { readonly token: Address; readonly to: Address; readonly amount: bigint },
    signal?: AbortSignal,
  ): Promise<PaymentRecord>;
  /** State of a payment on the chain. */
  state(record: PaymentRecord): Promise<"used" | "live" | "expired">;
  /** Records the outcome of a payment. */
  close(
    record: PaymentRecord,
    status: "paid" | "void",
    transaction?: Hex,
  ): Promise<PaymentRecord>;
  /** Lets another request continue a payment. */
  release(record: PaymentRecord): void;
}

/** Opens a payer. */
export function createPayer(options: PayerOptions): Payer {
  const { granted, key, client, journal, now } = options;
  if (!isAddressEqual(granted.spender, key.address)) {
    throw new AcctError("invalid_params", {
      field: "granted.spender",
      detail: "It is not this key's address.",
    });
  }
  if (options.chain.id !== Number(granted.chainId)) {
    throw new AcctError("invalid_params", {
      field: "client.chain",
      detail: "It is not the permission's chain.",
    });
  }
  const ledger = createLedger(options);
  const collected = new Set<string>();
  return {
    claim: async (request) => {
      const found = (await ledger.list()).find((record) =>
        record.request === request && ledger.isOpen(record)
      );
      if (found !== undefined) ledger.active.add(found.id);
      return found;
    },
    prepare: (name, demand, signal) =>
      journal.inTurn(async () => {
        signal?.throwIfAborted();
        const { token, amount, payTo } = demand;
        // A payment that needs no transaction of the key does not wait for any.
        const records = await ledger.tidy(demand.transfer !== "erc7710");
        ledger.check(records, { token, amount, host: name.host });
        const transactions = await transactionsFor(options, records, demand, collected);
        const time = await timeOf(client, now());
        const signed = await signPayment(demand, { client, key, granted, now: time });
        const record: PaymentRecord = {
          ...ledger.start(name, token, amount, payTo),
          protocol: demand.protocol.name,
          transfer: demand.transfer,
          ...signed,
          transactions,
          filled: transactions.length === 0,
        };
        signal?.throwIfAborted();
        // Marked before other requests can find it, because they would use this payment for their
        // own request.
        ledger.active.add(record.id);
        await journal.put(record);
        return await ledger.fillOwn(record, signal);
      }),
    resume: (record, signal) =>
      journal.inTurn(() =>
        record.filled ? Promise.resolve(record) : ledger.fill(record, { isAgain: true, signal })
      ),
    transfer: (name, { token, to, amount }, signal) =>
      journal.inTurn(async () => {
        signal?.throwIfAborted();
        const records = await ledger.tidy(true);
        const earlier = records.find(({ request, status }) =>
          request === name.request && status !== "void"
        );
        if (earlier !== undefined) return sameTransfer(earlier, token, to, amount);
        ledger.check(records, { token, amount, host: name.host });
        await checkRemaining(options, token, amount);
        const call = prepareTransaction(granted, [transferOf(token, to, amount)]);
        const transaction = await signCall(options, call);
        const record: PaymentRecord = {
          ...ledger.start(name, token, amount, to),
          protocol: "none",
          transfer: "direct",
          nonce: transaction.hash,
          validUntil: 0,
          header: null,
          transactions: [transaction],
          filled: false,
        };
        await journal.put(record);
        return await ledger.fillOwn(record, signal);
      }),
    state: (record) => stateOf(client, key.address, record),
    close: ledger.close,
    release: ({ id }) => void ledger.active.delete(id),
  };
}

/** Returns an earlier transfer with this id; throws if the id was used for a different one. */
function sameTransfer(
  earlier: PaymentRecord,
  token: Address,
  to: Address,
  amount: bigint,
): PaymentRecord {
  if (
    isAddressEqual(earlier.payTo, to) && isAddressEqual(earlier.token, token) &&
    earlier.amount === String(amount)
  ) return earlier;
  throw new AcctError("invalid_params", { field: "id", detail: "Another transfer uses it." });
}
