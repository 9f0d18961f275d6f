/** Reads an account's history, with a sentence for each operation. @module */
import { type Address, type Hex, numberToHex } from "viem";
import type { ServiceClient } from "../../core/client/client.ts";
import { MAX_TOKENS } from "../../core/protocol/limits.ts";
import type {
  CallsHistoryItemJson,
  ChainJson,
  TokenJson,
} from "../../core/protocol/service/mod.ts";
import { describeOperation, type Sentence, tokensIn, type Words } from "./sentence.ts";

/** An operation of the history. */
export interface Entry {
  readonly id: Hex;
  /** Position in the history. */
  readonly index: number;
  readonly status: 100 | 200 | 500;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly chainId: number;
  readonly chainName: string;
  readonly transactionHash: Hex | null;
  /** URL of the transaction in the network's explorer; `null` if there is none. */
  readonly explorer: string | null;
  readonly sentence: Sentence;
}

/** Parameters of a page. */
export interface PageRequest {
  readonly account: Address;
  /** Position of the last entry of the page before. */
  readonly after?: number;
  /** Number of entries. */
  readonly limit: number;
}

/** Reads a page, newest first. */
export async function readHistory(
  service: ServiceClient,
  { account, after, limit }: PageRequest,
  words: Words,
): Promise<Entry[]> {
  const [{ chains }, items] = await Promise.all([
    service.configuration(),
    service.call("wallet_getCallsHistory", {
      address: account,
      limit,
      callData: true,
      ...(after !== undefined && { index: after }),
    }),
  ]);
  const tokens = await describeTokens(service, items);
  return items.map((item) =>
    entryOf(item, {
      account,
      chain: chains.find(({ id }) => id === item.chainId),
      tokens: tokens.get(item.chainId) ?? [],
      words,
    })
  );
}

/** Describes the tokens that the items name; without the service's answer they stay unnamed. */
async function describeTokens(
  service: ServiceClient,
  items: readonly CallsHistoryItemJson[],
): Promise<ReadonlyMap<number, readonly TokenJson[]>> {
  const named = new Map<number, Set<Address>>();
  for (const { chainId, callData } of items) {
    if (callData === undefined) continue;
    const known = named.get(chainId) ?? new Set();
    for (const token of tokensIn(callData)) known.add(token);
    named.set(chainId, known);
  }
  const found = await Promise.all([...named].map(async ([chainId, addresses]) => {
    const tokens = [...addresses].slice(0, MAX_TOKENS);
    const described = tokens.length === 0 ? [] : await service.call("acct_getTokens", {
      chainId: numberToHex(chainId),
      tokens,
    }).catch(() => []);
    return [chainId, described] as const;
  }));
  return new Map(found);
}

function entryOf(
  item: CallsHistoryItemJson,
  { account, chain, tokens, words }: {
    readonly account: Address;
    readonly chain: ChainJson | undefined;
    readonly tokens: readonly TokenJson[];
    readonly words: Words;
  },
): Entry {
  const { id, index, status, timestamp, chainId, transactionHash, callData } = item;
  const sentence: Sentence = callData === undefined || chain === undefined
    ? { kind: "other", title: status === 100 ? words.text.statuses[100] : words.text.unread }
    : describeOperation(callData, { chain, account, tokens }, words);
  const base = chain?.explorer;
  return {
    id,
    index,
    status,
    timestamp,
    chainId,
    chainName: chain?.name ?? String(chainId),
    transactionHash,
    explorer: transactionHash !== null && base !== undefined && /^https?:\/\//.test(base)
      ? `${base.replace(/\/+$/, "")}/tx/${transactionHash}`
      : null,
    sentence,
  };
}
