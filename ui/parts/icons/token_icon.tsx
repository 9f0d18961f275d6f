/**
 * Draws the picture of a token: its mark if the wallet lists it by network and contract, otherwise
 * its first letter on a neutral disc. A symbol alone never gets a mark, because any token can
 * choose it.
 *
 * @module
 */
import type { JSX } from "preact";
import type { ChainView, TokenView } from "@sdk/core/dialog";
import { useMarks } from "../../marks/use_marks.ts";

/** Picture of a token, with its network as a badge; decorative, next to its symbol. */
export function TokenIcon(
  props: {
    token: Pick<TokenView, "address" | "symbol">;
    chain: Pick<ChainView, "id" | "name">;
    large?: boolean;
  },
): JSX.Element {
  const { token: { address, symbol }, chain, large = false } = props;
  const marks = useMarks();
  const name = marks?.nameOfMark({ chainId: chain.id, address });
  return (
    <span class={large ? "token large" : "token"} aria-hidden="true">
      {marks !== null && name !== undefined ? <marks.Mark name={name} /> : firstLetter(symbol)}
      {large ? <ChainBadge chain={chain} marks={marks} /> : null}
    </span>
  );
}

/** Mark of a network at the edge of a token; the network's first letter if it has no mark. */
function ChainBadge(
  props: { chain: Pick<ChainView, "id" | "name">; marks: ReturnType<typeof useMarks> },
): JSX.Element {
  const { chain, marks } = props;
  const name = marks?.nameOfMark({ chainId: chain.id });
  return (
    <span class="chain-badge">
      {marks !== null && name !== undefined ? <marks.Mark name={name} /> : firstLetter(chain.name)}
    </span>
  );
}

/** Returns the first letter or digit. */
function firstLetter(symbol: string): string {
  return /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? "•";
}
