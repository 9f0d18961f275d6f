/** Shows the balance changes that the simulation expects. @module */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CallView, ChangeView } from "@sdk/core/dialog";
import { count, exactAmount, withSymbol } from "../text/numbers.ts";
import { useDialogContext } from "./context.ts";
import { Skeleton } from "./rows.tsx";
import { useFixedSize } from "./use_fixed_size.ts";

/** Maximum number of changes listed. */
const MAX_CHANGES = 50;

/** Props of {@linkcode Changes}. */
export interface ChangesProps {
  /** The changes, or `null` while unknown. */
  readonly changes: readonly ChangeView[] | null;
  /** True while the changes are loading. */
  readonly loading: boolean;
  /** Calls that lead to them. */
  readonly calls: readonly CallView[];
}

/**
 * List of changes, which keeps the height of its first paint: fewer changes than expected are
 * spaced wider, more of them closer, and the rest unfolds, losses first.
 */
export function Changes(props: ChangesProps): JSX.Element {
  const { text, tag } = useDialogContext();
  const { changes, calls, loading } = props;
  const panel = useRef<HTMLDivElement>(null);
  const [room] = useState(() => Math.min(changes?.length ?? guess(calls), MAX_CHANGES) || 1);
  const [all, setAll] = useState(false);
  useFixedSize(panel, all ? "all" : "few");
  const listed = changes === null
    ? []
    : changes.toSorted((a, b) => Number(a.delta > 0n) - Number(b.delta > 0n)).slice(0, MAX_CHANGES);
  const folds = listed.length > 2 * room;
  const shown = folds && !all ? listed.slice(0, 2 * room - 1) : listed;
  const close = listed.length > room && !all;
  return (
    <section class="section" data-testid="sdk-changes" aria-busy={changes === null && loading}>
      <div class="heading">
        <h2>{text.expected}</h2>
        <span class="small muted">{text.expectedHint}</span>
      </div>
      <div ref={panel} class={close ? "panel rows changes close" : "panel rows changes"}>
        {changes === null && loading
          ? Array.from({ length: room }, (_, index) => (
            <p class="row" key={`coming ${index}`}>
              <Skeleton width="4em" />
              <Skeleton width="6em" />
            </p>
          ))
          : listed.length === 0
          ? (
            <p class="row" key={changes === null ? "unknown" : "none"}>
              <span class="small muted">{changes === null ? "–" : text.noChanges}</span>
            </p>
          )
          : shown.map((change) => (
            <p class="row" key={`${shown.length} ${change.token.address} ${change.delta}`}>
              <bdi class="muted">{change.token.symbol}</bdi>
              <bdi dir="ltr" class={change.delta > 0n ? "gain wrap" : "loss wrap"}>
                {change.delta > 0n ? "+" : ""}
                {withSymbol(
                  exactAmount(change.delta, change.token.decimals, tag),
                  change.token,
                  tag,
                )}
              </bdi>
            </p>
          ))}
        {folds
          ? (
            <p class="row" key="all">
              <button
                type="button"
                class="link"
                data-testid="sdk-all-changes"
                aria-expanded={all}
                onClick={() => setAll(!all)}
              >
                <span key={listed.length}>
                  {all ? text.showLess : text.showAll(count(listed.length, tag))}
                </span>
              </button>
            </p>
          )
          : null}
      </div>
    </section>
  );
}

/**
 * Estimates the number of changes: one for each token that the calls send, two for other calls.
 */
function guess(calls: readonly CallView[]): number {
  const sent = new Set(
    calls.map(({ kind, to }) =>
      kind === "send" ? null : kind === "token_transfer" ? to.toLowerCase() : undefined
    ),
  );
  sent.delete(undefined);
  return Math.min(sent.size + (calls.some(({ kind }) => kind === "call") ? 2 : 0), 4);
}
