/** Lists the holdings of an account for dialogs and the wallet home. @module */
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import type { ServiceClient } from "../../client/client.ts";
import type { AssetJson } from "../../wire/assets.ts";
import type { ChainJson } from "../../wire/values.ts";
import { cleanText } from "../../lib/text.ts";
import { MAX_SYMBOL_LENGTH } from "../../ground/limits.ts";
import type { HoldingView } from "../../dialog/account.ts";
import { unnamedToken } from "../../reading/tokens.ts";
import { describeTokens } from "../../reading/typed_tokens.ts";
import type { WatchedToken } from "../device/watched_tokens.ts";

/** Assets by chain id. */
type Assets = Readonly<Record<Hex, readonly WatchedJson[]>>;

/** An asset, which the operator may not list. */
interface WatchedJson extends AssetJson {
  readonly unlisted?: true;
}

/** Account whose balances are read, and tokens that are read in addition to the listed ones. */
interface Owned {
  readonly account: Address;
  readonly watched: readonly WatchedToken[];
}

/**
 * Returns the nonzero balances on all reachable chains, and all balances of the tokens that the
 * user watches there.
 */
export async function holdingsOf(
  service: ServiceClient,
  owned: Owned,
  signal?: AbortSignal,
): Promise<HoldingView[]> {
  return (await readHoldings(service, owned, signal)).holdings;
}

/** Returns the balances as {@linkcode holdingsOf}, and the names of the unreachable chains. */
export async function readHoldings(
  service: ServiceClient,
  { account, watched }: Owned,
  signal?: AbortSignal,
): Promise<{ readonly holdings: HoldingView[]; readonly unread: readonly string[] }> {
  const [{ chains }, assets, further] = await Promise.all([
    service.configuration(signal),
    service.call("wallet_getAssets", { account }, signal),
    watchedAssets(service, account, watched, signal),
  ]);
  const held = chains.flatMap((chain) =>
    (assets[numberToHex(chain.id)] ?? []).flatMap((asset) =>
      BigInt(asset.balance) === 0n ? [] : holding(chain, asset)
    )
  );
  const others = chains.flatMap((chain) =>
    (further[numberToHex(chain.id)] ?? [])
      .filter((asset) => !isListed(asset, assets[numberToHex(chain.id)] ?? []))
      .flatMap((asset) => holding(chain, asset, asset.unlisted))
  );
  const unread = chains.filter(({ id }) => assets[numberToHex(id)] === undefined)
    .map(({ name }) => cleanText(name, 60));
  return { holdings: [...held, ...others], unread };
}

/** Reads the metadata of the watched tokens and the account's balances. */
async function watchedAssets(
  service: ServiceClient,
  account: Address,
  watched: readonly WatchedToken[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Assets> {
  if (watched.length === 0) return {};
  const byChain = new Map<number, Address[]>();
  for (const { chainId, address } of watched) {
    byChain.set(chainId, [...byChain.get(chainId) ?? [], address]);
  }
  const assetFilter = Object.fromEntries(
    [...byChain].map(([chainId, tokens]) => [
      numberToHex(chainId),
      tokens.map((address) => ({ address, type: "erc20" as const })),
    ]),
  );
  const balances: Assets = await service.call("wallet_getAssets", { account, assetFilter }, signal);
  const described = await Promise.all([...byChain].map(async ([chainId, tokens]) => {
    const chain = numberToHex(chainId);
    const known = balances[chain];
    // The balances of an unreachable chain are unknown, so a missing token does not mean zero.
    if (known === undefined) return [];
    const views = await describeTokens(service, { chainId, tokens }, signal);
    const assets = views.map(({ address, symbol, decimals, unlisted }): WatchedJson => ({
      address,
      ...(unlisted && { unlisted }),
      type: "erc20",
      metadata: { symbol, decimals, name: symbol },
      balance: known.find((asset) => isListed(asset, [{ address }]))?.balance ?? "0x0",
    }));
    return [[chain, assets] as const];
  }));
  return Object.fromEntries(described.flat());
}

function isListed(
  { address }: { readonly address: Address | null },
  list: readonly { readonly address: Address | null }[],
): boolean {
  return address !== null &&
    list.some((other) => other.address !== null && isAddressEqual(other.address, address));
}

/** Excludes a token without usable metadata, because its amount could not be displayed. */
function holding(
  chain: ChainJson,
  { address, balance, metadata }: AssetJson,
  unlisted?: true,
): HoldingView[] {
  if (metadata === null) return [];
  const name = cleanText(metadata.name, 60);
  return [{
    chainId: chain.id,
    chainName: cleanText(chain.name, 60),
    ...(name !== "" && name !== metadata.symbol && { name }),
    amount: BigInt(balance),
    token: {
      address,
      ...(unlisted && { unlisted }),
      decimals: metadata.decimals,
      symbol: cleanText(metadata.symbol, MAX_SYMBOL_LENGTH) ||
        (address === null ? chain.nativeCurrency.symbol : unnamedToken(address).symbol),
    },
  }];
}
