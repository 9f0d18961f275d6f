/** Describes an operation in a sentence, from its call data alone. @module */
import { type Address, type Hex, isAddressEqual } from "viem";
import { type Act, type ActPermission, readActs } from "../../core/account/acts.ts";
import type { Call } from "../../core/account/calls.ts";
import type { CallView } from "../../core/dialog/types.ts";
import type { ChainJson, TokenJson } from "../../core/wire/values.ts";
import { isRevocation } from "../../core/lib/revocation.ts";
import { decodeCalls } from "../../core/reading/decode.ts";
import { spentToken } from "../../core/reading/permission_view.ts";
import { count, exactAmount } from "../../ui/text/numbers.ts";
import { amountOf, apart, limitOf, type Words } from "../parts/phrases.ts";

/** An operation as text. */
export interface Sentence {
  /** Kind, for its icon and the filter. */
  readonly kind: "sent" | "received" | "access" | "other" | "unknown";
  /** The sentence. */
  readonly title: string;
  /** Text below it in addition to time and network, such as the recipient. */
  readonly line?: string;
  /** The sentence without its amount, which a row shows separately; absent without one. */
  readonly act?: string;
  /** The amount in the token's smallest unit, for its value; absent without one. */
  readonly moved?: { readonly amount: bigint; readonly decimals: number };
  /** Displayed amount; absent if none or several were moved. */
  readonly amount?: string;
  /** Symbol of the moved token. */
  readonly symbol?: string;
  /** The moved token, for its mark; absent for an unknown token. */
  readonly token?: { readonly symbol: string; readonly address: Address | null };
  /** True if the account received it. */
  readonly incoming?: boolean;
  /** Sender, recipient or spender. */
  readonly party?: Address;
  /** Account from which an operation spent, within a permission of that account. */
  readonly grantor?: Address;
  /** Contract of an unknown token or item. */
  readonly contract?: Address;
}

/** Data that is needed to describe an operation. */
export interface Known {
  readonly chain: ChainJson;
  readonly account: Address;
  readonly tokens: readonly TokenJson[];
  /** Permissions that were revoked, by their ids in lowercase. */
  readonly ended?: ReadonlyMap<Hex, ActPermission>;
  /** Returns true for a token on the user's own list. */
  readonly isWatched?: (token: Address) => boolean;
}

/** Lists the permissions that call data revokes, by their ids in lowercase. */
export function endedIn(callData: Hex): Hex[] {
  return readActs(callData).flatMap((act) =>
    act.kind === "revoke" ? [act.id.toLowerCase() as Hex] : []
  );
}

/** Tokens in call data, to be described. */
export function tokensIn(callData: Hex): Address[] {
  const named = readActs(callData).flatMap((act): Address[] => {
    if (act.kind === "call" && act.call.data !== "0x") return [act.call.to];
    return act.kind === "grant" ? act.permission.spends.map(({ token }) => token) : [];
  });
  return [...new Set(named)];
}

/** Describes an operation. */
export function describeOperation(callData: Hex, known: Known, words: Words): Sentence {
  const sentences = readActs(callData).map((act) => describe(act, known, words));
  const [first, second] = sentences;
  if (first === undefined) return { kind: "other", title: words.text.unread };
  if (second === undefined) return first;
  // An approval prepares the main action, so the sentence starts with the main action.
  const [main = first] = sentences.filter(({ kind }) => kind !== "access")
    .toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const { kind, title, token } = main;
  const more = count(sentences.length - 1, words.tag);
  return { kind, title: words.text.several(title, more), ...(token !== undefined && { token }) };
}

/** Returns the moved amount as a number of whole tokens; 0 without one. */
function sizeOf({ moved }: Sentence): number {
  return moved === undefined ? 0 : Number(moved.amount) / 10 ** moved.decimals;
}

function describe(act: Act, known: Known, words: Words): Sentence {
  const { text } = words;
  switch (act.kind) {
    case "call":
      return describeCall(act.call, known, words);
    case "grant":
      return describeGrant(act.permission, known, words);
    case "revoke":
      return describeEnd(known.ended?.get(act.id.toLowerCase() as Hex), known, words);
    case "revokeAll":
      return { kind: "access", title: text.revokedAll };
    case "use": {
      const { account } = act.permission;
      return {
        kind: "other",
        title: text.usedGrant(apart(words.nameOf(account))),
        grantor: account,
      };
    }
    case "redeem":
      return { kind: "other", title: text.usedGrant() };
    case "ask":
    case "upgrade":
    case "unknown":
      return { kind: "other", title: text.updated };
  }
}

function describeGrant(
  { spender, spends }: ActPermission,
  { chain, tokens }: Known,
  { text, tag, spenderOf }: Words,
): Sentence {
  const base = { kind: "access", party: spender } as const;
  const name = apart(spenderOf(spender));
  const [spend] = spends;
  if (spend === undefined) return { ...base, title: text.grantedAny(name) };
  const amount = amountOf(spend.allowance, spentToken(spend.token, chain, tokens), tag);
  return { ...base, title: text.granted(name, limitOf({ amount, ...spend }, { text, tag })) };
}

/** Names the owner and the contents of a revoked permission. */
function describeEnd(
  permission: ActPermission | undefined,
  { chain, tokens }: Known,
  { text, tag, spenderOf }: Words,
): Sentence {
  if (permission === undefined) return { kind: "access", title: text.revoked };
  const { spender, spends } = permission;
  const name = apart(spenderOf(spender));
  const [spend] = spends;
  const limit = spend === undefined ? undefined : limitOf(
    {
      ...spend,
      amount: amountOf(spend.allowance, spentToken(spend.token, chain, tokens), tag),
    },
    { text, tag },
  );
  return { kind: "access", party: spender, title: text.stopped(name, limit) };
}

function describeCall(
  call: Call,
  { account, chain, tokens, isWatched = () => false }: Known,
  words: Words,
): Sentence {
  const { text, tag, nameOf, spenderOf } = words;
  // It creates the account on a network, without other effects.
  if (isAddressEqual(call.to, account) && call.value === 0n && call.data === "0x") {
    return { kind: "other", title: text.updated };
  }
  const { symbol, decimals } = chain.nativeCurrency;
  const [view] = decodeCalls([call], { symbol, decimals }, tokens);
  const { kind, recipient, amount = 0n } = view!;
  // Anyone can create a token with any name, so others are shown as unknown ones.
  const token = view!.token?.unlisted !== true || isWatched(call.to) ? view!.token : undefined;
  const party = recipient ?? call.to;
  const name = apart(nameOf(party));
  // Value that a function of a token receives is the larger effect.
  switch (kind !== "send" && call.value > 0n ? "call" : kind) {
    case "send":
    case "token_transfer":
      if (token === undefined) {
        const line = text.toWhom(name);
        return { kind: "sent", title: text.sentUnknown, line, party, contract: call.to };
      }
      return {
        kind: "sent",
        title: text.sent(amountOf(amount, token, tag)),
        line: text.toWhom(name),
        act: text.sentTo(name),
        ...amountView(amount, token, tag),
        party,
      };
    case "item_transfer":
      return { kind: "sent", title: text.sentItem, line: text.toWhom(name), party };
    case "approval_for_all":
      return { kind: "access", title: text.allowedCollection(apart(spenderOf(party))), party };
    case "token_approve":
      return {
        kind: "access",
        title: approval(view!, token, apart(spenderOf(party)), words),
        party,
      };
    case "call":
      if (call.value === 0n && view!.function?.name === "setApprovalForAll") {
        const operator = view!.function.args[0]!.value as Address;
        return { kind: "access", title: text.ended(apart(spenderOf(operator))), party: operator };
      }
  }
  const contract = apart(nameOf(call.to));
  if (call.value === 0n) return { kind: "other", title: text.used(contract), party: call.to };
  const paid = amountOf(call.value, { symbol, decimals }, tag);
  return {
    kind: "other",
    title: text.usedWith(contract, paid),
    act: text.paidWho(contract),
    ...amountView(call.value, { symbol, decimals, address: null }, tag),
    party: call.to,
  };
}

/** The members of a sentence about one amount. */
export function amountView(
  amount: bigint,
  { symbol, decimals, address }: Pick<TokenJson, "symbol" | "decimals" | "address">,
  tag: string,
): Pick<Sentence, "amount" | "symbol" | "token" | "moved"> {
  return {
    amount: exactAmount(amount, decimals, tag),
    symbol,
    token: { symbol, address },
    moved: { amount, decimals },
  };
}

/** Describes an approval. The wallet shows no amount of an unknown token. */
function approval(
  view: CallView,
  token: CallView["token"],
  name: string,
  words: Words,
): string {
  const { amount, unlimited } = view;
  const { text, tag } = words;
  if (isRevocation(view)) return text.ended(name);
  if (token === undefined) return text.grantedAny(name);
  return unlimited === true || amount === undefined
    ? text.allowedAll(name, apart(token.symbol))
    : text.allowed(name, amountOf(amount, token, tag));
}
