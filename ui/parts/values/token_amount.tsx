/** Amount of a token that typed data names by its address. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Address as Hex, TokenView } from "@sdk/core/dialog";
import { exactAmount, withSymbol } from "../../text/numbers.ts";
import { Address } from "./address.tsx";
import { useDialogContext } from "../hooks/context.ts";

/** Amount in the token's units if they are known, with the token's address. */
export function TokenAmount(props: {
  amount: bigint;
  address: Hex;
  tokens: readonly TokenView[];
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const { amount, address, tokens } = props;
  const token = tokens.find((each) => each.address?.toLowerCase() === address.toLowerCase());
  // Reserves a line for units that may still be loading.
  const [late] = useState(token === undefined);
  const figure = token === undefined
    ? exactAmount(amount, 0, tag)
    : withSymbol(exactAmount(amount, token.decimals, tag), token, tag);
  return (
    <span class="block">
      <span key={figure} class="block">{figure}</span>
      <small class="block">
        {token?.unlisted === true ? <span class="tag">{text.unlisted}</span> : null}
        <Address address={address} />
      </small>
      {late
        ? <small class={token === undefined ? "block" : "block unseen"}>{text.smallestUnit}</small>
        : null}
    </span>
  );
}
