/** Shows the value of the headline's amount. @module */
import type { JSX } from "preact";
import type { FiatView, TokenView } from "@sdk/core/dialog";
import { priceOf, worthIn, writeWorth } from "../../text/worth.ts";
import { useDialogContext } from "../hooks/context.ts";

/** One line below the amount; its space is reserved before the price is loaded. */
export function Worth(
  props: {
    amount: bigint;
    token: TokenView;
    /** Prices; absent while the token is unnamed. */
    fiat?: FiatView;
  },
): JSX.Element {
  const { tag } = useDialogContext();
  const { amount, token, fiat } = props;
  const price = priceOf(fiat, token);
  const parts = price === undefined ? undefined : worthIn(amount, token.decimals, price);
  const shown = parts === undefined || fiat === undefined
    ? undefined
    : writeWorth(parts, fiat.currency, tag);
  return (
    <p class="worth muted" data-testid="sdk-worth">
      {shown === undefined ? null : <span key={shown}>{`≈\u00a0${shown}`}</span>}
    </p>
  );
}
