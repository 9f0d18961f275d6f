/** Finds the token that arrived with an operation of the account, as with a claim. @module */
import { type Address, hexToBigInt, isAddressEqual, slice, toEventSelector } from "viem";
import type { ServiceClient } from "../../core/client/client.ts";
import type { CallsStatusJson } from "../../core/wire/calls_status.ts";

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");

/** A token that arrived. */
export interface Arrival {
  readonly token: Address;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
}

type Log = NonNullable<CallsStatusJson["receipts"]>[number]["logs"][number];

/**
 * Returns the token that arrived; `null` if none or several did, or if a token left. Logs of a contract
 * can be forged, so only listed tokens may be shown by name.
 */
export function arrivalIn(logs: readonly Log[], account: Address): Arrival | null {
  const moved = new Map<Address, bigint>();
  for (const { address, topics, data } of logs) {
    const [event, from, to, item] = topics;
    if (event !== TRANSFER || from === undefined || to === undefined || item !== undefined) {
      continue;
    }
    if (!/^0x[\da-f]{64}$/i.test(data)) continue;
    const [out, in_] = [from, to].map((word) => isAddressEqual(slice(word, 12), account));
    if (out === in_) continue;
    const token = address.toLowerCase() as Address;
    const amount = hexToBigInt(data);
    moved.set(token, (moved.get(token) ?? 0n) + (in_ ? amount : -amount));
  }
  const changed = [...moved].filter(([, amount]) => amount !== 0n);
  const [first] = changed;
  if (first === undefined || changed.length > 1 || first[1] < 0n) return null;
  return { token: first[0], amount: first[1] };
}

/** Reads the arrivals of operations, by id; an operation whose receipt is not available has none. */
export async function readArrivals(
  service: Pick<ServiceClient, "rpc">,
  account: Address,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Arrival>> {
  const found = await Promise.all(ids.map(async (id) => {
    const status = await service.rpc("wallet_getCallsStatus", [id, account])
      .catch(() => null) as CallsStatusJson | null;
    const arrival = arrivalIn(status?.receipts?.flatMap(({ logs }) => logs) ?? [], account);
    return arrival === null ? [] : [[id, arrival] as const];
  }));
  return new Map(found.flat());
}
