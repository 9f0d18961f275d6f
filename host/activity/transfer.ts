/** Says in a sentence what someone else moved to or from the account. @module */
import { isAddressEqual, zeroAddress } from "viem";
import { cleanText } from "../../core/lib/text.ts";
import { MAX_SYMBOL_LENGTH } from "../../core/protocol/limits.ts";
import type { ChainJson, TokenJson, TransferJson } from "../../core/protocol/service/mod.ts";
import { exactAmount } from "../../ui/text/numbers.ts";
import { amountOf, apart, type Sentence, type Words } from "./sentence.ts";

/** Knowledge with which a transfer is read. */
export interface KnownTransfer {
  readonly chain: ChainJson;
  /** The token; absent if it could not be described. */
  readonly token: TokenJson | undefined;
  /** True for tokens of the operator's list, and of the user's own. */
  readonly listed: boolean;
}

/**
 * Describes a transfer. Anyone can make a token of any name: only those that are listed are called by
 * it.
 */
export function describeTransfer(
  transfer: TransferJson,
  { chain, token: described, listed }: KnownTransfer,
  { text, tag, nameOf }: Words,
): Sentence {
  const { kind, incoming, other } = transfer;
  const name = apart(nameOf(other));
  // A token that was just made has no sender, and a destroyed one no recipient.
  const side = isAddressEqual(other, zeroAddress)
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
  const shown = amountOf(amount, token, tag);
  return {
    kind: way,
    title: incoming ? text.received(shown) : text.taken(shown),
    amount: exactAmount(amount, token.decimals, tag),
    symbol: token.symbol,
    token: { symbol: token.symbol, address: token.address },
    incoming,
    ...side,
  };
}
