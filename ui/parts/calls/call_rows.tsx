/** Shows recipient, contract, value and arguments of a call. @module */
import type { JSX } from "preact";
import type { CallView, ChainView } from "@sdk/core/dialog";
import { exactAmount, withSymbol } from "../../text/numbers.ts";
import { Address } from "../values/address.tsx";
import { useDialogContext } from "../hooks/context.ts";
import { LongValue } from "../values/long_value.tsx";
import { MarkedText } from "../values/marked_text.tsx";
import { Row } from "../values/rows.tsx";

/** Maximum number of arguments shown; the call data contains all of them. */
const MAX_ARGUMENTS = 64;

/** Rows of a call; `within` is the contract that makes it as one of its steps. */
export function CallRows(
  { call, chain, within }: { call: CallView; chain: ChainView; within?: `0x${string}` },
): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const { explanation } = call;
  // A step's title already names the amount of a transfer or an allowance.
  const described = within !== undefined && call.amount !== undefined && call.token !== undefined ||
    explanation !== undefined && explanation.source !== "convention";
  const rows = [
    call.recipient === undefined || explanation?.source === "pinned"
      ? null
      : (
        <Row label={isApproval(call) ? text.spender : text.to}>
          <Address address={call.recipient} whole />
        </Row>
      ),
    (call.recipient === undefined || call.token?.address !== null) && call.to !== within
      ? (
        <Row label={text.contract}>
          {explanation?.contract === undefined ? <Address address={call.to} whole /> : (
            <>
              <span lang="en">{explanation.contract}</span>
              <small>
                <Address address={call.to} />
              </small>
            </>
          )}
        </Row>
      )
      : null,
    call.value === 0n ? null : (
      <Row label={text.value}>
        {withSymbol(
          exactAmount(call.value, chain.nativeCurrency.decimals, tag),
          chain.nativeCurrency,
          tag,
        )}
      </Row>
    ),
    ...described
      ? []
      : (call.function?.args ?? []).slice(0, MAX_ARGUMENTS).map((arg) => (
        <Row label={arg.name || arg.type}>
          <Value text={arg.value} />
        </Row>
      )),
  ].filter((row) => row !== null);
  return rows.length === 0 ? null : <dl class="call-rows">{rows}</dl>;
}

/** Value of any length; a long one scrolls in place. */
function Value(props: { text: string }): JSX.Element {
  return props.text.length > 200 ? <LongValue value={props.text} /> : (
    <bdi class="mono" dir="ltr">
      <MarkedText text={props.text} />
    </bdi>
  );
}

/** Returns whether a call grants an allowance. */
function isApproval(call: CallView): boolean {
  return call.kind === "token_approve" || call.kind === "approval_for_all";
}
