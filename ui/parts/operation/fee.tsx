/** Shows who pays the network fee, its maximum, and the choice of the token that pays it. @module */
import type { ComponentChildren, JSX } from "preact";
import type { FeeView, FiatView } from "@sdk/core/dialog";
import type { Locale } from "../../text/locale.ts";
import { amountAtMost, withSymbol } from "../../text/numbers.ts";
import { priceOf, worthIn, writeWorth } from "../../text/worth.ts";
import { useDialogContext } from "../hooks/context.ts";
import { DownIcon } from "../icons/icons.tsx";
import { Skeleton } from "../values/rows.tsx";

/** Props of {@linkcode Fee}. */
export interface FeeProps {
  readonly fee: FeeView | null;
  readonly fiat?: FiatView | undefined;
  readonly loading: boolean;
  /** Tokens that can pay the fee: the row unfolds them. */
  readonly children?: ComponentChildren;
}

/** Fee in one line. */
export function Fee({ fee, fiat, loading, children }: FeeProps): JSX.Element {
  const locale = useDialogContext();
  const { text } = locale;
  const chooses = children !== undefined;
  const words = describeFee(fee, locale, fiat, chooses);
  const row = (
    <>
      <span class="muted">{text.fee}</span>
      {/* Different figures are different elements: they are replaced, not moved. */}
      <span class="figures" data-testid="sdk-fee">
        {words !== null
          ? (
            <>
              <span key={words.figure} class={fee?.payer === "account" ? undefined : "gain"}>
                {words.figure}
              </span>
              {words.detail === undefined || chooses
                ? null
                : <small key={words.detail}>{words.detail}</small>}
            </>
          )
          : loading
          ? (
            <>
              <span class="hidden">{text.feeLoading}</span>
              <Skeleton width="8em" />
            </>
          )
          : <span class="muted">{text.noEstimate}</span>}
      </span>
    </>
  );
  return !chooses
    ? <p class="fee">{row}</p>
    : (
      <details class="choosable" data-testid="sdk-fee-choice">
        <summary class="fee">
          {row}
          <span key={fee?.payer === "account" ? fee.token.symbol : ""} class="fee-token">
            {fee?.payer === "account" ? <bdi>{fee.token.symbol}</bdi> : null}
            <DownIcon class="chevron" />
          </span>
        </summary>
        {children}
      </details>
    );
}

/**
 * Returns the fee and a note about it; `null` while it is unknown. If a choice of tokens follows
 * (`chooses`), it contains the symbol, and each token's maximum: the row shows the maximum only if
 * it is far above the estimate.
 */
export function describeFee(
  fee: FeeView | null,
  { text, tag }: Locale,
  fiat?: FiatView,
  chooses = false,
): { readonly figure: string; readonly detail?: string } | null {
  if (fee === null) return null;
  if (fee.payer === "spender") return { figure: text.feeFree, detail: text.paidByUser };
  if (fee.payer === "sponsor") return { figure: text.feeFree, detail: text.paidBy(fee.sponsor) };
  const { token } = fee;
  const amount = amountAtMost(fee.maximum, token.decimals, tag);
  const maximum = text.feeMaximum(chooses ? amount : withSymbol(amount, token, tag));
  // A maximum far above the estimate stays in the first place.
  const spread = chooses ? CLOSE_SPREAD : MAX_SPREAD;
  const price = fee.maximum > spread * fee.expected ? undefined : priceOf(fiat, token);
  const parts = price === undefined ? undefined : worthIn(fee.expected, token.decimals, price);
  if (parts !== undefined && fiat !== undefined) {
    // Smaller fees than a cent are not called free.
    const isTiny = parts < CENT;
    const worth = writeWorth(isTiny ? CENT : parts, fiat.currency, tag);
    if (worth !== undefined) {
      return { figure: `${isTiny ? "<" : "≈"}\u00a0${worth}`, detail: maximum };
    }
  }
  return { figure: maximum };
}

/** Multiple of the estimate up to which a maximum is usual. */
const MAX_SPREAD = 20n;
/** Multiple up to which the row omits the maximum. */
const CLOSE_SPREAD = 3n;
/** A hundredth of the currency's unit, in ten-thousandths. */
const CENT = 100n;

/** Returns whether the payer can afford the maximum. */
export function hasEnough(fee: FeeView): boolean {
  return fee.payer !== "account" || fee.balance >= fee.maximum;
}
