/** Describes the spent and received assets of a batch of calls in one sentence. @module */
import {
  type AllowanceView,
  type CallView,
  type ChainView,
  type ChangeView,
  isUnlimited,
  type ReadingView,
  type SendCallsPreview,
  type TokenView,
} from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { count, exactAmount, list, withSymbol } from "../text/numbers.ts";
import { shortAddress } from "../text/short_address.ts";

/**
 * Maximum number of amounts that a clause names before it counts the others. Amounts of listed
 * tokens come first.
 */
const MAX_NAMED = 3;
/** Maximum number of changes that a note lists before it counts the others. */
const MAX_LISTED = 10;
/** Maximum characters in the line below the headline. */
const MAX_LINE = 38;

/** Effect of a batch. */
export interface Net {
  /**
   * Maximum outgoing assets, the native currency first: assets that the calls move, and assets that
   * a called contract may take. `null` is the whole balance.
   */
  readonly gives: readonly Amount[];
  /** Number of outgoing items; `null` if others choose. */
  readonly items: bigint | null;
  /** Allowances of called contracts, which `gives` includes. */
  readonly taken: readonly AllowanceView[];
  /** Further tokens that others may take. */
  readonly allows: readonly Amount[];
  /** The address that may take them, if there is only one. */
  readonly spender: string | null;
  /** Rights that others receive, if any. */
  readonly hands: "collection" | "control" | null;
  /** Maximum outgoing tokens of other owners, such as a multi-owner wallet or a timelock. */
  readonly othersGive: readonly Amount[];
  /** Number of outgoing items of other owners; `null` if others choose. */
  readonly othersItems: bigint | null;
  /** Further tokens of other owners that others may take. */
  readonly othersAllow: readonly Amount[];
  /** True if the calls only transfer and approve, so that `gives` is exact. */
  readonly exact: boolean;
}

/** Amount of a token by its contract, `null` for the native currency. */
interface Amount {
  readonly address: string | null;
  readonly amount: bigint | null;
}

/** Changes that the simulation expects in addition, or instead. */
export interface Expected {
  /** Losses that the headline does not cover. */
  readonly losses: readonly ChangeView[];
  /** Gains in the native currency and in tokens that the operator lists. */
  readonly gains: readonly ChangeView[];
  /** True if a received token is also spent, so that its gain is the net one. */
  readonly netted: boolean;
}

/** Sums up a batch; a simulation never reduces the result. */
export function netOf(
  calls: readonly CallView[],
  { gives, allows }: ReadingView,
  bounds: SendCallsPreview["bounds"] = null,
): Net {
  const called = new Set(
    calls.flatMap(({ kind, to }) => kind === "call" ? [to.toLowerCase()] : []),
  );
  const sums = new Map<string | null, bigint | null>();
  const others = new Map<string | null, bigint | null>();
  let items: bigint | null = 0n;
  let othersItems: bigint | null = 0n;
  const elsewhere = { gives: new Map<string | null, bigint | null>(), allows: new Map() };
  for (const { kind, address, amount, by } of gives) {
    const isToken = kind === "native" || kind === "token";
    if (isToken) add(by === undefined ? sums : elsewhere.gives, address, amount);
    else if (by === undefined) items = plus(items, amount);
    else othersItems = plus(othersItems, amount);
  }
  const counted: AllowanceView[] = [];
  const spenders = new Set<string | null>();
  for (const allowed of allows) {
    const { kind, address, amount, spender, by } = allowed;
    if (kind !== "token") continue;
    if (by !== undefined) {
      add(elsewhere.allows, address, amount);
      continue;
    }
    // A contract that is called next may take its new allowance.
    const taken = amount !== null && !isUnlimited(amount) && spender !== null &&
      called.has(spender.toLowerCase());
    add(taken ? sums : others, address, taken ? amount - (allowed.used ?? 0n) : amount);
    if (taken) counted.push(allowed);
    else spenders.add(spender);
  }
  // The account enforces these bounds. They include a margin, or more than the decoded calls take.
  for (const { token, amount } of bounds?.most ?? []) {
    const key = token.address?.toLowerCase() ?? null;
    const sum = sums.get(key);
    if (sum !== undefined && sum !== null && amount > sum) sums.set(key, amount);
  }
  const handed = allows.filter(({ kind }) => kind !== "token");
  return {
    gives: amountsOf(sums),
    items,
    taken: counted,
    allows: amountsOf(others),
    spender: spenders.size === 1 ? [...spenders][0]! : null,
    hands: handed.some(({ kind }) => kind === "control")
      ? "control"
      : handed.length > 0
      ? "collection"
      : null,
    othersGive: amountsOf(elsewhere.gives),
    othersItems,
    othersAllow: amountsOf(elsewhere.allows),
    exact: calls.every(({ kind, value }) => kind === "send" || (kind !== "call" && value === 0n)),
  };
}

/** Adds up items; `null` if others choose. */
function plus(sum: bigint | null, more: bigint | null): bigint | null {
  return sum === null || more === null ? null : sum + more;
}

function add(sums: Map<string | null, bigint | null>, address: string | null, more: bigint | null) {
  const key = address?.toLowerCase() ?? null;
  const sum = sums.get(key) ?? 0n;
  sums.set(key, sums.get(key) === null || more === null ? null : sum + more);
}

function amountsOf(sums: ReadonlyMap<string | null, bigint | null>): Amount[] {
  return [...sums].filter(([, amount]) => amount !== 0n)
    .map(([address, amount]) => ({ address, amount }))
    .toSorted((a, b) => Number(a.address !== null) - Number(b.address !== null));
}

/**
 * Compares the simulation with a headline. Unlisted tokens count as zero, because any contract can
 * choose their names.
 */
export function expectedOf(net: Net, changes: readonly ChangeView[]): Expected {
  const most = (token: TokenView) =>
    net.gives.find(({ address }) => address === (token.address?.toLowerCase() ?? null))?.amount;
  const losses = changes.filter(({ token, delta }) => {
    const said = most(token);
    return delta < 0n && said !== null && -delta > (said ?? 0n);
  });
  const gains = changes.filter(({ delta, token }) => delta > 0n && token.unlisted !== true);
  return { losses, gains, netted: gains.some(({ token }) => most(token) !== undefined) };
}

/**
 * Returns whether a batch spends and allows no known assets, so that its headline counts its calls.
 */
export function isSilent(
  { gives, items, allows, hands, othersGive, othersItems, othersAllow }: Net,
): boolean {
  return gives.length === 0 && items === 0n && allows.length === 0 && hands === null &&
    othersGive.length === 0 && othersItems === 0n && othersAllow.length === 0;
}

/**
 * Returns whether the headline names every limit that the account enforces. While the limits are
 * unknown, it is expected to, unless the calls only allow spending.
 */
export function limitsAll(net: Net, bounds: SendCallsPreview["bounds"]): boolean {
  const leaving = bounds?.most.filter(({ amount }) => amount > 0n) ?? [];
  if (net.gives.length === 0) return false;
  return leaving.every(({ token, amount }) => {
    const said = net.gives.find(({ address }) =>
      address === (token.address?.toLowerCase() ?? null)
    );
    return said !== undefined && (said.amount === null || said.amount >= amount);
  });
}

/** Lists the tokens of a batch without a name. */
export function unnamedOf(net: Net, tokens: readonly TokenView[]): boolean {
  return [...net.gives, ...net.allows, ...net.othersGive, ...net.othersAllow].some(({ address }) =>
    address !== null && tokenOf(address, tokens) === undefined
  );
}

/** Returns whether the headline names each outgoing amount, of listed tokens only. */
export function namesAll({ gives, items }: Net, tokens: readonly TokenView[]): boolean {
  const isListed = (token: TokenView | undefined) => token !== undefined && token.unlisted !== true;
  return items === 0n && gives.length <= MAX_NAMED &&
    gives.every(({ address }) => address === null || isListed(tokenOf(address, tokens)));
}

/** Headline of a batch in one line; `null` if no outgoing or allowed assets are known. */
export function describeNet(...of: Parameters<typeof clausesOf>): string | null {
  const clauses = clausesOf(...of);
  return clauses.length === 0 ? null : clauses.join(" · ");
}

/** Clauses of the headline of a batch, one for each kind of effect. */
export function clausesOf(
  net: Net,
  tokens: readonly TokenView[],
  chain: Pick<ChainView, "nativeCurrency">,
  locale: Locale,
): readonly string[] {
  const { text } = locale;
  const words = text.screens.reading;
  const name = (amounts: readonly Amount[], isOthers = false) =>
    nameAll(amounts, tokens, { ...chain, isOthers }, locale);
  const nameItems = (items: bigint | null) =>
    items === 0n ? [] : [
      items === null
        ? words.everything
        : words.collectibles(Number(items), count(Number(items), locale.tag)),
    ];
  const leaving = [...name(net.gives), ...nameItems(net.items)];
  const theirs = [...name(net.othersGive, true), ...nameItems(net.othersItems)];
  const allowingTheirs = name(net.othersAllow, true);
  const [allowed, ...more] = net.allows;
  const all = allowed !== undefined && more.length === 0 && isAll(allowed.amount)
    ? tokenOf(allowed.address, tokens)
    : undefined;
  const allowing = name(net.allows);
  const spender = net.spender === null ? null : shortAddress(net.spender);
  return [
    ...leaving.length === 0 ? [] : [(net.exact ? text.send : text.give)(list(leaving, locale.tag))],
    ...allowing.length === 0 ? [] : [
      spender !== null
        ? text.letUse(spender, list(allowing, locale.tag))
        : all === undefined
        ? text.allow(list(allowing, locale.tag))
        : text.allowAll(all.symbol),
    ],
    ...net.hands === null
      ? []
      : [net.hands === "collection" ? text.allowCollection : words.handOver],
    ...theirs.length === 0 ? [] : [words.othersGive(list(theirs, locale.tag))],
    ...allowingTheirs.length === 0 ? [] : [words.othersAllow(list(allowingTheirs, locale.tag))],
  ];
}

/** Line below the headline with the further expected changes; `null` without any. */
export function describeExpected(expected: Expected, locale: Locale): string | null {
  const { losses, gains } = expected;
  const total = losses.length + gains.length;
  if (total === 0) return null;
  const words = locale.text.screens.reading;
  const sentence = sentenceOf(expected, locale);
  return fits(expected, sentence) ? sentence : words.expectSome(total, count(total, locale.tag));
}

/** Lists the changes that the line only counts, losses first; `null` if it includes all. */
export function describeCounted(expected: Expected, locale: Locale): string | null {
  if (fits(expected, sentenceOf(expected, locale))) return null;
  const { text, tag } = locale;
  const all = [...expected.losses, ...expected.gains];
  const figures = all.slice(0, MAX_LISTED).map(({ token, delta }) =>
    `${delta > 0n ? "+" : ""}${withSymbol(exactAmount(delta, token.decimals, tag), token, tag)}`
  );
  return all.length > MAX_LISTED
    ? `${figures.join(", ")} ${text.more(count(all.length - MAX_LISTED, tag))}`
    : list(figures, tag);
}

/** Returns whether a sentence has few amounts, and fits into one line. */
function fits({ losses, gains }: Expected, sentence: string): boolean {
  return losses.length + gains.length <= 2 && sentence.length <= MAX_LINE;
}

function sentenceOf({ losses, gains, netted }: Expected, { text, tag }: Locale): string {
  const words = text.screens.reading;
  const name = (changes: readonly ChangeView[]) =>
    list(
      changes.map(({ token, delta }) =>
        withSymbol(exactAmount(delta < 0n ? -delta : delta, token.decimals, tag), token, tag)
      ),
      tag,
    );
  if (losses.length === 0) return (netted ? words.endMore : words.expectGet)(name(gains));
  if (gains.length === 0) return words.expectGive(name(losses));
  return words.expectBoth(name(losses), name(gains));
}

/** Names amounts; unnamed tokens, and those beyond the first few, are counted. */
function nameAll(
  amounts: readonly Amount[],
  tokens: readonly TokenView[],
  { nativeCurrency, isOthers }: Pick<ChainView, "nativeCurrency"> & { readonly isOthers: boolean },
  { text, tag }: Locale,
): string[] {
  // Tokens that a page made up do not displace other tokens in the sentence.
  const named = inOrder(amounts, tokens).flatMap(({ address, amount }) => {
    const token = address === null ? { address, ...nativeCurrency } : tokenOf(address, tokens);
    if (token === undefined) return [];
    return isAll(amount)
      ? isOthers
        ? text.screens.reading.allOfTheirs(token.symbol)
        : text.screens.grant.everything(token.symbol)
      : withSymbol(exactAmount(amount!, token.decimals, tag), token, tag);
  });
  const unnamed = amounts.length - named.length;
  const rest = Math.max(0, named.length - MAX_NAMED);
  const { unknownTokens, moreTokens } = text.screens.reading;
  return [
    ...named.slice(0, MAX_NAMED),
    ...rest === 0 ? [] : [moreTokens(rest, count(rest, tag))],
    ...unnamed === 0 ? [] : [unknownTokens(unnamed, count(unnamed, tag))],
  ];
}

/**
 * Sorts assets as the wallet lists their tokens: the native currency, tokens listed by the
 * operator, other known tokens, unknown tokens.
 */
export function inOrder<T extends { readonly address: string | null }>(
  assets: readonly T[],
  tokens: readonly TokenView[],
): T[] {
  const places = new Map(tokens.map(({ address }, index) => [address?.toLowerCase(), index]));
  const placeOf = ({ address }: T) =>
    address === null ? -1 : places.get(address.toLowerCase()) ?? tokens.length;
  return assets.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns whether an amount represents the whole balance. */
function isAll(amount: bigint | null): boolean {
  return amount === null || isUnlimited(amount);
}

function tokenOf(address: string | null, tokens: readonly TokenView[]): TokenView | undefined {
  return tokens.find((token) => token.address?.toLowerCase() === address?.toLowerCase());
}
