/** Describes a transfer to or from the account by others in a sentence. @module */
import { isAddressEqual, zeroAddress } from "viem";
import { cleanText } from "../../core/lib/text.ts";
import { MAX_SYMBOL_LENGTH } from "../../core/ground/limits.ts";
import type { TransferJson } from "../../core/wire/transfers.ts";
import type { ChainJson, TokenJson } from "../../core/wire/values.ts";
import { amountOf, apart, type Words } from "../parts/phrases.ts";
import { amountView, type Sentence } from "./sentence.ts";

/** Data that is needed to describe a transfer. */
export interface KnownTransfer {
  readonly chain: ChainJson;
  /** The token; absent if it could not be described. */
  readonly token: TokenJson | undefined;
  /** True for tokens of the operator's list or the user's own list. */
  readonly listed: boolean;
}

/**
 * Describes a transfer. Anyone can create a token with any name, so only listed tokens are shown by
 * name.
 */
export function describeTransfer(
  transfer: TransferJson,
  { chain, token: described, listed }: KnownTransfer,
  { text, tag, nameOf }: Words,
): Sentence {
  const { kind, incoming, other } = transfer;
  const name = apart(nameOf(other));
  // A minted token has no sender, and a burned one has no recipient.
  const side: Pick<Sentence, "line" | "party"> = isAddressEqual(other, zeroAddress)
    ? {}
    : { line: incoming ? text.fromWhom(name) : text.toWhom(name), party: other };
  const way = incoming ? "received" : "sent";
  if (kind === "erc721" || kind === "erc1155") {
    const title = incoming ? text.receivedItem : text.sentItem;
    return listed
      ? { kind: way, title, incoming, ...side }
      : { kind: "unknown", title, incoming, ...side, contract: transfer.token! };
  }
  const token = transfer.token === null ? { address: null, ...chain.nativeCurrency } : described;
  if (!listed || token === undefined) {
    const symbol = cleanText(described?.symbol ?? "?", MAX_SYMBOL_LENGTH);
    return {
      kind: "unknown",
      title: incoming ? text.receivedUnknown : text.sentUnknown,
      incoming,
      ...side,
      ...(symbol !== "?" && { line: text.callsItself(apart(symbol)) }),
      contract: transfer.token!,
    };
  }
  const amount = BigInt(transfer.amount);
  const isNamed = side.party !== undefined;
  if (incoming) {
    return {
      ...receivedSentence(amount, token, { text, tag }),
      act: isNamed ? text.receivedFrom(name) : text.newTokens,
      ...side,
    };
  }
  return {
    kind: way,
    title: text.taken(amountOf(amount, token, tag)),
    act: isNamed ? text.paidWho(name) : text.kinds.sent,
    ...amountView(amount, token, tag),
    incoming,
    ...side,
  };
}

/** Describes an amount that the account received. */
export function receivedSentence(
  amount: bigint,
  token: Pick<TokenJson, "symbol" | "decimals" | "address">,
  { text, tag }: Pick<Words, "text" | "tag">,
): Sentence {
  return {
    kind: "received",
    title: text.received(amountOf(amount, token, tag)),
    act: text.kinds.received,
    ...amountView(amount, token, tag),
    incoming: true,
  };
}
