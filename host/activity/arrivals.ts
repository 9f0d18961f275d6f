/** Finds the token that arrived with an operation of the account, as with a claim. @module */
import {
  type Address,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  slice,
  toEventSelector,
} from "viem";
import type { ServiceClient } from "../../core/client/client.ts";
import type { CallsStatusJson } from "../../core/wire/calls_status.ts";

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
/** Transfers of items of ERC-1155. */
const ITEMS: readonly Hex[] = [
  toEventSelector("TransferSingle(address,address,address,uint256,uint256)"),
  toEventSelector("TransferBatch(address,address,address,uint256[],uint256[])"),
];

/** A token that arrived. */
export interface Arrival {
  readonly token: Address;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
  /** The sender, or the zero address for new tokens; absent if several addresses sent it. */
  readonly from?: Address;
}

type Log = NonNullable<CallsStatusJson["receipts"]>[number]["logs"][number];

/**
 * Returns the token that arrived; `null` if none or several did, or if a token or an item left. Logs
 * of a contract can be forged, so only listed tokens may be shown by name.
 */
export function arrivalIn(logs: readonly Log[], account: Address): Arrival | null {
  const moved = new Map<Address, bigint>();
  const senders = new Set<Address>();
  const isOwn = (word: Hex | undefined) =>
    word !== undefined && isAddressEqual(slice(word, 12), account);
  for (const { address, topics, data } of logs) {
    const [event, from, to, item] = topics;
    // ERC-721 has the sender of an item in the second topic, ERC-1155 in the third one.
    const isItem = event === TRANSFER ? item !== undefined : ITEMS.includes(event ?? "0x");
    if (isItem && isOwn(event === TRANSFER ? from : to)) return null;
    if (isItem || event !== TRANSFER || from === undefined || to === undefined) continue;
    if (!/^0x[\da-f]{64}$/i.test(data)) continue;
    const [out, in_] = [from, to].map(isOwn);
    if (out === in_) continue;
    const token = address.toLowerCase() as Address;
    const amount = hexToBigInt(data);
    if (in_ && amount > 0n) senders.add(getAddress(slice(from, 12)));
    moved.set(token, (moved.get(token) ?? 0n) + (in_ ? amount : -amount));
  }
  const changed = [...moved].filter(([, amount]) => amount !== 0n);
  const [first] = changed;
  if (first === undefined || changed.length > 1 || first[1] < 0n) return null;
  const [from, ...others] = senders;
  return {
    token: first[0],
    amount: first[1],
    ...(from !== undefined && others.length === 0 && { from }),
  };
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
