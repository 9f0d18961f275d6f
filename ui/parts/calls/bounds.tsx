/** Shows the maximum outgoing amounts that the account itself enforces. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BoundsView } from "@sdk/core/dialog";
import { count, exactAmount, withSymbol } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";
import { Row, Skeleton } from "../values/rows.tsx";

/** Number of amounts shown before the others are unfolded. */
const SHOWN = 2;

/** Bounds that the account checks after the calls, in two lines from the start. */
export function Bounds(props: {
  bounds: BoundsView | null;
  loading: boolean;
  /** True if the calls are known to move or allow assets, so that they can leave later. */
  costs: boolean;
  /** True if others can take more later. */
  allows: boolean;
}): JSX.Element {
  const { text, tag } = useDialogContext();
  const { bounds, loading } = props;
  const [unfolded, setUnfolded] = useState(false);
  const leaving = bounds?.most.filter(({ amount }) => amount > 0n) ?? [];
  const figures = leaving.map(({ token, amount }) =>
    withSymbol(exactAmount(amount, token.decimals, tag), token, tag)
  );
  const shown = unfolded || figures.length <= SHOWN ? figures : figures.slice(0, SHOWN - 1);
  return (
    <dl class="panel rows" data-testid="sdk-bounds" aria-busy={bounds === null && loading}>
      <Row label={text.leavesAtMost} decides>
        <span class="block bounds">
          {bounds === null
            ? loading ? <Skeleton width="6em" /> : <span class="muted">{text.notBounded}</span>
            : figures.length === 0
            ? props.costs ? text.leavesLater : text.nothing
            : shown.map((figure) => <bdi class="block" key={figure}>{figure}</bdi>)}
          {bounds === null || figures.length > 1 || (figures.length === 0 && props.costs)
            ? null
            : (
              <small class="block muted">
                {props.allows && figures.length > 0 ? text.leavesLaterToo : text.checkedByAccount}
              </small>
            )}
          {shown.length === figures.length
            ? null
            : (
              <button type="button" class="link" onClick={() => setUnfolded(true)}>
                {text.showAll(count(figures.length, tag))}
              </button>
            )}
        </span>
      </Row>
    </dl>
  );
}
