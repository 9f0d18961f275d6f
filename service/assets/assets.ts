/** Reads balances of accounts on all chains, with a short cache. @module */
import { type Address, getAddress, type Hex, numberToHex } from "viem";
import type { AssetJson, GetAssetsParams } from "../../core/wire/assets.ts";
import type { Chain } from "../chain/chain.ts";
import { isChainFailure } from "../chain/node/failure.ts";
import type { AssetSource, Balance } from "./source.ts";
import { monotonic } from "../lib/monotonic.ts";

/** Lifetime of a cached list: incoming transfers are seen after it. */
const CACHE_TTL_MS = 15_000;
/** Cached accounts. */
const MAX_CACHED = 5_000;
/** Cached lists per account: one per chain, plus lists for filters that name tokens. */
const MAX_LISTS = 64;

/** Lists the assets of accounts. */
export interface Assets {
  /** Lists assets by chain id. Unreachable chains are omitted. */
  list(wanted: GetAssetsParams): Promise<Record<Hex, readonly AssetJson[]>>;
  /** Drops the account's cached balances after a change. */
  drop(account: Address): void;
}

/** Request for one chain. */
interface Wanted {
  readonly native: boolean;
  readonly erc20: boolean;
  /** Tokens to list. Defaults to all known ones. */
  readonly tokens?: readonly Address[];
}

type Entry = { readonly at: number; readonly balances: Promise<Balance[]> };

/** Creates the reader; tests pass their own `now` in milliseconds. */
export function createAssets(
  chains: ReadonlyMap<number, Chain>,
  source: AssetSource,
  now = monotonic,
): Assets {
  const accounts = new Map<string, Map<string, Entry>>();

  /** Returns the account's cached lists; the most recently used are last. */
  function cachedLists(account: Address): Map<string, Entry> {
    const id = account.toLowerCase();
    const answers = accounts.get(id) ?? new Map<string, Entry>();
    accounts.delete(id);
    accounts.set(id, answers);
    if (accounts.size > MAX_CACHED) accounts.delete(accounts.keys().next().value!);
    return answers;
  }

  function balances(chain: Chain, account: Address, tokens?: readonly Address[]) {
    const answers = cachedLists(account);
    const id = `${chain.id}:${tokens?.toSorted().join() ?? ""}`;
    const known = answers.get(id);
    if (known !== undefined && now() - known.at < CACHE_TTL_MS) return known.balances;
    const entry = {
      at: now(),
      // Probes again a chain that was down, and reports it if it is another one now.
      balances: chain.probe().then(() => source.balances(chain, account, tokens)),
    };
    answers.delete(id);
    answers.set(id, entry);
    if (answers.size > MAX_LISTS) answers.delete(answers.keys().next().value!);
    entry.balances.catch(() => answers.get(id) === entry && answers.delete(id));
    return entry.balances;
  }

  return {
    async list(wanted) {
      const entries = await Promise.all([...chains.values()].map(async (chain) => {
        const asked = requestFor(chain.id, wanted);
        if (asked === null) return [];
        try {
          const found = await balances(chain, wanted.account, asked.tokens);
          const shown = found.filter(({ address }) =>
            address === null ? asked.native : asked.erc20
          );
          return [[numberToHex(chain.id), shown.map(json)] as const];
        } catch (error) {
          if (!isChainFailure(error)) throw error;
          return [];
        }
      }));
      return Object.fromEntries(entries.flat());
    },
    drop: (account) => void accounts.delete(account.toLowerCase()),
  };
}

/**
 * Returns the request for a chain; `null` if none. An `assetFilter` replaces the other two
 * (ERC-7811).
 */
function requestFor(chainId: number, params: GetAssetsParams): Wanted | null {
  const { assetFilter, assetTypeFilter, chainFilter } = params;
  if (assetFilter !== undefined) {
    const lists = Object.entries(assetFilter).filter(([id]) => Number(id) === chainId)
      .map(([, assets]) => assets);
    if (lists.length === 0) return null;
    const named = lists.flat();
    // An empty list means all assets of its chain.
    if (named.length === 0) return { native: true, erc20: true };
    const tokens = named.filter(({ type }) => type === "erc20")
      .map(({ address }) => (address ?? "").toLowerCase() as Address);
    return {
      native: named.some(({ type }) => type === "native"),
      erc20: tokens.length > 0,
      tokens: [...new Set(tokens)],
    };
  }
  if (chainFilter !== undefined && !chainFilter.some((id) => Number(id) === chainId)) return null;
  const native = assetTypeFilter?.includes("native") ?? true;
  const erc20 = assetTypeFilter?.includes("erc20") ?? true;
  return native || erc20 ? { native, erc20 } : null;
}

function json({ address, amount, token }: Balance): AssetJson {
  return {
    address: address === null ? null : getAddress(address),
    balance: numberToHex(amount),
    metadata: token === null
      ? null
      : { decimals: token.decimals, name: token.name, symbol: token.symbol },
    type: address === null ? "native" : "erc20",
  };
}
