/** Describes a batch of calls in one phrase. @module */
import {
  type CallView,
  type ChainView,
  type ExplanationView,
  isRevocation,
  type SendCallsPreview,
  type TokenView,
} from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { asUnit, count, exactAmount, list, withSymbol } from "../text/numbers.ts";
import { shortAddress } from "../text/short_address.ts";

/** Headline of a batch and label of its button. */
export interface Intent {
  /** Headline. */
  readonly title: string;
  /** Line below the headline: the use of the value that the headline names. */
  readonly about?: string;
  /** Label of the button. */
  readonly action: string;
  /** Token of the headline, if it is a single amount. */
  readonly token?: TokenView;
  /** Recipient or spender, if there is only one. */
  readonly party?: { readonly kind: "to" | "spender"; readonly address: `0x${string}` };
}

/** Currency of the calls' value. */
type Currency = Pick<ChainView, "nativeCurrency">;

/**
 * Describes a batch. The title always includes the native value of all calls, because neither a
 * simulation nor a function's name guarantees its use.
 */
export function describeBatch(calls: readonly CallView[], chain: Currency, locale: Locale): Intent {
  const transfers = describeTransfers(calls, locale);
  if (transfers !== null) return transfers;
  const intent = describeActions(calls, locale);
  const value = calls.reduce((sum, call) => sum + call.value, 0n);
  if (value === 0n) return intent;
  const { token: _, ...rest } = intent;
  return {
    ...rest,
    ...withValue(value, intent.title, chain, locale),
    action: calls.length === 1 ? locale.text.confirm : intent.action,
  };
}

/** Maximum number of transferred tokens in a headline. */
export const MAX_SENT = 2;

/**
 * Returns whether calls only send a few known tokens, all of which the headline names; with
 * `orLater`, including tokens that it names once they are loaded.
 */
export function isPlain(calls: readonly CallView[], orLater = false): boolean {
  const named = orLater
    ? calls.map((call) =>
      call.kind === "token_transfer" && call.token === undefined
        ? { ...call, token: { address: call.to, symbol: "", decimals: 0 } }
        : call
    )
    : calls;
  const totals = sumTransfers(named);
  return totals !== null && totals.length <= MAX_SENT;
}

/** Returns whether calls only give approvals, which change no balance. */
export function isApproval(calls: readonly CallView[]): boolean {
  return calls.length > 0 && calls.every(({ kind, value }) => approves(kind) && value === 0n);
}

/** Returns whether a call gives an approval. */
function approves(kind: CallView["kind"]): boolean {
  return kind === "token_approve" || kind === "approval_for_all";
}

/** Describes a batch that only sends a few known tokens; `null` for any other. */
function describeTransfers(calls: readonly CallView[], { text, tag }: Locale): Intent | null {
  const totals = sumTransfers(calls);
  if (totals === null || totals.length > MAX_SENT) return null;
  if (calls.every(isEmpty)) return describeEmpty(calls, text);
  const amounts = list(totals.map(([token, sum]) => formatAmount(sum, token, tag)), tag);
  const action = text.send(amounts);
  const recipient = partyOf(calls);
  return {
    title: action,
    action,
    ...(totals.length === 1 && { token: totals[0]![0] }),
    ...(recipient !== undefined && { party: { kind: "to", address: recipient } }),
  };
}

/** Describes calls with neither value nor data. */
function describeEmpty(calls: readonly CallView[], { sendEmpty }: Locale["text"]): Intent {
  const recipient = partyOf(calls);
  return {
    title: sendEmpty,
    action: sendEmpty,
    ...(recipient !== undefined && { party: { kind: "to", address: recipient } }),
  };
}

/** Describes any other batch, without its value. */
function describeActions(calls: readonly CallView[], locale: Locale): Intent {
  const { text, tag } = locale;
  const [first] = calls;
  if (endsAccess(calls)) return describeEnds(calls, locale);
  if (first === undefined || calls.length > 1) {
    const shown = count(calls.length, tag);
    return {
      title: text.actions(calls.length, shown),
      action: text.confirmActions(calls.length, shown),
    };
  }
  const title = isUnreadable(first) ? text.useContract : callTitle(first, locale);
  if (first.kind === "call") return { title, action: text.confirm };
  const { recipient } = first;
  if (!approves(first.kind)) {
    return {
      title,
      action: title,
      ...(recipient !== undefined && { party: { kind: "to", address: recipient } }),
    };
  }
  if (recipient === undefined) return { title, action: text.grantAction };
  const party = { kind: "spender", address: recipient } as const;
  const spender = shortAddress(recipient);
  const { token, amount } = first;
  if (first.kind !== "token_approve" || token === undefined) {
    return { title, action: text.grantAction, party };
  }
  if (isRevocation(first)) {
    const title = text.screens.grant.stop(`\u2068${spender}\u2069`, token.symbol);
    return { title, action: text.confirm, party };
  }
  const allowed = first.unlimited === true || amount === undefined
    ? text.screens.grant.everything(token.symbol)
    : formatAmount(amount, token, locale.tag);
  return { title: text.letUse(spender, allowed), action: text.grantAction, party };
}

/**
 * Returns the amounts of a listed token that the simulation expects the account to receive from one
 * call of the token, such as a claim; `null` for any other call. Other contracts may
 * control more of the user's assets than tokens (stakes, debts, roles), which no balance shows.
 */
export function gainsOf(
  { calls, changes, items = [], reading, bounds, warnings }: SendCallsPreview,
): readonly (readonly [TokenView, bigint])[] | null {
  const [call, ...others] = calls;
  const cost = call?.kind !== "call" || call.value > 0n || call.explanation?.source === "pinned" ||
    reading === undefined || reading.gives.length + reading.allows.length > 0;
  // An unreadable call costs nothing if the account itself prevents outgoing assets.
  const isBounded = bounds !== undefined && bounds !== null && bounds.unbounded.length === 0 &&
    bounds.most.every(({ amount }) => amount === 0n);
  if (cost || (reading.unread > 0 && !isBounded)) return null;
  if (others.length + items.length > 0 || changes === null || changes.length === 0) {
    return null;
  }
  const isOwn = ({ delta, token }: (typeof changes)[number]) =>
    delta > 0n && token.unlisted !== true && token.address?.toLowerCase() === call.to.toLowerCase();
  if (!changes.every(isOwn) || warnings.some(({ level }) => level !== "info")) return null;
  return changes.length > MAX_SENT ? null : changes.map(({ token, delta }) => [token, delta]);
}

/** Describes the effect of one call by its expected gains; `null` for any other call. */
export function describeGain(preview: SendCallsPreview, { text, tag }: Locale): string | null {
  const gains = gainsOf(preview);
  if (gains === null) return null;
  const figures = gains.map(([token, amount]) => formatAmount(amount, token, tag));
  return text.screens.reading.gain(list(figures, tag));
}

/** Describes a call: its value, and in a second line its use. */
export function describeCall(
  call: CallView,
  chain: Currency,
  locale: Locale,
): Pick<Intent, "title" | "about"> {
  const title = callTitle(call, locale);
  return paysContract(call) ? withValue(call.value, title, chain, locale) : { title };
}

/** Returns whether a call is known to move and allow no assets. */
export function canFold(call: CallView): boolean {
  if (call.value > 0n || call.explanation !== undefined) return false;
  switch (call.kind) {
    case "send":
      return true;
    case "token_approve":
      return isRevocation(call);
    case "call":
      return isReduction(call);
    default:
      return false;
  }
}

/** Returns whether several calls only end allowances of listed tokens. */
export function endsAccess(calls: readonly CallView[]): boolean {
  return calls.length > 1 && calls.every((call) => call.value === 0n && isRevocation(call));
}

/** Describes calls that only end allowances. */
function describeEnds(calls: readonly CallView[], { text, tag }: Locale): Intent {
  const symbols = [...new Set(calls.map(({ token }) => token!.symbol))];
  const spender = partyOf(calls);
  return {
    title: symbols.length > MAX_ENDED
      ? text.actions(calls.length, count(calls.length, tag))
      : text.endUse(list(symbols, tag)),
    action: text.confirm,
    ...(spender !== undefined && { party: { kind: "spender", address: spender } }),
  };
}

/** Maximum number of tokens whose ended allowances the headline names. */
const MAX_ENDED = 3;

/** A call that lowers the allowance of a known token. */
type Reduction = CallView & { readonly token: TokenView; readonly amount: bigint };

/** Returns whether a call only lowers the allowance of a spender. */
function isReduction(call: CallView): call is Reduction {
  return call.kind === "call" && call.function?.name === "decreaseAllowance" &&
    call.token !== undefined && call.amount !== undefined;
}

/**
 * Returns whether a call pays its contract; for a plain send the title already contains the amount.
 */
function paysContract({ kind, value }: CallView): boolean {
  return kind !== "send" && value > 0n;
}

function withValue(value: bigint, about: string, chain: Currency, { text, tag }: Locale) {
  const amount = formatAmount(value, { address: null, ...chain.nativeCurrency }, tag);
  return { title: text.give(amount), about };
}

/** Describes a call without its value. */
export function callTitle(call: CallView, { text, tag }: Locale): string {
  if (isEmpty(call)) return text.sendEmpty;
  if (isTransfer(call)) return text.send(formatAmount(call.amount ?? call.value, call.token, tag));
  if (call.kind === "token_transfer") return text.sendUnknown;
  if (call.kind === "token_approve") {
    if (call.token === undefined) return text.allowUnknown;
    if (isRevocation(call)) return text.endUse(call.token.symbol);
    return call.unlimited === true || call.amount === undefined
      ? text.allowAll(call.token.symbol)
      : text.allow(formatAmount(call.amount, call.token, tag));
  }
  if (isReduction(call)) return text.allowLess(formatAmount(call.amount, call.token, tag));
  if (call.kind === "approval_for_all") return text.allowCollection;
  if (call.kind === "item_transfer") return text.sendItem;
  const { explanation } = call;
  // Only the wallet's own texts appear in a headline.
  if (explanation?.source === "pinned") return explanationTitle(explanation, tag);
  return call.function === undefined ? text.callContract : text.callFunction(call.function.name);
}

/** Title of a call or a message that the wallet's registry describes. */
export function explanationTitle({ contract = "", intent }: ExplanationView, tag: string): string {
  return `${asUnit(contract, tag)}: ${asUnit(intent, tag)}`;
}

/** Returns whether the wallet can describe a call only by its contract. */
export function isUnreadable(call: CallView): boolean {
  return call.kind === "call" && call.function === undefined && !isReduction(call) &&
    call.explanation?.source !== "pinned";
}

/** Returns whether a call has neither value nor data. */
function isEmpty({ kind, value, amount = value }: CallView): boolean {
  return kind === "send" && amount === 0n;
}

/** A call that sends an amount of a known token. */
type Transfer = CallView & { readonly token: TokenView };

/** Returns whether a call only sends an amount of a known token. */
function isTransfer(call: CallView): call is Transfer {
  return (call.kind === "send" || call.kind === "token_transfer") && call.token !== undefined;
}

/** Returns whether a token has no name yet, without which its amount cannot be shown. */
export function isUnnamed(calls: readonly CallView[]): boolean {
  return calls.some(({ kind, token }) =>
    (kind === "token_transfer" || kind === "token_approve") && token === undefined
  );
}

/** Formats an exact amount with its symbol. */
function formatAmount(amount: bigint, token: TokenView, tag: string): string {
  return withSymbol(exactAmount(amount, token.decimals, tag), token, tag);
}

/**
 * Adds up transfers of calls, per token; `null` if the calls have effects other than sending known
 * tokens.
 */
export function sumTransfers(calls: readonly CallView[]): [TokenView, bigint][] | null {
  const transfers = calls.filter(isTransfer);
  const isMore = transfers.length < calls.length || calls.some(paysContract);
  return calls.length === 0 || isMore ? null : sumByToken(transfers);
}

/** Adds up amounts per token, in the order of the calls. */
function sumByToken(calls: readonly Transfer[]): [TokenView, bigint][] {
  const sums = new Map<string, [TokenView, bigint]>();
  for (const call of calls) {
    const key = call.token.address?.toLowerCase() ?? "native";
    const sum = sums.get(key)?.[1] ?? 0n;
    sums.set(key, [call.token, sum + (call.amount ?? call.value)]);
  }
  return [...sums.values()];
}

/** Returns the recipient or spender of all calls; `undefined` if there are several. */
export function partyOf(calls: readonly CallView[]): CallView["to"] | undefined {
  const [first, ...others] = calls.map(({ recipient, to }) => recipient ?? to);
  return others.every((other) => other.toLowerCase() === first?.toLowerCase()) ? first : undefined;
}
