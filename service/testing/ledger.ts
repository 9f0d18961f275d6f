/** Requests and rows of the ledger. @module */
import { type Hex, numberToHex } from "viem";
import type { Reservation } from "../payment/ledger/reservation.ts";
import { developmentPolicy, type Policy } from "../keys/policy.ts";
import type { SponsorshipTable } from "../store/ledger_tables.ts";

/** The sponsor's paymaster in these. */
export const paymaster: Hex = numberToHex(9, { size: 20 });

/** A request of the account with this number, with the limits of development. */
export function sponsored(account: number, policy: Partial<Policy> = {}): Reservation {
  return {
    keyId: "k",
    paymaster,
    terms: { mode: "sponsored", policy: { ...developmentPolicy, ...policy } },
    chainId: 1,
    sender: numberToHex(account, { size: 20 }),
    fresh: false,
    deploys: false,
    withOrigin: true,
    network: null,
    again: false,
  };
}

/** A row of an operation that was signed today. */
export function ledgerRow(change: Partial<SponsorshipTable>): SponsorshipTable {
  return {
    chain_id: 1,
    sender: numberToHex(1, { size: 20 }),
    nonce: "0x0",
    key_id: "k",
    paymaster,
    mode: "sponsored",
    token: null,
    day: Math.floor(Date.now() / 86_400_000),
    deploys: 0,
    with_origin: 1,
    network: null,
    again: 0,
    cost_gwei: 1,
    state: "signed",
    paid: 0,
    sent: 0,
    signatures: "[]",
    expires_at: 1,
    block_number: null,
    block_hash: null,
    ...change,
  };
}
