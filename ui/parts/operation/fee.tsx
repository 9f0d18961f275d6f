/** Shows who pays the network fee, and its maximum. @module */
import type { JSX } from "preact";
import type { FeeView, FiatView } from "@sdk/core/dialog";
import type { Locale } from "../../text/locale.ts";
import { amountAtMost, withSymbol } from "../../text/numbers.ts";
import { priceOf, worthIn, writeWorth } from "../../text/worth.ts";
import { useDialogContext } from "../hooks/context.ts";
import { Skeleton } from "../values/rows.tsx";

/** Fee line. It always has two lines of text, so that nothing moves. */
export function Fee(
  props: { fee: FeeView | null; fiat?: FiatView | undefined; loading: boolean },
): JSX.Element {
  const locale = useDialogContext();
  const { text } = locale;
  const { fee } = props;
  const words = describeFee(fee, locale, props.fiat);
  return (
    <dl class="row fee" data-testid="sdk-fee">
      <dt>{text.fee}</dt>
      <dd>
        {/* Different figures are different elements: they are replaced, not moved. */}
        {words !== null
          ? (
            <>
              <span key={words.figure} class={fee?.payer === "account" ? undefined : "gain"}>
                {words.figure}
              </span>
              <small key={words.detail}>{words.detail}</small>
            </>
          )
          : props.loading
          ? (
            <>
              <span class="hidden">{text.feeLoading}</span>
              <Skeleton width="8em" />
              <small>
                <Skeleton width="5em" />
              </small>
            </>
          )
          : (
            <>
              –
              <small>&nbsp;</small>
            </>
          )}
      </dd>
    </dl>
  );
}

/** Returns the fee and a note about it; `null` while it is unknown. */
export function describeFee(
  fee: FeeView | null,
  { text, tag }: Locale,
  fiat?: FiatView,
): { readonly figure: string; readonly detail: string } | null {
  if (fee === null) return null;
  if (fee.payer === "spender") return { figure: text.feeFree, detail: text.paidByUser };
  if (fee.payer === "sponsor") return { figure: text.feeFree, detail: text.paidBy(fee.sponsor) };
  const { token } = fee;
  const amount = (value: bigint) =>
    withSymbol(amountAtMost(value, token.decimals, tag), token, tag);
  const maximum = text.feeMaximum(amount(fee.maximum));
  // A maximum far above the estimate stays in the first place.
  const price = fee.maximum > MAX_SPREAD * fee.expected ? undefined : priceOf(fiat, token);
  const parts = price === undefined ? undefined : worthIn(fee.expected, token.decimals, price);
  if (parts !== undefined && fiat !== undefined) {
    // Smaller fees than a cent are not called free.
    const isTiny = parts < CENT;
    const worth = writeWorth(isTiny ? CENT : parts, fiat.currency, tag);
    if (worth !== undefined) {
      return { figure: `${isTiny ? "<" : "≈"}\u00a0${worth}`, detail: maximum };
    }
  }
  return { figure: maximum, detail: text.feeExpected(amount(fee.expected)) };
}

/** Multiple of the estimate up to which a maximum is usual. */
const MAX_SPREAD = 20n;
/** A hundredth of the currency's unit, in ten-thousandths. */
const CENT = 100n;

/** Returns whether the payer can afford the maximum. */
export function hasEnough(fee: FeeView): boolean {
  return fee.payer !== "account" || fee.balance >= fee.maximum;
}
