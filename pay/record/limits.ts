/** Enforces the client's own limits, in addition to those on the chain. @module */
import { isAddressEqual } from "viem";
import type { Address } from "@sdk/core/permission";
import type { PaymentRecord } from "./journal.ts";

/** Limits of one token, in its smallest unit. A day is the last 24 hours. */
export interface PaymentLimits {
  /** Token contract. */
  readonly token: Address;
  /** Maximum of one payment. */
  readonly perRequest: bigint;
  /** Maximum per host name in a day, for all ports together. */
  readonly perHost?: bigint | undefined;
  /** Maximum in a day. */
  readonly perDay?: bigint | undefined;
}

const DAY_MS = 86_400_000;

/** Sums up the possible payments of a token in the last 24 hours, in total or to one host. */
export function spentOf(
  records: readonly PaymentRecord[],
  token: Address,
  now: number,
  host?: string,
): bigint {
  let sum = 0n;
  for (const record of records) {
    // A clock that was set back does not free payments in its future.
    if (record.status === "void" || record.at <= now - DAY_MS) continue;
    if (!isAddressEqual(record.token, token)) continue;
    if (host === undefined || record.host === host) sum += BigInt(record.amount);
  }
  return sum;
}

/** A payment that is about to be made. */
export interface Intended {
  /** Token contract. */
  readonly token: Address;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** Host name, without a port. */
  readonly host: string;
}

/** Returns the limit that a payment would exceed; `undefined` if it meets all. */
export function brokenLimit(
  limits: readonly PaymentLimits[],
  records: readonly PaymentRecord[],
  { token, amount, host }: Intended,
  now: number,
): "limits.token" | "limits.perRequest" | "limits.perHost" | "limits.perDay" | undefined {
  const limit = limits.find((each) => isAddressEqual(each.token, token));
  if (limit === undefined) return "limits.token";
  // Not `>`: a comparison with an invalid value must not allow the payment.
  if (!(amount <= limit.perRequest)) return "limits.perRequest";
  const { perHost, perDay } = limit;
  if (perHost !== undefined && !(spentOf(records, token, now, host) + amount <= perHost)) {
    return "limits.perHost";
  }
  if (perDay !== undefined && !(spentOf(records, token, now) + amount <= perDay)) {
    return "limits.perDay";
  }
  return undefined;
}
