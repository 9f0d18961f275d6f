/**
 * Reads an account's history, with a sentence for each operation and each transfer by others.
 *
 * @module
 */
import { type Address, type Hex, isAddressEqual, numberToHex, zeroAddress } from "viem";
import type { ServiceClient } from "../../core/client/client.ts";
import { requestKey } from "../../core/wallet/host/requesters.ts";
import { type Permission, readPermission } from "../../core/permission/permission.ts";
import { MAX_NAMED_TOKENS } from "../../core/ground/limits.ts";
import type { CallsHistoryItemJson } from "../../core/wire/history.ts";
import type { TransferJson } from "../../core/wire/transfers.ts";
import type { ChainJson, TokenJson } from "../../core/wire/values.ts";
import { isShortened, type NameOf } from "../device/names.ts";
import { verifiedNames } from "../payees/verified_names.ts";
import { apart, type Words } from "../parts/phrases.ts";
import { readArrivals } from "./arrivals.ts";
import { describeOperation, endedIn, type Sentence, tokensIn } from "./sentence.ts";
import { describeTransfer, receivedSentence } from "./transfer.ts";

/** Time that a page waits for names, in milliseconds. */
const MAX_WAIT_MS = 1_500;

/** An operation of the account, or a transfer by others. */
export interface Entry {
  /** Operation hash, or position of the transfer. */
  readonly id: string;
  /** Position among the account's operations; absent for transfers. */
  readonly index?: number;
  readonly status: 100 | 200 | 500;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly chainId: number;
  readonly chainName: string;
  readonly transactionHash: Hex | null;
  /** URL of the transaction in the network's explorer; `null` if it has no explorer. */
  readonly explorer: string | null;
  /** Key of the site that requested it, in the wallet's own records; absent for transfers. */
  readonly requestKey?: string;
  readonly sentence: Sentence;
}

/** Start of the next page in each source: `null` at its end, absent at its start. */
export interface Cursor {
  /** Operations of the account. */
  readonly operations?: number | null | undefined;
  /** Transfers of tokens that the operator lists. */
  readonly listed?: string | null | undefined;
  /** Transfers of all others. */
  readonly unlisted?: string | null | undefined;
}

/** A page of the history. */
export interface HistoryPage {
  /** Entries, newest first. */
  readonly entries: readonly Entry[];
  /** Start of the next page; `null` at the end. */
  readonly next: Cursor | null;
}

/** Parameters of a page. */
export interface PageRequest {
  readonly account: Address;
  /** Start of the page; the newest entries by default. */
  readonly after?: Cursor;
  /** Number of entries. */
  readonly limit: number;
  /** Returns true for a token on the user's own list. */
  readonly isWatched: (chainId: number, token: Address) => boolean;
  /** Verified names of addresses that were looked up before, to which new ones are added. */
  readonly names?: Map<string, string | null>;
}

/** Reads a page, newest first. */
export async function readHistory(
  service: ServiceClient,
  { account, after = {}, limit, isWatched, names = new Map() }: PageRequest,
  words: Words,
): Promise<HistoryPage> {
  const transfers = (unlisted: boolean, at: string | null | undefined) =>
    at === null ? [] : service.call("acct_getTransfers", {
      account,
      limit,
      ...(unlisted && { unlisted }),
      ...(at !== undefined && { after: at }),
    });
  const [{ chains }, items, listed, unlisted] = await Promise.all([
    service.configuration(),
    after.operations === null ? [] : service.call("wallet_getCallsHistory", {
      address: account,
      limit,
      callData: true,
      ...(after.operations !== undefined && { index: after.operations }),
    }),
    transfers(false, after.listed),
    transfers(true, after.unlisted),
  ]);
  const [n, m, k] = takeNewest([items, listed, unlisted], limit) as [number, number, number];
  const operations = items.slice(0, n);
  const [known, others] = [listed.slice(0, m), unlisted.slice(0, k)];
  const ended = await readEnded(service, account, operations);
  const tokens = await describeTokens(service, [
    ...[...ended].flatMap(([chainId, permissions]) =>
      [...permissions.values()].flatMap(({ spends }) =>
        spends.map(({ token }) => ({ chainId, token }))
      )
    ),
    ...operations.flatMap(({ chainId, callData }) =>
      callData === undefined ? [] : tokensIn(callData).map((token) => ({ chainId, token }))
    ),
    ...[...known, ...others].flatMap(({ chainId, kind, token }) =>
      kind === "erc20" && token !== null ? [{ chainId: Number(chainId), token }] : []
    ),
  ]);
  const at = (chainId: number, words: Words): Place => ({
    chainId,
    chain: chains.find(({ id }) => id === chainId),
    tokens: tokens.get(chainId) ?? [],
    ended: ended.get(chainId) ?? new Map(),
    isWatched: (token) => isWatched(chainId, token),
    words,
  });
  const moved = (transfer: TransferJson, isListed: boolean, words: Words) => {
    const { chain, ...place } = at(Number(transfer.chainId), words);
    if (chain === undefined) return [];
    const { kind, token } = transfer;
    const isKnown = isListed ||
      kind === "erc20" && token !== null && isWatched(place.chainId, token);
    return [transferEntry(transfer, { ...place, chain, listed: isKnown })];
  };
  const next: Cursor = {
    operations: cursorOf(items, n, limit, ({ index }) => index, after.operations),
    listed: cursorOf(listed, m, limit, ({ id }) => id, after.listed),
    unlisted: cursorOf(unlisted, k, limit, ({ id }) => id, after.unlisted),
  };
  const isEnd = Object.values(next).every((each) => each === null);
  const describe = (words: Words) => ({
    own: operations.map((item) => operationEntry(item, account, at(item.chainId, words))),
    moves: [
      ...known.flatMap((each) => moved(each, true, words)),
      ...others.flatMap((each) => moved(each, false, words)),
    ],
  });
  const plain = describe(words);
  await lookUpNames(service, [...plain.own, ...plain.moves], names, words);
  const named = withNames(words, names);
  const { own, moves } = describe(named);
  const entries = [...await withArrivals(service, account, own, named), ...moves];
  return { entries: entries.sort(byTime), next: isEnd ? null : next };
}

/** Adds verified names to the names of this device. */
export function withNames(words: Words, names: ReadonlyMap<string, string | null>): Words {
  const named = (nameOf: NameOf): NameOf => (address) => {
    const own = nameOf(address);
    return isShortened(own) ? names.get(address.toLowerCase()) ?? own : own;
  };
  return { ...words, nameOf: named(words.nameOf), spenderOf: named(words.spenderOf) };
}

/** Looks up the names of parties that have none on this device; failures are tried again later. */
async function lookUpNames(
  service: ServiceClient,
  entries: readonly Entry[],
  names: Map<string, string | null>,
  { nameOf, spenderOf }: Words,
): Promise<void> {
  const wanted = new Map<number, Set<Address>>();
  for (const { chainId, sentence: { kind, party, grantor } } of entries) {
    const address = party ?? grantor;
    if (address === undefined || kind === "unknown") continue;
    const own = kind === "access" ? spenderOf(address) : nameOf(address);
    if (names.has(address.toLowerCase()) || !isShortened(own)) continue;
    wanted.set(chainId, (wanted.get(chainId) ?? new Set()).add(address));
  }
  const deadline = AbortSignal.timeout(MAX_WAIT_MS);
  await Promise.all([...wanted].map(async ([chainId, parties]) => {
    const found = await verifiedNames(service, [...parties], chainId, deadline).catch(() => []);
    for (const [address, name] of found) names.set(address, name);
  }));
}

/** Compares two entries, the newer one first. */
export function byTime(a: Entry, b: Entry): number {
  return b.timestamp - a.timestamp || (b.index ?? 0) - (a.index ?? 0);
}

/** Returns how many entries of each source are among the newest of all. */
export function takeNewest(
  sources: readonly (readonly { readonly timestamp: number }[])[],
  limit: number,
): number[] {
  const taken = sources.map(() => 0);
  for (let count = 0; count < limit; count++) {
    let newest = -1;
    for (const [index, source] of sources.entries()) {
      const time = source[taken[index]!]?.timestamp;
      if (time === undefined) continue;
      const best = newest === -1 ? undefined : sources[newest]![taken[newest]!]!.timestamp;
      if (best === undefined || time > best) newest = index;
    }
    if (newest === -1) break;
    taken[newest]!++;
  }
  return taken;
}

/** Returns the cursor of a source after the returned entries. */
function cursorOf<T, C>(
  source: readonly T[],
  taken: number,
  limit: number,
  of: (last: T) => C,
  before: C | null | undefined,
): C | null | undefined {
  if (before === null || taken === source.length && source.length < limit) return null;
  return taken === 0 ? before : of(source[taken - 1]!);
}

/** A chain with the data that is known about it. */
interface Place {
  readonly chainId: number;
  readonly chain: ChainJson | undefined;
  readonly tokens: readonly TokenJson[];
  /** Permissions that were revoked. */
  readonly ended: ReadonlyMap<Hex, Permission>;
  /** Returns true for a token on the user's own list. */
  readonly isWatched: (token: Address) => boolean;
  readonly words: Words;
}

/** Reads the permissions that operations revoked, by chain; empty if the service is unreachable. */
async function readEnded(
  service: ServiceClient,
  account: Address,
  operations: readonly CallsHistoryItemJson[],
): Promise<ReadonlyMap<number, ReadonlyMap<Hex, Permission>>> {
  const wanted = new Map<number, Set<Hex>>();
  for (const { chainId, callData } of operations) {
    for (const id of callData === undefined ? [] : endedIn(callData)) {
      wanted.set(chainId, (wanted.get(chainId) ?? new Set()).add(id));
    }
  }
  const found = await Promise.all([...wanted].map(async ([chainId, ids]) => {
    try {
      const all = await service.call("acct_getPermissions", {
        account,
        chainId: numberToHex(chainId),
      });
      const ended = all.filter(({ id }) => ids.has(id.toLowerCase() as Hex));
      return [
        chainId,
        new Map(
          ended.map((json) =>
            [json.id.toLowerCase() as Hex, readPermission(json, { account, chainId })] as const
          ),
        ),
      ] as const;
    } catch {
      return [chainId, new Map<Hex, Permission>()] as const;
    }
  }));
  return new Map(found);
}

/** Describes tokens; if the service is unreachable, they remain unnamed. */
async function describeTokens(
  service: ServiceClient,
  wanted: readonly { readonly chainId: number; readonly token: Address }[],
): Promise<ReadonlyMap<number, readonly TokenJson[]>> {
  const named = new Map<number, Set<Address>>();
  for (const { chainId, token } of wanted) {
    named.set(chainId, (named.get(chainId) ?? new Set()).add(token));
  }
  const found = await Promise.all([...named].map(async ([chainId, addresses]) => {
    const tokens = [...addresses].slice(0, MAX_NAMED_TOKENS);
    const described = await service.call("acct_getTokens", {
      chainId: numberToHex(chainId),
      tokens,
    }).catch(() => []);
    return [chainId, described] as const;
  }));
  return new Map(found);
}

function operationEntry(item: CallsHistoryItemJson, account: Address, place: Place): Entry {
  const { id, index, status, timestamp, transactionHash, callData, callerId } = item;
  const { chain, tokens, ended, isWatched, words } = place;
  const sentence: Sentence = callData === undefined || chain === undefined
    ? { kind: "other", title: status === 100 ? words.text.statuses[100] : words.text.unread }
    : describeOperation(callData, { chain, account, tokens, ended, isWatched }, words);
  return {
    id,
    index,
    status,
    timestamp,
    ...locate(place, transactionHash),
    requestKey: requestKey(callerId ?? id, callerId !== undefined),
    sentence,
  };
}

/**
 * Replaces "Used …" by the token that arrived, if it is listed; never the sentence of an operation that
 * paid something.
 */
async function withArrivals(
  service: ServiceClient,
  account: Address,
  entries: readonly Entry[],
  words: Words,
): Promise<readonly Entry[]> {
  const unclear = entries.filter(({ sentence, status }) =>
    status === 200 && sentence.kind === "other" && sentence.party !== undefined &&
    sentence.moved === undefined
  );
  const arrived = await readArrivals(service, account, unclear.map(({ id }) => id));
  const tokens = await describeTokens(
    service,
    unclear.flatMap(({ id, chainId }) => {
      const token = arrived.get(id)?.token;
      return token === undefined ? [] : [{ chainId, token }];
    }),
  );
  return entries.map((entry) => {
    const { id, chainId } = entry;
    const arrival = arrived.get(id);
    const token = tokens.get(chainId)?.find(({ address, listed }) =>
      listed === true && address?.toLowerCase() === arrival?.token
    );
    if (arrival === undefined || token === undefined) return entry;
    const sentence = receivedSentence(arrival.amount, token, words);
    const { from: party } = arrival;
    const { fromWhom, newTokens, receivedFrom } = words.text;
    if (party === undefined) return { ...entry, sentence };
    // A minted token has no sender.
    if (isAddressEqual(party, zeroAddress)) {
      return { ...entry, sentence: { ...sentence, act: newTokens } };
    }
    const name = apart(words.nameOf(party));
    return {
      ...entry,
      sentence: { ...sentence, line: fromWhom(name), act: receivedFrom(name), party },
    };
  });
}

function transferEntry(
  transfer: TransferJson,
  place: Place & { readonly chain: ChainJson; readonly listed: boolean },
): Entry {
  const { id, timestamp, transactionHash } = transfer;
  const { chain, tokens, listed, words } = place;
  const token = tokens.find(({ address }) =>
    address?.toLowerCase() === transfer.token?.toLowerCase()
  );
  return {
    id,
    status: 200,
    timestamp,
    ...locate(place, transactionHash),
    sentence: describeTransfer(transfer, { chain, token, listed }, words),
  };
}

/** Chain and transaction of an entry. */
function locate({ chainId, chain }: Pick<Place, "chainId" | "chain">, transactionHash: Hex | null) {
  const base = chain?.explorer;
  return {
    chainId,
    chainName: chain?.name ?? String(chainId),
    transactionHash,
    explorer: transactionHash !== null && base !== undefined && /^https?:\/\//.test(base)
      ? `${base.replace(/\/+$/, "")}/tx/${transactionHash}`
      : null,
  };
}
