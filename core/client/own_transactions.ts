/**
 * Answers requests about transactions that this page sent. A bundle can contain operations of many
 * accounts, and can succeed even if this page's operation failed: dApps expect the result of their
 * own operation.
 *
 * @module
 */
import "../chunks/first.ts";
import { isAddressEqual } from "viem";
import type { Address, Hex } from "../lib/hex.ts";
import { AcctError } from "../ground/errors.ts";
import type { CallsStatusJson } from "../wire/calls_status.ts";
import type { CallJson } from "../wire/values.ts";
import type { ServiceClient } from "./client.ts";
import { failureOf, untilFinal } from "./confirmed.ts";

/** Transaction that an app sent with `eth_sendTransaction`. */
export interface OwnTransaction {
  /** Id of its bundle. */
  readonly id: string;
  /** Sending account. */
  readonly from: Address;
  /** Call of the transaction. */
  readonly call: Partial<CallJson> & Pick<CallJson, "to">;
}

/** Transactions of a page, by hash. */
export interface OwnTransactions {
  /**
   * Waits until a transaction is final, and returns its hash.
   *
   * @throws {AcctError} `reverted` if the operation failed, `operation_refused` if it was never
   * included, `may_be_sent` if the wait was aborted or the service is unreachable
   */
  land(sent: OwnTransaction, signal: AbortSignal): Promise<Hex>;
  /**
   * Replaces the node's transaction or receipt with the operation's own; returns others unchanged.
   * After a reorganization, it is the transaction that includes the operation now, with its hash.
   */
  describe(
    method: string,
    params: unknown,
    found: unknown,
    request: { readonly signal: AbortSignal },
  ): Promise<unknown>;
}

/** Maximum number of hashes that the page can request. */
const MAX_KNOWN = 100;

type Known = { readonly sent: OwnTransaction; readonly status: CallsStatusJson };
type Fields = Readonly<Record<string, unknown>>;
type Log = NonNullable<CallsStatusJson["receipts"]>[number]["logs"][number];

/** Creates an empty list. */
export function createOwnTransactions(service: ServiceClient): OwnTransactions {
  const known = new Map<string, Known>();
  const keep = (hash: string, entry: Known) => {
    known.set(hash.toLowerCase(), entry);
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
  };
  return {
    async land(sent, signal) {
      const status = await untilFinal(service, sent.id, signal).catch((cause) => {
        throw new AcctError("may_be_sent", { cause, id: sent.id });
      });
      const hash = status.receipts?.[0]?.transactionHash;
      if (hash !== undefined) keep(hash, { sent, status });
      if (hash === undefined || status.status !== 200) throw failureOf(sent.id, status);
      return hash;
    },
    async describe(method, params, found, { signal }) {
      const [hash] = Array.isArray(params) ? params : [];
      const own = typeof hash === "string" ? known.get(hash.toLowerCase()) : undefined;
      if (own === undefined) return found;
      const describe = method === "eth_getTransactionReceipt" ? receiptOf : transactionOf;
      if (isFields(found) && found.blockHash === own.status.receipts?.[0]?.blockHash) {
        return describe(own, found);
      }
      // The block changed or disappeared, so the cached outcome may be wrong.
      const status = await service.call("wallet_getCallsStatus", own.sent.id, signal);
      const landed = status.receipts?.[0];
      if (landed === undefined) {
        return describe === transactionOf && isFields(found) ? describe(own, found) : null;
      }
      const current = { sent: own.sent, status };
      keep(hash, current);
      keep(landed.transactionHash, current);
      const again = isFields(found) && found.blockHash === landed.blockHash
        ? found
        : await service.chain(Number(status.chainId), method, [landed.transactionHash], signal);
      return isFields(again) && again.blockHash === landed.blockHash
        ? describe(current, again)
        : null;
    },
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** Returns a node's receipt with the operation's status, gas and logs. */
function receiptOf({ sent, status }: Known, found: Fields): Fields {
  const { logs = [], gasUsed } = status.receipts?.[0] ?? {};
  return {
    ...found,
    from: sent.from,
    to: sent.call.to,
    contractAddress: null,
    status: status.status === 200 ? "0x1" : "0x0",
    ...(gasUsed !== undefined && { gasUsed }),
    logs: ownLogs(found.logs as readonly (Log & Fields)[], logs),
  };
}

/** Returns a node's transaction with the account's own call. */
function transactionOf({ sent: { from, call } }: Known, found: Fields): Fields {
  const { to, value = "0x0", data = "0x" } = call;
  return { ...found, from, to, value, input: data };
}

/** Finds the operation's logs among the bundle's, where they are contiguous. */
function ownLogs(
  all: readonly (Log & Fields)[],
  own: readonly Log[],
): readonly (Log & Fields)[] {
  const first = all.findIndex((_, start) => own.every((log, at) => isSame(all[start + at], log)));
  return first === -1 ? [] : all.slice(first, first + own.length);
}

function isSame(one: Log | undefined, other: Log): boolean {
  return one !== undefined && isAddressEqual(one.address, other.address) &&
    one.data === other.data && one.topics.join() === other.topics.join();
}
