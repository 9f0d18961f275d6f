/** Makes payments one after the other, each recorded before it is sent. @module */
import {
  BaseError,
  type Chain,
  type Client,
  isAddressEqual,
  keccak256,
  type LocalAccount,
} from "viem";
import { getBlockNumber, getTransactionCount, prepareTransactionRequest } from "viem/actions";
import type { Address, Hex } from "../lib/hex.ts";
import { AcctError } from "../protocol/errors.ts";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import { remaining, useTransaction } from "../permission/mod.ts";
import {
  balanceAt,
  isUsed,
  permit2Allowance,
  permit2Approval,
  settle,
  stateOf,
  transferOf,
} from "./chain.ts";
import type { Demand } from "./demand.ts";
import { PaymentError } from "./error.ts";
import type { PaymentJournal, PaymentRecord, SignedTransaction } from "./journal.ts";
import { brokenLimit, type Intended, type PaymentLimits } from "./limits.ts";
import { signPayment } from "./sign.ts";

/** What a payer needs. */
export interface PayerOptions {
  readonly granted: WalletGrantPermissionsResponse;
  readonly key: LocalAccount;
  readonly client: Client;
  readonly chain: Chain;
  readonly limits: readonly PaymentLimits[];
  readonly journal: PaymentJournal;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds after which a transaction is given up for now. */
  readonly timeout: number;
  /** Milliseconds between two looks for a transaction. */
  readonly interval: number;
}

/** Identifies a request. */
export type RequestName = Pick<PaymentRecord, "request" | "method" | "url" | "host">;

/** Makes payments. */
export interface Payer {
  /** Finds a payment for a request that was interrupted, and takes it over. */
  claim(request: string): Promise<PaymentRecord | undefined>;
  /** Signs a payment, records it and fills up the key. The record is taken over. */
  prepare(name: RequestName, demand: Demand, signal?: AbortSignal): Promise<PaymentRecord>;
  /** Fills up the key for a payment that was interrupted; `void` if that failed on the chain. */
  resume(record: PaymentRecord, signal?: AbortSignal): Promise<PaymentRecord>;
  /** Transfers a token out of the account. */
  transfer(
    name: RequestName,
    payment: { readonly token: Address; readonly to: Address; readonly amount: bigint },
    signal?: AbortSignal,
  ): Promise<PaymentRecord>;
  /** Where a payment stands on the chain. */
  state(record: PaymentRecord): Promise<"used" | "live" | "expired">;
  /** Records how a payment ended. */
  close(
    record: PaymentRecord,
    status: "paid" | "void",
    transaction?: Hex,
  ): Promise<PaymentRecord>;
  /** Lets another request continue a payment. */
  release(record: PaymentRecord): void;
}

/** Seconds after a payment's end before the chain is asked whether it was collected. */
const GRACE_MS = 15_000;

/** Opens a payer. */
export function createPayer(options: PayerOptions): Payer {
  const { granted, key, client, journal, now } = options;
  if (!isAddressEqual(granted.spender, key.address)) {
    throw new AcctError("invalid_params", {
      field: "granted.spender",
      detail: "It is not this key's address.",
    });
  }
  // Records that a request of this process works on.
  const active = new Set<string>();
  // One after the other: two at once would both find the same money and the same nonce.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const mine = async () =>
    (await journal.list()).filter(({ chainId }) => chainId === Number(granted.chainId));
  const close: Payer["close"] = async (record, status, transaction) => {
    const closed = { ...record, status, ...(transaction !== undefined && { transaction }) };
    await journal.put(closed);
    return closed;
  };

  /** Finishes the transactions of a payment; a direct one ends with them. */
  const fill = async (record: PaymentRecord, signal?: AbortSignal): Promise<PaymentRecord> => {
    for (const transaction of record.transactions) {
      const outcome = await settle(client, key.address, transaction, { ...options, signal });
      if (outcome !== "success") return await close(record, "void");
    }
    const filled = { ...record, filled: true };
    if (record.transfer === "direct") {
      return await close(filled, "paid", record.transactions.at(-1)!.hash);
    }
    await journal.put(filled);
    return filled;
  };

  /** Finishes what a process that died left behind, and what has expired. */
  const tidy = async (): Promise<readonly PaymentRecord[]> => {
    for (const record of await mine()) {
      if (record.status !== "signed" || active.has(record.id)) continue;
      const filled = record.filled ? record : await fill(record);
      if (filled.status !== "signed" || now() <= record.validUntil * 1000 + GRACE_MS) continue;
      const state = await stateOf(client, key.address, filled);
      if (state !== "live") await close(filled, state === "used" ? "paid" : "void");
    }
    return await mine();
  };

  const check = async (records: readonly PaymentRecord[], intended: Intended) => {
    const broken = brokenLimit(options.limits, records, intended, now());
    if (broken !== undefined) {
      throw new PaymentError("over_limit", { field: broken, detail: `for ${intended.amount}` });
    }
  };

  const base = (name: RequestName, token: Address, amount: bigint, payTo: Address) => ({
    ...name,
    id: crypto.randomUUID(),
    at: now(),
    chainId: Number(granted.chainId),
    token,
    amount: String(amount),
    payTo,
    status: "signed" as const,
  });

  return {
    claim: async (request) => {
      const found = (await mine()).find((record) =>
        record.request === request && record.status === "signed" && !active.has(record.id)
      );
      if (found !== undefined) active.add(found.id);
      return found;
    },
    prepare: (name, demand, signal) =>
      inTurn(async () => {
        signal?.throwIfAborted();
        const { token, amount, payTo } = demand;
        const records = await tidy();
        await check(records, { token, amount, host: name.host });
        const transactions = await transactionsFor(options, records, demand);
        const signed = await signPayment(demand, {
          client,
          key,
          granted,
          now: Math.floor(now() / 1000),
        });
        const record: PaymentRecord = {
          ...base(name, token, amount, payTo),
          protocol: demand.protocol.name,
          transfer: demand.transfer,
          ...signed,
          transactions,
          filled: transactions.length === 0,
        };
        signal?.throwIfAborted();
        await journal.put(record);
        active.add(record.id);
        return record.filled ? record : await filledOrReleased(record, fill(record, signal));
      }),
    resume: (record, signal) =>
      inTurn(() => record.filled ? Promise.resolve(record) : fill(record, signal)),
    transfer: (name, { token, to, amount }, signal) =>
      inTurn(async () => {
        signal?.throwIfAborted();
        const records = await tidy();
        const earlier = records.find((each) =>
          each.request === name.request && each.status !== "void"
        );
        if (earlier !== undefined) {
          if (
            isAddressEqual(earlier.payTo, to) && isAddressEqual(earlier.token, token) &&
            earlier.amount === String(amount)
          ) return earlier;
          throw new AcctError("invalid_params", {
            field: "id",
            detail: "Another transfer has it.",
          });
        }
        await check(records, { token, amount, host: name.host });
        await checkRemaining(options, token, amount);
        const call = useTransaction(granted, [transferOf(token, to, amount)]);
        const transaction = await signCall(options, call);
        const record: PaymentRecord = {
          ...base(name, token, amount, to),
          protocol: "none",
          transfer: "direct",
          nonce: transaction.hash,
          validUntil: 0,
          header: null,
          transactions: [transaction],
          filled: false,
        };
        await journal.put(record);
        active.add(record.id);
        return await filledOrReleased(record, fill(record, signal)).finally(() =>
          active.delete(record.id)
        );
      }),
    state: (record) => stateOf(client, key.address, record),
    close,
    release: ({ id }) => void active.delete(id),
  };

  /** Refuses what the chain refused; another request can continue what is not known yet. */
  async function filledOrReleased(
    record: PaymentRecord,
    filling: Promise<PaymentRecord>,
  ): Promise<PaymentRecord> {
    let filled: PaymentRecord | undefined;
    try {
      filled = await filling;
    } finally {
      if (filled?.status !== "signed" && filled?.status !== "paid") active.delete(record.id);
    }
    if (filled.status === "void") {
      throw new PaymentError("over_permission", {
        detail: "The chain reverted the transaction.",
        payment: filled,
      });
    }
    return filled;
  }
}

/** Signs the transactions that bring the key exactly what a payment lacks. */
async function transactionsFor(
  options: PayerOptions,
  records: readonly PaymentRecord[],
  { transfer, token, amount }: Demand,
): Promise<readonly SignedTransaction[]> {
  const { client, key, granted } = options;
  if (transfer === "erc7710") {
    await checkRemaining(options, token, amount);
    return [];
  }
  // Read in one block: what is collected in between would count twice, or not at all.
  const blockNumber = await getBlockNumber(client, { cacheTime: 0 });
  let free = await balanceAt(client, token, key.address, blockNumber);
  for (const record of records) {
    const { status, transfer, transaction, validUntil } = record;
    if (transfer !== "eip3009" && transfer !== "permit2") continue;
    // A server that answered can still collect later, if it named no transaction.
    const isOpen = status === "signed" ||
      (status === "paid" && transaction === undefined &&
        options.now() <= validUntil * 1000 + GRACE_MS);
    if (!isOpen || !isAddressEqual(record.token, token)) continue;
    if (!await isUsed(client, key.address, record, blockNumber)) free -= BigInt(record.amount);
  }
  const transactions: SignedTransaction[] = [];
  if (free < amount) {
    const lacking = amount - free;
    await checkRemaining(options, token, lacking);
    const call = useTransaction(granted, [transferOf(token, key.address, lacking)]);
    transactions.push(await signCall(options, call));
  }
  if (transfer === "permit2" && await permit2Allowance(client, token, key.address) < amount) {
    const nonce = transactions.at(-1)?.nonce;
    const approval = permit2Approval(token);
    transactions.push(
      await signCall(options, approval, nonce === undefined ? undefined : nonce + 1),
    );
  }
  return transactions;
}

/** Refuses what the permission cannot give now, before anything is signed. */
async function checkRemaining(
  { client, granted }: PayerOptions,
  token: Address,
  amount: bigint,
): Promise<void> {
  // A grant that was only signed is not on the chain yet: its first use tells.
  if (granted.signature !== undefined) return;
  const left = (await remaining(client, granted)).filter((each) =>
    isAddressEqual(each.token, token)
  );
  const least = left.reduce<bigint | undefined>(
    (least, { amount }) => least === undefined || amount < least ? amount : least,
    undefined,
  );
  if (least === undefined || least < amount) {
    throw new PaymentError("over_permission", {
      field: "granted.spends",
      detail: `${amount} of ${token}; ${least ?? 0n} left`,
    });
  }
}

/** Signs a transaction of the key. */
async function signCall(
  { client, key, chain }: PayerOptions,
  call: { readonly to: Address; readonly data: Hex; readonly value: bigint },
  nonce?: number,
): Promise<SignedTransaction> {
  try {
    const request = await prepareTransactionRequest(client, {
      ...call,
      account: key,
      chain,
      type: "eip1559",
      nonce: nonce ?? await getTransactionCount(client, {
        address: key.address,
        blockTag: "pending",
      }),
    });
    // Room for a first storage write that another use takes away in between.
    const gas = request.gas === undefined ? {} : { gas: request.gas * 12n / 10n };
    const signed = await key.signTransaction({ ...request, ...gas });
    return { hash: keccak256(signed), nonce: request.nonce, signed };
  } catch (cause) {
    const detail = cause instanceof BaseError ? cause.shortMessage : undefined;
    const reason = /insufficient funds|exceeds the balance/i.test(String(cause))
      ? "no_funds"
      : "over_permission";
    throw new PaymentError(reason, { detail, cause });
  }
}
