/** A `fetch` that pays for 402 responses. @module */
import {
  type Chain,
  type Client,
  concatBytes,
  keccak256,
  type LocalAccount,
  stringToBytes,
} from "viem";
import type { Address, WalletGrantPermissionsResponse } from "@sdk/core/permission";
import { checkDirectPayment, checkMaxAmount, checkPayingOptions } from "../options/check.ts";
import { demandsOf, drop } from "../protocols/asked.ts";
import { allTransfers, choose, type Terms } from "./choose.ts";
import type { Demands } from "../protocols/demand.ts";
import { PaymentError } from "../record/error.ts";
import { memoryJournal, type PaymentJournal, type PaymentRecord } from "../record/journal.ts";
import type { PaymentLimits } from "../record/limits.ts";
import { readMppSettlement } from "../protocols/mpp.ts";
import type { RequestName } from "./ledger.ts";
import { createPayer, type Payer } from "./payer.ts";
import { readX402Settlement, type Settlement } from "../protocols/x402.ts";

/** Options of {@linkcode payingFetch}. */
export interface PayingFetchOptions {
  /** The permission, in the form returned by `wallet_grantPermissions`. */
  readonly granted: WalletGrantPermissionsResponse;
  /** The spender's key: a local account of viem. */
  readonly key: LocalAccount;
  /** Reads the permission's chain, and sends the key's transactions. */
  readonly client: Client;
  /** Limits of this client, for each token that may be paid. The limits on the chain apply too. */
  readonly limits: readonly PaymentLimits[];
  /** Hosts that may be paid, such as `api.example.com` or `*.example.com`. Default: any. */
  readonly hosts?: readonly string[];
  /** Storage of payment records. Default: in memory, which loses interrupted payments. */
  readonly journal?: PaymentJournal;
  /** Methods of moving tokens, the preferred first. Default: ERC-7710, EIP-3009, Permit2. */
  readonly transfers?: readonly ("erc7710" | "eip3009" | "permit2")[];
  /** Protocols, the preferred first. Default: x402, MPP. */
  readonly protocols?: readonly ("x402" | "mpp")[];
  /** Called with each collected payment. */
  readonly onPayment?: (payment: PaymentRecord) => void;
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Clock, in Unix milliseconds. */
  readonly now?: () => number;
  /** Timeout of a wait for the key's transaction, in milliseconds. Default: 60,000. */
  readonly timeout?: number;
  /** Milliseconds between two polls for a transaction. Default: the client's polling interval. */
  readonly interval?: number;
}

/** A transfer without a request of a server. */
export interface DirectPayment {
  /** Token contract. */
  readonly token: Address;
  /** Receiver. */
  readonly to: Address;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** Payments with the same id are made once. */
  readonly id: string;
  /** Cancels the wait; sent transactions remain sent. */
  readonly signal?: AbortSignal;
}

/** Options of one request, in addition to the options of `fetch`. */
export interface PayingRequestInit extends RequestInit {
  /** Maximum of its payment, in the token's smallest unit; `perRequest` applies too. */
  readonly maxAmount?: bigint;
}

/** A `fetch` that pays. */
export interface PayingFetch {
  /**
   * Sends a request. If the response is 402, pays and sends it once more. The same request (method,
   * URL, body and `Idempotency-Key`) continues an interrupted payment.
   *
   * @throws {PaymentError}
   * @throws {AcctError} `invalid_params` if `maxAmount` is not an amount
   */
  (input: string | URL | Request, init?: PayingRequestInit): Promise<Response>;
  /** Returns the payment for a response. */
  receipt(response: Response): PaymentRecord | undefined;
  /** Lists the payments of the journal, oldest first. */
  payments(): Promise<readonly PaymentRecord[]>;
  /**
   * Transfers a token out of the account, within the same limits.
   *
   * @throws {PaymentError}
   * @throws {AcctError} `invalid_params` with the wrong field, or if another transfer has the id
   */
  send(payment: DirectPayment): Promise<PaymentRecord>;
}

/** Parts of a paying fetch. */
interface Parts {
  readonly options: PayingFetchOptions;
  readonly payer: Payer;
  readonly terms: Terms;
  readonly send: typeof fetch;
  readonly now: () => number;
  readonly receipts: WeakMap<Response, PaymentRecord>;
}

/**
 * Creates a `fetch` that pays within a permission.
 *
 * @throws {AcctError} `invalid_params` with the name of an invalid or unknown option, or if the
 * permission is for another key or chain
 */
export function payingFetch(options: PayingFetchOptions): PayingFetch {
  checkPayingOptions(options);
  const { granted, client, journal = memoryJournal(), now = Date.now } = options;
  const payer = createPayer({
    ...options,
    chain: client.chain ?? chainOf(granted),
    journal,
    now,
    timeout: options.timeout ?? 60_000,
    interval: options.interval ?? client.pollingInterval,
  });
  const parts: Parts = {
    options,
    payer,
    terms: {
      granted,
      limits: options.limits,
      transfers: options.transfers ?? allTransfers,
      protocols: options.protocols ?? ["x402", "mpp"],
    },
    send: options.fetch ?? ((input, init) => fetch(input, init)),
    now,
    receipts: new WeakMap(),
  };
  return Object.assign(
    async (input: string | URL | Request, init?: PayingRequestInit) => {
      checkMaxAmount(init?.maxAmount);
      return await request(parts, new Request(input, init), init?.maxAmount);
    },
    {
      receipt: (response: Response) => parts.receipts.get(response),
      payments: () => journal.list(),
      send: async (payment: DirectPayment) => {
        checkDirectPayment(payment);
        const { token, to, amount, id, signal } = payment;
        const name = { request: `send:${id}`, method: "SEND", url: to, host: to.toLowerCase() };
        const record = await payer.transfer(name, { token, to, amount }, signal);
        options.onPayment?.(record);
        return record;
      },
    },
  );
}

function chainOf({ chainId }: WalletGrantPermissionsResponse): Chain {
  return {
    id: Number(chainId),
    name: `Chain ${Number(chainId)}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
}

/** A repeatable request. */
interface Repeatable {
  readonly url: string;
  readonly name: RequestName;
  readonly signal: AbortSignal;
  /** Creates the request with additional headers, or for another URL. */
  build(more?: { readonly name: string; readonly value: string }, to?: string): Request;
}

async function repeatable(asked: Request): Promise<Repeatable> {
  const { method, headers, signal } = asked;
  // Servers do not receive the fragment, so a request with another fragment is the same request.
  const [url] = asked.url.split("#", 1) as [string];
  const body = asked.body === null ? null : new Uint8Array(await asked.arrayBuffer());
  const { origin, pathname, hostname } = new URL(url);
  const key = headers.get("idempotency-key") ?? "";
  const text = stringToBytes(JSON.stringify([method, url, key]));
  return {
    url,
    signal,
    name: {
      request: keccak256(concatBytes([text, body ?? new Uint8Array()])),
      method,
      url: `${origin}${pathname}`,
      host: hostname,
    },
    build(more, to = url) {
      const all = new Headers(headers);
      if (more !== undefined) all.set(more.name, more.value);
      const { credentials, cache, redirect } = asked;
      return new Request(to, {
        method,
        headers: all,
        body,
        signal,
        ...(credentials !== undefined && { credentials }),
        ...(cache !== undefined && { cache }),
        // A redirect would send the payment to another server.
        redirect: more === undefined ? redirect : "manual",
      });
    },
  };
}

/** Maximum number of redirects within an origin. */
const MAX_MOVES = 3;

async function request(
  parts: Parts,
  asked: Request,
  most: bigint | undefined,
  moves = 0,
): Promise<Response> {
  const { payer, send } = parts;
  asked.signal.throwIfAborted();
  const again = await repeatable(asked);
  const open = await payer.claim(again.name.request);
  if (open !== undefined) {
    const response = await continued(parts, again, open, most).finally(() => payer.release(open));
    if (response !== undefined) return response;
  }
  const response = await send(again.build());
  if (response.status !== 402) return response;
  const answered = response.url === "" ? again.url : response.url;
  let found: Demands;
  try {
    checkHost(parts.options, answered, again.url);
    if (response.redirected) {
      // Repeated at the final URL: a payment is never sent through a redirect.
      return await request(parts, movedTo(answered, asked, again, moves), most, moves + 1);
    }
    found = await demandsOf(response, parts.now());
  } finally {
    drop(response);
  }
  const chosen = choose(found, { ...parts.terms, most });
  if (chosen.protocol.name === "mpp" && asked.headers.has(chosen.protocol.header)) {
    throw new PaymentError("unacceptable", {
      field: chosen.protocol.header,
      detail: "is a header of the request itself",
    });
  }
  const record = await payer.prepare(again.name, chosen, again.signal);
  return await paid(parts, again, record).finally(() => payer.release(record));
}

/** Returns the request for the redirect's target. */
function movedTo(
  answered: string,
  { method }: Request,
  again: Repeatable,
  moves: number,
): Request {
  if (moves < MAX_MOVES && (method === "GET" || method === "HEAD")) {
    return again.build(undefined, answered);
  }
  throw new PaymentError("host_not_allowed", {
    field: "url",
    detail: `redirected to ${answered}; ask there`,
  });
}

/** Rejects hosts that may not be paid, and connections that others can modify. */
function checkHost({ hosts }: PayingFetchOptions, answered: string, requested: string): void {
  const { protocol, hostname, host, origin } = new URL(answered);
  if (origin !== new URL(requested).origin) {
    throw new PaymentError("host_not_allowed", { field: "url", detail: `redirected to ${host}` });
  }
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname);
  if (protocol !== "https:" && !isLocal) {
    throw new PaymentError("insecure", { field: "url", detail: origin });
  }
  const matches = (pattern: string) =>
    pattern.startsWith("*.")
      ? hostname.endsWith(pattern.slice(1).toLowerCase())
      : pattern.toLowerCase() === host || pattern.toLowerCase() === hostname;
  if (hosts !== undefined && !hosts.some(matches)) {
    throw new PaymentError("host_not_allowed", { field: "hosts", detail: host });
  }
}

/** Sends the payment of a record, and repeats it once if the connection breaks. */
async function sendPaid(
  { send }: Parts,
  again: Repeatable,
  record: PaymentRecord,
): Promise<Response> {
  for (let attempt = 1;; attempt++) {
    try {
      return await send(again.build(record.header!));
    } catch (cause) {
      again.signal.throwIfAborted();
      if (attempt === 2) throw new PaymentError("answer_lost", { payment: record, cause });
    }
  }
}

/** Sends a new payment. */
async function paid(parts: Parts, again: Repeatable, record: PaymentRecord): Promise<Response> {
  const response = await sendPaid(parts, again, record);
  return response.status === 402
    ? await refused(parts, response, record)
    : await answered(parts, response, record);
}

/** Continues an interrupted payment; `undefined` if it can never be collected. */
async function continued(
  parts: Parts,
  again: Repeatable,
  open: PaymentRecord,
  most: bigint | undefined,
): Promise<Response | undefined> {
  const { payer } = parts;
  if (most !== undefined && !(BigInt(open.amount) <= most)) {
    const detail = `${open.amount} was signed before`;
    throw new PaymentError("over_limit", { field: "maxAmount", detail, payment: open });
  }
  checkHost(parts.options, again.url, again.url);
  const record = await payer.resume(open, again.signal);
  if (record.status === "void") return undefined;
  if (await payer.state(record) === "expired") {
    await payer.close(record, "void");
    return undefined;
  }
  const response = await sendPaid(parts, again, record);
  if (response.status !== 402) return await answered(parts, response, record);
  if (await payer.state(record) === "expired") {
    drop(response);
    await payer.close(record, "void");
    return undefined;
  }
  return await refused(parts, response, record);
}

/** Records the payment of a response. */
async function answered(
  { payer, options, receipts }: Parts,
  response: Response,
  record: PaymentRecord,
): Promise<Response> {
  const settlement = settlementOf(response, record);
  const isCollected = settlement?.success ??
    (response.ok || await payer.state(record) === "used");
  // An error or a redirect without a receipt: repeating the request sends the same payment.
  if (!isCollected) return response;
  const closed = await payer.close(record, "paid", settlement?.transaction);
  receipts.set(response, closed);
  options.onPayment?.(closed);
  return response;
}

/** Throws the reason why a payment was rejected. */
async function refused(
  { payer, options }: Parts,
  response: Response,
  record: PaymentRecord,
): Promise<never> {
  const settlement = settlementOf(response, record);
  drop(response);
  if (await payer.state(record) !== "used") {
    throw new PaymentError("rejected", { detail: settlement?.detail, payment: record });
  }
  const closed = await payer.close(record, "paid", settlement?.transaction);
  options.onPayment?.(closed);
  throw new PaymentError("paid_without_answer", { payment: closed });
}

function settlementOf({ headers }: Response, { protocol }: PaymentRecord): Settlement | undefined {
  return protocol === "mpp" ? readMppSettlement(headers) : readX402Settlement(headers);
}
