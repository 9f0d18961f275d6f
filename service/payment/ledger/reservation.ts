/** Describes reservations of the ledger. @module */
import type { Address, Hex } from "viem";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Caller } from "../../keys/caller.ts";
import type { SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Policy } from "../../keys/policy.ts";
import { refused } from "./refusals.ts";

/** How the fee is paid back to us, and the limits if it may not be. */
export type Terms =
  | { readonly mode: "sponsored"; readonly policy: Policy }
  | { readonly mode: "prepaid" }
  | {
    readonly mode: "postpaid";
    readonly token: Address;
    /** Operations per day, key and token that may not be paid for. */
    readonly unpaidPerDay: number;
  };

/** Request for a reservation: the key that pays, and the account that benefits. */
export interface Reservation {
  readonly keyId: string;
  readonly paymaster: Address;
  readonly terms: Terms;
  readonly chainId: number;
  readonly sender: Address;
  /** True if the account is not on the chain yet. */
  readonly fresh: boolean;
  readonly deploys: boolean;
  readonly withOrigin: boolean;
  /** Network of the user; null for servers. */
  readonly network: string | null;
  /** True if its network block already asked in this hour. */
  readonly again: boolean;
}

/** Reservation of a nonce. */
export type Reserved = Reservation & { readonly nonce: Hex };

/**
 * Builds the request from a caller, its key's policy and the operation.
 *
 * @throws {AcctError} `sponsor_failed` if first operations need the app's server
 */
export function reservationFor(
  { key, origin, client }: Caller,
  policy: Policy,
  { id: chainId, paymaster }: { readonly id: number; readonly paymaster: Address },
  { sender, factory, fresh }: Pick<OperationJson, "sender" | "factory"> & {
    readonly fresh: boolean;
  },
): Reservation {
  if (policy.firstOperationsByServer && fresh && key.kind !== "sk") {
    throw refused({ detail: "First operations need the app's own server." });
  }
  return {
    keyId: key.id,
    paymaster,
    terms: { mode: "sponsored", policy },
    chainId,
    sender: sender.toLowerCase() as Address,
    fresh,
    deploys: factory !== undefined,
    withOrigin: origin !== null,
    network: key.kind === "sk" ? null : client,
    again: false,
  };
}

/**
 * Adds a request to a row that already counts: the network of the first request is charged for
 * both.
 */
export function mergedWith(request: Reservation, row: SponsorshipTable): Reservation {
  const { deploys, withOrigin, ...rest } = requestOf(request, row);
  return {
    ...rest,
    deploys: deploys || request.deploys,
    withOrigin: withOrigin && request.withOrigin,
    // An operation that was signed as postpaid may still land.
    terms: row.mode === "postpaid" ? rest.terms : request.terms,
  };
}

/** Returns the request as stored in its row, because these counters must be changed. */
export function requestOf(request: Reservation, row: SponsorshipTable): Reservation {
  const { deploys, with_origin: withOrigin, network, again, token } = row;
  const { terms } = request;
  return {
    ...request,
    deploys: deploys === 1,
    withOrigin: withOrigin === 1,
    network,
    again: again === 1,
    terms: token === null ? terms : {
      mode: "postpaid",
      token: token as Address,
      unpaidPerDay: terms.mode === "postpaid" ? terms.unpaidPerDay : Number.MAX_SAFE_INTEGER,
    },
  };
}

/** Returns whether a row is of the same key and paymaster. */
export function isOwn({ keyId, paymaster }: Reservation, row: SponsorshipTable): boolean {
  return row.key_id === keyId && row.paymaster === paymaster.toLowerCase();
}
