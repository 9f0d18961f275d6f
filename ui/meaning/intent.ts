/** What a batch of calls means, in one phrase: the amounts first. @module */
import type { CallView, ChainView, TokenView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { asUnit, count, exactAmount, list, withSymbol } from "../text/numbers.ts";

/** The headline of a batch and the words on its button. */
export interface Intent {
  /** What will happen. */
  readonly title: string;
  /** What the button says. */
  readonly action: string;
  /** Whether the headline is an amount. */
  readonly isAmount: boolean;
  /** The one recipient or spender, if there is one. */
  readonly party?: { readonly kind: "to" | "spender"; readonly address: `0x${string}` };
}

/** Names the currency in which calls carry value. */
type Currency = Pick<ChainView, "nativeCurrency">;

/**
 * Reads the intent of a batch. The native value that leaves with all calls is always in the title,
 * whatever their functions are: no simulation and no name of a function says it for sure.
 */
export function intentOf(calls: readonly CallView[], chain: Currency, locale: Locale): Intent {
  const transfers = transfersIn(calls, locale);
  if (transfers !== null) return transfers;
  const intent = actionsIn(calls, locale);
  const value = calls.reduce((sum, call) => sum + call.value, 0n);
  if (value === 0n) return intent;
  return {
    ...intent,
    title: giving(value, intent.title, chain, locale),
    action: calls.length === 1 ? locale.text.confirm : intent.action,
    isAmount: false,
  };
}

/** Reads a batch that only sends a few known tokens; `null` for any other. */
function transfersIn(calls: readonly CallView[], { text, tag }: Locale): Intent | null {
  const transfers = calls.filter(isTransfer);
  if (calls.length === 0 || transfers.length < calls.length || calls.some(paysContract)) {
    return null;
  }
  const totals = sumByToken(transfers);
  if (totals.length > 2) return null;
  const amounts = list(totals.map(([token, sum]) => amountOf(sum, token, tag)), tag);
  const action = text.send(amounts);
  const recipient = onlyOne(transfers.map((call) => call.recipient ?? call.to));
  return {
    title: action,
    action,
    isAmount: totals.length === 1,
    ...(recipient !== undefined && { party: { kind: "to", address: recipient } }),
  };
}

/** Reads any other batch, leaving aside the value that it carries. */
function actionsIn(calls: readonly CallView[], locale: Locale): Intent {
  const { text, tag } = locale;
  const [first] = calls;
  if (first === undefined || calls.length > 1) {
    const shown = count(calls.length, tag);
    return {
      title: text.actions(calls.length, shown),
      action: text.confirmActions(calls.length, shown),
      isAmount: false,
    };
  }
  const title = titleOf(first, locale);
  if (first.kind === "call") return { title, action: text.confirm, isAmount: false };
  const approves = first.kind === "token_approve" || first.kind === "approval_for_all";
  const kind = approves ? "spender" : "to";
  return {
    title,
    action: title,
    isAmount: first.kind === "token_approve",
    ...(first.recipient !== undefined && { party: { kind, address: first.recipient } }),
  };
}

/** Puts a call in a phrase, with the value that it carries. */
export function phraseOf(call: CallView, chain: Currency, locale: Locale): string {
  const title = titleOf(call, locale);
  return paysContract(call) ? giving(call.value, title, chain, locale) : title;
}

/** Whether a call is known to move nothing and to allow nothing. */
export function canFold(call: CallView): boolean {
  if (call.value > 0n || call.explanation !== undefined) return false;
  switch (call.kind) {
    case "send":
      return true;
    case "token_approve":
      return call.amount === 0n;
    case "call":
      return call.function?.name === "decreaseAllowance" ||
        call.function?.name === "setApprovalForAll";
    default:
      return false;
  }
}

/** Whether a call pays its contract: the amount of a plain send is in its title already. */
function paysContract({ kind, value }: CallView): boolean {
  return kind !== "send" && value > 0n;
}

function giving(value: bigint, title: string, chain: Currency, { text, tag }: Locale): string {
  const amount = amountOf(value, { address: null, ...chain.nativeCurrency }, tag);
  return `${text.give(amount)} – ${title}`;
}

/** One call in a phrase. */
export function titleOf(call: CallView, { text, tag }: Locale): string {
  if (isTransfer(call)) return text.send(amountOf(call.amount ?? call.value, call.token, tag));
  if (call.kind === "token_transfer") return text.sendUnknown;
  if (call.kind === "token_approve") {
    if (call.token === undefined) return text.allowUnknown;
    return call.unlimited === true || call.amount === undefined
      ? text.allowAll(call.token.symbol)
      : text.allow(amountOf(call.amount, call.token, tag));
  }
  if (call.kind === "approval_for_all") return text.allowCollection;
  if (call.kind === "item_transfer") return text.sendItem;
  const { explanation } = call;
  // Only the wallet's own words stand in a headline.
  if (explanation?.source === "pinned") {
    return `${asUnit(explanation.contract ?? "", tag)} – ${asUnit(explanation.intent, tag)}`;
  }
  return call.function === undefined ? text.callContract : text.callFunction(call.function.name);
}

/** A call that sends an amount whose token is known. */
type Transfer = CallView & { readonly token: TokenView };

/** Whether a call only sends an amount of a known token. */
function isTransfer(call: CallView): call is Transfer {
  return (call.kind === "send" || call.kind === "token_transfer") && call.token !== undefined;
}

/** Whether the service has yet to name a token, without which the amount cannot be said. */
export function isUnnamed(calls: readonly CallView[]): boolean {
  return calls.some(({ kind, token }) =>
    (kind === "token_transfer" || kind === "token_approve") && token === undefined
  );
}

/** Amount and symbol, exact. */
function amountOf(amount: bigint, token: TokenView, tag: string): string {
  return withSymbol(exactAmount(amount, token.decimals, tag), token, tag);
}

/** Sums per token, in the order of the calls. */
function sumByToken(calls: readonly Transfer[]): [TokenView, bigint][] {
  const sums = new Map<string, [TokenView, bigint]>();
  for (const call of calls) {
    const key = call.token.address?.toLowerCase() ?? "native";
    const sum = sums.get(key)?.[1] ?? 0n;
    sums.set(key, [call.token, sum + (call.amount ?? call.value)]);
  }
  return [...sums.values()];
}

/** The value that all have in common. */
function onlyOne<T extends string>(values: readonly T[]): T | undefined {
  return new Set(values.map((value) => value.toLowerCase())).size === 1 ? values[0] : undefined;
}
