/** Describes payment requests in one form for all protocols. @module */
import { isAddress, zeroAddress } from "viem";
import type { Address } from "@sdk/core/permission";
import type { PaymentRefusal } from "../record/error.ts";
import type { TransferKind } from "../record/journal.ts";

/** One payment option of a server. */
export interface Demand {
  /** Protocol and version, with the data to send back. */
  readonly protocol: DemandProtocol;
  /** Method of moving the tokens. */
  readonly transfer: Exclude<TransferKind, "direct">;
  /** Chain id. */
  readonly chainId: number;
  /** Token contract. */
  readonly token: Address;
  /** Receiver. */
  readonly payTo: Address;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** Required validity of the payment in seconds. */
  readonly seconds: number;
  /** The token's EIP-712 domain, if the server sends it. */
  readonly domain?: { readonly name: string; readonly version: string } | undefined;
  /** Addresses that submit redemptions; anyone if empty. */
  readonly redeemers: readonly Address[];
  /** Paths of its fields. */
  readonly path: DemandPath;
}

/** Paths that errors use for the fields of a demand. */
export interface DemandPath {
  readonly network: string;
  readonly asset: string;
  readonly amount: string;
  readonly payTo: string;
}

/** A protocol with the data that it sends back. */
export type DemandProtocol =
  | {
    readonly name: "x402";
    readonly version: 1 | 2;
    readonly accepted: unknown;
    readonly resource?: unknown;
    readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  }
  | {
    readonly name: "mpp";
    readonly challenge: Readonly<Record<string, string>>;
    readonly header: string;
  };

/** Valid demands, and the errors of invalid demands. */
export interface Demands {
  readonly demands: readonly Demand[];
  readonly refusals: readonly PaymentRefusal[];
}

/** A field that cannot be accepted. */
export class WrongField extends Error {
  readonly field: string;

  constructor(field: string, detail: string) {
    super(detail);
    this.field = field;
  }
}

/** Maximum validity of a signature, in seconds, so that unused signatures expire soon. */
export const MAX_SECONDS = 600;

/** Reads a list of entries, each of which becomes a demand or a rejection. */
export function readEach<T>(
  entries: readonly T[],
  read: (entry: T, index: number) => Demand,
): Demands {
  const demands: Demand[] = [];
  const refusals: PaymentRefusal[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      demands.push(read(entry, index));
    } catch (error) {
      if (!(error instanceof WrongField)) throw error;
      refusals.push({ field: error.field, detail: error.message });
    }
  }
  return { demands, refusals };
}

/** Reads an address; rejects the zero address. */
export function readAddress(value: unknown, field: string): Address {
  if (typeof value !== "string" || !isAddress(value, { strict: false })) {
    throw new WrongField(field, "is not an address");
  }
  if (value === zeroAddress) throw new WrongField(field, "is the zero address");
  return value;
}

/** Reads an amount: a decimal string, from 1 to 2^160 - 1. */
export function readAmount(value: unknown, field: string): bigint {
  if (typeof value !== "string" || !/^[0-9]{1,49}$/.test(value)) {
    throw new WrongField(field, "is not a whole amount in the smallest unit");
  }
  const amount = BigInt(value);
  if (amount === 0n) throw new WrongField(field, "is zero");
  if (amount >> 160n !== 0n) throw new WrongField(field, "is above 2^160 - 1");
  return amount;
}

/** Reads a duration in seconds, capped at the maximum for signing. */
export function readSeconds(value: unknown, field: string): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 1) {
    throw new WrongField(field, "is not a number of seconds");
  }
  return Math.min(Math.floor(value), MAX_SECONDS);
}

/** Reads a short text. */
export function readText(value: unknown, field: string): string {
  if (typeof value !== "string" || value.length === 0 || value.length > 128) {
    throw new WrongField(field, "is not a text of 1 to 128 characters");
  }
  return value;
}
