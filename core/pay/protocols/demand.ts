/** Describes what servers ask for, in one form for all protocols. @module */
import { isAddress, zeroAddress } from "viem";
import type { Address } from "../../lib/hex.ts";
import type { PaymentRefusal } from "../error.ts";
import type { TransferKind } from "../journal.ts";

/** One way of paying that a server takes. */
export interface Demand {
  /** Protocol and version, with what is sent back in it. */
  readonly protocol: DemandProtocol;
  /** How the money moves. */
  readonly transfer: Exclude<TransferKind, "direct">;
  /** Chain id. */
  readonly chainId: number;
  /** Token contract. */
  readonly token: Address;
  /** Receiver. */
  readonly payTo: Address;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** Seconds for which the payment has to be valid. */
  readonly seconds: number;
  /** The token's EIP-712 domain, if the server names it. */
  readonly domain?: { readonly name: string; readonly version: string } | undefined;
  /** Addresses that submit redemptions; anyone if empty. */
  readonly redeemers: readonly Address[];
  /** Paths of its fields. */
  readonly path: DemandPath;
}

/** Paths by which errors name the fields of a demand. */
export interface DemandPath {
  readonly network: string;
  readonly asset: string;
  readonly amount: string;
  readonly payTo: string;
}

/** A protocol with what it sends back. */
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

/** Demands, and what is wrong with the others. */
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

/** Longest validity that is signed, in seconds: what was signed and not used ends soon. */
export const MAX_SECONDS = 600;

/** Reads a list of entries, each of which is a demand or refused. */
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

/** Reads an address; zero is none. */
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

/** Reads seconds, and shortens them to what is signed at most. */
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
