/** Balance changes that a simulation expects. @module */
import type { JSX } from "preact";
import type { CallView, ChangeView } from "@sdk/core/approval";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import { useSurroundings } from "./context.ts";
import { Skeleton } from "./rows.tsx";

/** The most changes that are listed. */
const most = 50;

/** What the list needs. */
export interface ChangesProps {
  /** The changes, or `null` while unknown. */
  readonly changes: readonly ChangeView[] | null;
  /** Whether they are on their way. */
  readonly loading: boolean;
  /** The calls that lead to them: there will be a line for each token that they send. */
  readonly calls: readonly CallView[];
}

/** The list. While it is not known, it keeps the room that it will probably need. */
export function Changes(props: ChangesProps): JSX.Element | null {
  const { text, tag } = useSurroundings();
  const { changes, calls } = props;
  const sent = new Set(
    calls.map(({ kind, to }) =>
      kind === "send" ? null : kind === "token_transfer" ? to.toLowerCase() : undefined
    ),
  );
  sent.delete(undefined);
  if (changes === null && !props.loading) return null;
  return (
    <section class="section" data-testid="sdk-changes" aria-busy={changes === null}>
      <div class="heading">
        <h2>{text.expected}</h2>
        <span class="small muted">{text.expectedHint}</span>
      </div>
      <div class="panel rows changes">
        {changes === null
          ? (
            Array.from(
              { length: Math.min(Math.max(sent.size, 1), 4) },
              (_, index) => (
                <p class="row" key={index}>
                  <Skeleton width="4em" />
                  <Skeleton width="6em" />
                </p>
              ),
            )
          )
          : changes.length === 0
          ? (
            <p class="row">
              <span class="small muted">{text.noChanges}</span>
            </p>
          )
          : changes.slice(0, most).map((change) => (
            <p class="row" key={change.token.address ?? "native"}>
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
      </div>
    </section>
  );
}
