/** An amount of a token that typed data names by its address. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Address as Hex, TokenView } from "@sdk/core/dialog";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import { Address } from "./address.tsx";
import { useSurroundings } from "./context.ts";

/** In the token's own units, where somebody knows them; the address stands beside in any case. */
export function TokenAmount(props: {
  amount: bigint;
  address: Hex;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useSurroundings();
  const { amount, address, tokens } = props;
  const token = tokens.find((each) => each.address?.toLowerCase() === address.toLowerCase());
  // Where the unit may yet be known, its line keeps its room.
  const [late] = useState(token === undefined);
  const figure = token === undefined
    ? exactAmount(amount, 0, tag)
    : withSymbol(exactAmount(amount, token.decimals, tag), token, tag);
  return (
    <span class="block">
      <span key={figure} class="block">{figure}</span>
      <small class="block">
        <Address address={address} />
      </small>
      {late
        ? <small class={token === undefined ? "block" : "block unseen"}>{text.smallestUnit}</small>
        : null}
    </span>
  );
}
