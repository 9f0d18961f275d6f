/**
 * Lists the items owned by an account. Events list the candidates, and the contracts are asked for
 * the amounts.
 *
 * @module
 */
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
} from "viem";
import type { GetItemsParams } from "../../../core/protocol/service/mod.ts";
import type { CollectionJson, ItemJson, ItemsJson } from "../../../core/wire/transfers.ts";
import type { Chain } from "../../chain/chain.ts";
import { isChainFailure } from "../../chain/node/failure.ts";
import { findChain } from "../../chain/find.ts";
import { readCollection } from "../../chain/tokens.ts";
import { readWords } from "../../chain/words.ts";
import type { IndexerContext } from "../reading/context.ts";
import { type ItemMove, itemMoves } from "../../store/rows/transfers.ts";

/**
 * Moves read per account and chain (of own collections, and of all), and items that the contracts
 * are asked for.
 */
const MAX_MOVES = 3_000;
const MAX_ITEMS = 200;

const abi = parseAbi([
  "function ownerOf(uint256 id) view returns (address)",
  "function balanceOf(address account, uint256 id) view returns (uint256)",
]);

/** Lists items on one chain, or on all. The list is incomplete for a chain that cannot be read. */
export async function listItems(
  context: IndexerContext,
  { account, chainId }: GetItemsParams,
): Promise<readonly ItemsJson[]> {
  const chains = chainId === undefined
    ? [...context.chains.values()]
    : [findChain(context.chains, chainId)];
  return await Promise.all(chains.map(async (chain) => {
    try {
      return await itemsOn(context, chain, account);
    } catch (error) {
      if (!isChainFailure(error)) throw error;
      return { chainId: numberToHex(chain.id), collections: [], complete: false, more: false };
    }
  }));
}

/** An item that the account may hold. */
interface Candidate {
  readonly kind: CollectionJson["kind"];
  readonly token: Address;
  readonly id: Hex;
  readonly since: number;
  /** True if an operation of the account received an item of its collection. */
  readonly own: boolean;
}

async function itemsOn(
  { store }: IndexerContext,
  chain: Chain,
  account: Address,
): Promise<ItemsJson> {
  // Separate: others' many items hide none of the account's own collections.
  const [ofOwn, ofAll] = await Promise.all(
    [true, false].map((own) => itemMoves(store, account, chain.id, { most: MAX_MOVES, own })),
  );
  const candidates = candidatesOf([...ofOwn!, ...ofAll!]);
  const asked = candidates.slice(0, MAX_ITEMS);
  const held = await heldOf(chain, account, asked);
  const collections = new Map<string, { first: Candidate; items: ItemJson[] }>();
  asked.forEach((candidate, index) => {
    const amount = held[index]!;
    if (amount === 0n) return;
    const key = `${candidate.kind} ${candidate.token}`;
    const collection = collections.get(key) ?? { first: candidate, items: [] };
    const { id, since } = candidate;
    collection.items.push({ id, amount: numberToHex(amount), since });
    collections.set(key, collection);
  });
  return {
    chainId: numberToHex(chain.id),
    collections: await Promise.all(
      [...collections.values()].map(async ({ first: { token, kind, own }, items }) => ({
        address: getAddress(token),
        kind,
        ...await readCollection(chain, token),
        own,
        items,
      })),
    ),
    complete: true,
    more: candidates.length > MAX_ITEMS ||
      [ofOwn, ofAll].some((moves) => moves!.length === MAX_MOVES),
  };
}

/**
 * Returns the items that the account may own after these moves: items from its own collections
 * first, then the newest. If some moves were skipped, the contracts have the correct amounts.
 */
export function candidatesOf(moves: readonly ItemMove[]): Candidate[] {
  const own = new Set(moves.flatMap((move) => move.own === 1 ? [move.token] : []));
  const found = new Map<string, Candidate & { readonly gone: boolean }>();
  const ordered = moves.toSorted((a, b) =>
    b.block_number - a.block_number || b.position - a.position
  );
  for (const { kind, token, item, incoming, happened_at: since } of ordered) {
    if (token === null || item === null || kind !== "erc721" && kind !== "erc1155") continue;
    const key = `${kind} ${token} ${item}`;
    const known = found.get(key);
    const base = { kind, token: token as Address, id: item as Hex, own: own.has(token) };
    // The last move decides for a unique item; of other items, some units may remain.
    if (known === undefined) {
      found.set(key, { ...base, since, gone: kind === "erc721" && incoming === 0 });
    }
  }
  return [...found.values()].filter(({ gone }) => !gone)
    .toSorted((a, b) => Number(b.own) - Number(a.own));
}

/** Reads the account's amount of each item from the contracts. */
async function heldOf(
  chain: Chain,
  account: Address,
  candidates: readonly Candidate[],
): Promise<bigint[]> {
  const answers = await readWords(
    chain,
    candidates.map(({ kind, token, id }) => ({
      target: token,
      callData: kind === "erc721"
        ? encodeFunctionData({ abi, functionName: "ownerOf", args: [BigInt(id)] })
        : encodeFunctionData({ abi, functionName: "balanceOf", args: [account, BigInt(id)] }),
    })),
  );
  return candidates.map(({ kind }, index) => {
    const answer = answers[index] ?? 0n;
    if (kind === "erc1155") return answer;
    return answer === BigInt(account) ? 1n : 0n;
  });
}
