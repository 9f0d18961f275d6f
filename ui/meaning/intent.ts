/** Describes a batch of calls in one phrase. @module */
import type { CallView, ChainView, SendCallsPreview, TokenView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { asUnit, count, exactAmount, list, withSymbol } from "../text/numbers.ts";

/** Headline of a batch and label of its button. */
export interface Intent {
  /** Headline. */
  readonly title: string;
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
    title: withValue(value, intent.title, chain, locale),
    action: calls.length === 1 ? locale.text.confirm : intent.action,
  };
}

/** Maximum number of transferred tokens in a headline. */
export const MAX_SENT = 2;

/** Returns whether calls only send a few known tokens, all of which the headline names. */
export function isPlain(calls: readonly CallView[]): boolean {
  const totals = sumTransfers(calls);
  return totals !== null && totals.length <= MAX_SENT;
}

/** Describes a batch that only sends a few known tokens; `null` for any other. */
function describeTransfers(calls: readonly CallView[], { text, tag }: Locale): Intent | null {
  const totals = sumTransfers(calls);
  if (totals === null || totals.length > MAX_SENT) return null;
  if (calls.every(isEmpty)) return describeEmpty(calls, text);
  const amounts = list(totals.map(([token, sum]) => formatAmount(sum, token, tag)), tag);
  const action = text.send(amounts);
  const recipient = commonValue(calls.map((call) => call.recipient ?? call.to));
  return {
    title: action,
    action,
    ...(totals.length === 1 && { token: totals[0]![0] }),
    ...(recipient !== undefined && { party: { kind: "to", address: recipient } }),
  };
}

/** Describes calls with neither value nor data. */
function describeEmpty(calls: readonly CallView[], { sendEmpty }: Locale["text"]): Intent {
  const recipient = commonValue(calls.map((call) => call.recipient ?? call.to));
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
  if (first === undefined || calls.length > 1) {
    const shown = count(calls.length, tag);
    return {
      title: text.actions(calls.length, shown),
      action: text.confirmActions(calls.length, shown),
    };
  }
  const title = callTitle(first, locale);
  if (first.kind === "call") return { title, action: text.confirm };
  const approves = first.kind === "token_approve" || first.kind === "approval_for_all";
  const kind = approves ? "spender" : "to";
  return {
    title,
    action: title,
    ...(first.kind === "token_approve" && first.token !== undefined && { token: first.token }),
    ...(first.recipient !== undefined && { party: { kind, address: first.recipient } }),
  };
}

/**
 * Describes the effect of one call of a listed token by the amounts of it that the simulation
 * expects the account to receive, such as a claim; `null` for any other call. Other contracts may
 * control more of the user's assets than tokens (stakes, debts, roles), which no balance shows.
 */
export function describeGain(
  { calls, changes, items = [], reading, bounds, warnings }: SendCallsPreview,
  locale: Locale,
): string | null {
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
  const { text, tag } = locale;
  const figures = changes.slice(0, MAX_SENT).map(({ token, delta }) =>
    formatAmount(delta, token, tag)
  );
  return changes.length > MAX_SENT ? null : text.screens.reading.expectGet(list(figures, tag));
}

/** Describes a call with its value. */
export function describeCall(call: CallView, chain: Currency, locale: Locale): string {
  const title = callTitle(call, locale);
  return paysContract(call) ? withValue(call.value, title, chain, locale) : title;
}

/** Returns whether a call is known to move and allow no assets. */
export function canFold(call: CallView): boolean {
  if (call.value > 0n || call.explanation !== undefined) return false;
  switch (call.kind) {
    case "send":
      return true;
    case "token_approve":
      // The same function of a collection, which may claim to be a token, approves its item 0.
      return call.amount === 0n && call.token !== undefined && call.token.unlisted !== true;
    case "call":
      return isReduction(call) || call.function?.name === "setApprovalForAll";
    default:
      return false;
  }
}

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

function withValue(value: bigint, title: string, chain: Currency, { text, tag }: Locale): string {
  const amount = formatAmount(value, { address: null, ...chain.nativeCurrency }, tag);
  return `${text.give(amount)} – ${title}`;
}

/** Describes a call without its value. */
export function callTitle(call: CallView, { text, tag }: Locale): string {
  if (isEmpty(call)) return text.sendEmpty;
  if (isTransfer(call)) return text.send(formatAmount(call.amount ?? call.value, call.token, tag));
  if (call.kind === "token_transfer") return text.sendUnknown;
  if (call.kind === "token_approve") {
    if (call.token === undefined) return text.allowUnknown;
    return call.unlimited === true || call.amount === undefined
      ? text.allowAll(call.token.symbol)
      : text.allow(formatAmount(call.amount, call.token, tag));
  }
  if (isReduction(call)) return text.allowLess(formatAmount(call.amount, call.token, tag));
  if (call.kind === "approval_for_all") return text.allowCollection;
  if (call.kind === "item_transfer") return text.sendItem;
  const { explanation } = call;
  // Only the wallet's own texts appear in a headline.
  if (explanation?.source === "pinned") {
    return `${asUnit(explanation.contract ?? "", tag)} – ${asUnit(explanation.intent, tag)}`;
  }
  return call.function === undefined ? text.callContract : text.callFunction(call.function.name);
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

/** Returns the value that all elements share. */
function commonValue<T extends string>(values: readonly T[]): T | undefined {
  return new Set(values.map((value) => value.toLowerCase())).size === 1 ? values[0] : undefined;
}
