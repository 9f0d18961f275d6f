/** Lists the recipients that the send form offers. @module */
import { type Address, isAddressEqual } from "viem";
import { lastPaid } from "./last_paid.ts";
import type { Device } from "../device/device.ts";
import { recall } from "../device/memory.ts";
import { addressNames, isShortened } from "../device/names.ts";

/** Maximum number of offered recipients. */
const MAX_OFFERED = 8;

/** A recipient to choose. */
export interface Payee {
  readonly address: Address;
  /** Contact or own account; absent without a name on this device. */
  readonly name?: string;
}

/** The members of a stored entry of the activity that describe a payment. */
interface PastEntry {
  readonly index?: number;
  readonly status: number;
  readonly sentence: {
    readonly kind: string;
    readonly party?: Address;
    readonly contract?: Address;
  };
}

/** Stores that contain recipients. */
export type PayeeSources = Pick<Device, "book" | "contacts" | "storage">;

/**
 * Lists the recipients of earlier payments, the last one first, and then the other contacts. Senders
 * are excluded: anyone can send a little from an address that resembles a known one.
 */
export function payeesOf(device: PayeeSources, account: Address, tag: string): readonly Payee[] {
  const history = recall<{ readonly entries: readonly PastEntry[] }>(
    device.storage,
    `history ${account}`,
    tag,
  );
  const nameOf = addressNames(device);
  const all = [
    ...lastPaid(device.storage),
    ...(history?.value.entries ?? []).flatMap(paidIn),
    ...device.contacts.list().map(({ address }) => address),
  ];
  const once = all.filter((address, index) =>
    !isAddressEqual(address, account) &&
    all.findIndex((other) => isAddressEqual(other, address)) === index
  );
  return once.slice(0, MAX_OFFERED).map((address) => {
    const name = nameOf(address);
    return { address, ...(!isShortened(name) && { name }) };
  });
}

/** The recipient of a payment that the account itself sent. */
function paidIn({ index, status, sentence: { kind, party, contract } }: PastEntry): Address[] {
  const isPayment = index !== undefined && status === 200 && kind === "sent";
  return isPayment && party !== undefined && contract === undefined ? [party] : [];
}
