/** Who pays the network fee, and how much at most. @module */
import type { JSX } from "preact";
import type { FeeView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { amountAtMost, withSymbol } from "../text/numbers.ts";
import { useSurroundings } from "./context.ts";
import { Skeleton } from "./rows.tsx";

/**
 * The line. It always has two lines of text; a third, of who takes the fee, stands above them, so that
 * neither they nor what is below move when it comes.
 */
export function Fee(props: { fee: FeeView | null; loading: boolean }): JSX.Element {
  const locale = useSurroundings();
  const { text } = locale;
  const { fee } = props;
  const takenBy = fee?.payer === "account" ? fee.takenBy : undefined;
  const words = wordsOf(fee, locale);
  return (
    <dl class="row fee" data-testid="sdk-fee">
      <dt>{text.fee}</dt>
      {takenBy === undefined ? null : <dd class="taken">{text.feeTakenBy(takenBy)}</dd>}
      <dd>
        {/* Other figures are other elements: they are exchanged, not moved. */}
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

/** What is paid, and a word about it. */
function wordsOf(
  fee: FeeView | null,
  { text, tag }: Locale,
): { readonly figure: string; readonly detail: string } | null {
  if (fee === null) return null;
  if (fee.payer === "spender") return { figure: text.feeFree, detail: text.paidByUser };
  if (fee.payer === "sponsor") return { figure: text.feeFree, detail: text.paidBy(fee.sponsor) };
  const { token } = fee;
  const amount = (value: bigint) =>
    withSymbol(amountAtMost(value, token.decimals, tag), token, tag);
  return {
    figure: text.feeMaximum(amount(fee.maximum)),
    detail: text.feeExpected(amount(fee.expected)),
  };
}

/** Whether the payer can pay the most it can cost. */
export function hasEnough(fee: FeeView): boolean {
  return fee.payer !== "account" || fee.balance >= fee.maximum;
}
