/** Balances of accounts over all chains, remembered for a moment. @module */
import { type Address, getAddress, type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { AssetJson, GetAssetsParams } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import type { AssetSource, Balance } from "./source.ts";

/** Milliseconds for which an answer is given again. */
const FRESH = 30_000;
/** Accounts remembered. */
const REMEMBERED = 5_000;
/** Answers remembered of one account: one per chain, and those of filters that name tokens. */
const ANSWERS = 64;

/** Answers what accounts hold. */
export interface Assets {
  /** Assets by chain id. Chains that are down are left out. */
  list(wanted: GetAssetsParams): Promise<Record<Hex, readonly AssetJson[]>>;
  /** Forgets what was read of an account: something of it changed. */
  drop(account: Address): void;
}

/** What is asked of one chain. */
interface Wanted {
  readonly native: boolean;
  readonly erc20: boolean;
  /** Tokens by name; all known ones if absent. */
  readonly tokens?: readonly Address[];
}

type Entry = { readonly at: number; readonly balances: Promise<Balance[]> };

/** Makes it; `now` is Unix milliseconds, a double in tests. */
export function createAssets(
  chains: ReadonlyMap<number, Chain>,
  source: AssetSource,
  now: () => number = Date.now,
): Assets {
  const accounts = new Map<string, Map<string, Entry>>();

  /** The account's answers; what was used last stands last. */
  function answersOf(account: Address): Map<string, Entry> {
    const id = account.toLowerCase();
    const answers = accounts.get(id) ?? new Map<string, Entry>();
    accounts.delete(id);
    accounts.set(id, answers);
    if (accounts.size > REMEMBERED) accounts.delete(accounts.keys().next().value!);
    return answers;
  }

  function balances(chain: Chain, account: Address, tokens?: readonly Address[]) {
    const answers = answersOf(account);
    const id = `${chain.id}:${tokens?.toSorted().join() ?? ""}`;
    const known = answers.get(id);
    if (known !== undefined && now() - known.at < FRESH) return known.balances;
    const entry = {
      at: now(),
      // A chain that was down before is probed again here, and named if it is another one now.
      balances: chain.probe().then(() => source.balances(chain, account, tokens)),
    };
    answers.delete(id);
    answers.set(id, entry);
    if (answers.size > ANSWERS) answers.delete(answers.keys().next().value!);
    entry.balances.catch(() => answers.get(id) === entry && answers.delete(id));
    return entry.balances;
  }

  return {
    async list(wanted) {
      const entries = await Promise.all([...chains.values()].map(async (chain) => {
        const asked = wantedOf(chain.id, wanted);
        if (asked === null) return [];
        try {
          const found = await balances(chain, wanted.account, asked.tokens);
          const shown = found.filter(({ address }) =>
            address === null ? asked.native : asked.erc20
          );
          return [[numberToHex(chain.id), shown.map(json)] as const];
        } catch (error) {
          if (error instanceof AcctError) return [];
          throw error;
        }
      }));
      return Object.fromEntries(entries.flat());
    },
    drop: (account) => void accounts.delete(account.toLowerCase()),
  };
}

/**
 * What is asked of a chain; `null` if nothing. An `assetFilter` stands for itself: with it the other
 * two say nothing (ERC-7811).
 */
function wantedOf(chainId: number, params: GetAssetsParams): Wanted | null {
  const { assetFilter, assetTypeFilter, chainFilter } = params;
  if (assetFilter !== undefined) {
    const named = Object.entries(assetFilter).filter(([id]) => Number(id) === chainId)
      .flatMap(([, assets]) => assets);
    if (named.length === 0) return null;
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
