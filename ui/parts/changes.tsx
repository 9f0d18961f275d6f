/** Balance changes that a simulation expects. @module */
import type { JSX } from "preact";
import type { ChangeView } from "@sdk/core/approval";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import { useSurroundings } from "./context.ts";
import { Skeleton } from "./rows.tsx";

/** The most changes that are listed. */
const most = 50;

/** The list. */
export function Changes(
  props: { changes: readonly ChangeView[] | null; loading: boolean },
): JSX.Element | null {
  const { text, tag } = useSurroundings();
  const { changes } = props;
  if (changes === null && !props.loading) return null;
  return (
    <section class="section" data-testid="sdk-changes" aria-busy={changes === null}>
      <div class="heading">
        <h2>{text.expected}</h2>
        <span class="small muted">{text.expectedHint}</span>
      </div>
      <div class="panel rows">
        {changes === null
          ? (
            <p class="row">
              <Skeleton width="4em" />
              <Skeleton width="6em" />
            </p>
          )
          : changes.length === 0
          ? <p class="small muted">{text.noChanges}</p>
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
