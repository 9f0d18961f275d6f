/** Who pays the network fee, and how much at most. @module */
import type { JSX } from "preact";
import type { FeeView } from "@sdk/core/approval";
import { amountAtMost, withSymbol } from "../text/numbers.ts";
import { useSurroundings } from "./context.ts";
import { Row, Skeleton } from "./rows.tsx";

/** The line. */
export function Fee(props: { fee: FeeView | null; loading: boolean }): JSX.Element {
  const { text, tag } = useSurroundings();
  const { fee } = props;
  return (
    <Row label={text.fee} testid="sdk-fee">
      {fee === null
        ? props.loading
          ? (
            <>
              <span class="hidden">{text.feeLoading}</span>
              <Skeleton width="8em" />
              <small>
                <Skeleton width="5em" />
              </small>
            </>
          )
          : "–"
        : fee.payer === "spender"
        ? (
          <>
            <span class="gain">{text.feeFree}</span>
            <small>{text.paidByUser}</small>
          </>
        )
        : fee.payer === "sponsor"
        ? (
          <>
            <span class="gain">{text.feeFree}</span>
            <small>{text.paidBy(fee.sponsor)}</small>
          </>
        )
        : (
          <>
            {text.feeMaximum(
              withSymbol(amountAtMost(fee.maximum, fee.token.decimals, tag), fee.token, tag),
            )}
            <small>
              {text.feeExpected(
                withSymbol(amountAtMost(fee.expected, fee.token.decimals, tag), fee.token, tag),
              )}
            </small>
            {fee.takenBy === undefined ? null : <small>{text.feeTakenBy(fee.takenBy)}</small>}
          </>
        )}
    </Row>
  );
}

/** Whether the payer can pay the most it can cost. */
export function hasEnough(fee: FeeView): boolean {
  return fee.payer !== "account" || fee.balance >= fee.maximum;
}
