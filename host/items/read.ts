/** Reads the collectibles of an account. @module */
import type { Address, Hex } from "viem";
import type { ServiceClient } from "../../core/client/client.ts";
import type { CollectionJson, ItemJson } from "../../core/wire/transfers.ts";

/** A collection on a network, with the account's items. */
export interface Collection extends CollectionJson {
  readonly chainId: number;
  readonly chainName: string;
}

/** The collectibles of an account on the networks that could be read. */
export interface Items {
  /** Collections; those from which the account received an item itself come first. */
  readonly collections: readonly Collection[];
  /** Names of the networks that could not be read; further collectibles may exist. */
  readonly missing: readonly string[];
  /** True if there are more than the service lists. */
  readonly more: boolean;
}

/** Reads the collectibles on all networks. */
export async function readItems(service: ServiceClient, account: Address): Promise<Items> {
  const [{ chains }, found] = await Promise.all([
    service.configuration(),
    service.call("acct_getItems", { account }),
  ]);
  const nameOf = (chainId: Hex) =>
    chains.find(({ id }) => id === Number(chainId))?.name ?? String(Number(chainId));
  const collections = found.flatMap(({ chainId, collections }) =>
    collections.map((each) => ({
      ...each,
      chainId: Number(chainId),
      chainName: nameOf(chainId),
    }))
  );
  return {
    collections: [
      ...collections.filter(({ own }) => own),
      ...collections.filter(({ own }) => !own),
    ],
    missing: found.filter(({ complete }) => !complete).map(({ chainId }) => nameOf(chainId)),
    more: found.some(({ more }) => more),
  };
}

/** Key of an item in the URL. */
export function keyOf({ chainId, address }: Collection, { id }: ItemJson): string {
  return `${chainId}.${address.toLowerCase()}.${id}`;
}

/** Finds an item by its key in the URL. */
export function findItem(
  { collections }: Pick<Items, "collections">,
  key: string,
): { readonly collection: Collection; readonly item: ItemJson } | undefined {
  for (const collection of collections) {
    const item = collection.items.find((each) => keyOf(collection, each) === key);
    if (item !== undefined) return { collection, item };
  }
  return undefined;
}

/** Maximum characters of an id that is shown in full. */
const MAX_SHOWN = 10;

/** Writes an id; a long one is shortened in its middle. */
export function shortId(id: Hex): string {
  const digits = BigInt(id).toString();
  return digits.length <= MAX_SHOWN ? digits : `${digits.slice(0, 4)}…${digits.slice(-4)}`;
}
