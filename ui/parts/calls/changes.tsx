/** Shows the balance changes that the simulation expects. @module */
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type {
  CallView,
  ChainView,
  ChangeView,
  ItemView,
  SendCallsPreview,
  TokenView,
} from "@sdk/core/dialog";
import { isApproval, sumTransfers } from "../../meaning/intent.ts";
import { count, exactAmount, list, withSymbol } from "../../text/numbers.ts";
import { useDialogContext } from "../hooks/context.ts";
import { Note } from "../card/note.tsx";
import { Skeleton } from "../values/rows.tsx";
import { TokenIcon } from "../icons/token_icon.tsx";
import { useFixedSize } from "../hooks/use_fixed_size.ts";

/** Maximum number of changes listed. */
const MAX_CHANGES = 50;
/** Maximum number of changes in a sentence. */
const MAX_NAMED = 3;

/** Props of {@linkcode Changes}. */
export interface ChangesProps {
  /** The changes, or `null` while unknown. */
  readonly changes: readonly ChangeView[] | null;
  /** Changes of items; absent without any. */
  readonly items?: readonly ItemView[] | undefined;
  /** True while the changes are loading. */
  readonly loading: boolean;
  /** Calls that cause the changes. */
  readonly calls: readonly CallView[];
  /** Their chain. */
  readonly chain: ChainView;
  /**
   * True if the calls are known to move or allow assets, in contradiction to an estimate without
   * changes.
   */
  readonly costs: boolean;
}

/**
 * List of changes. It keeps the height of its first paint: fewer changes than expected get more
 * space, more changes get less. The rest unfolds, losses first.
 */
export function Changes(props: ChangesProps): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const { changes, calls, loading } = props;
  const panel = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  useFixedSize(panel, unfolded ? "all" : "few");
  const all = changes === null ? [] : [...changes, ...props.items ?? []];
  const [room] = useState(() => Math.min(changes ? all.length : guess(calls), MAX_CHANGES) || 1);
  const listed = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_CHANGES);
  const folds = listed.length > 2 * room;
  const shown = folds && !unfolded ? listed.slice(0, 2 * room - 1) : listed;
  const close = listed.length > room && !unfolded;
  const isUnknown = changes === null ? !loading : listed.length === 0 && props.costs;
  // Rows that were expected keep their room.
  const [hasRoom] = useState(!isUnknown);
  if (isUnknown && !hasRoom && !props.costs) return null;
  return (
    <section class="section" data-testid="sdk-changes" aria-busy={changes === null && loading}>
      <div class="heading">
        <h2>{text.expected}</h2>
        <span class="small muted" key={`${isUnknown}`}>
          {isUnknown ? text.noEstimate : text.expectedHint}
        </span>
      </div>
      {isUnknown && !hasRoom
        ? null
        : (
          <div ref={panel} class={close ? "panel rows changes close" : "panel rows changes"}>
            {changes === null && loading
              ? Array.from({ length: room }, (_, index) => (
                <p class="row" key={`coming ${index}`}>
                  <Skeleton width="4em" />
                  <Skeleton width="6em" />
                </p>
              ))
              : isUnknown
              ? null
              : listed.length === 0
              ? (
                <p class="row" key="none">
                  <span class="small muted">{text.noChanges}</span>
                </p>
              )
              : shown.map((change) => (
                <p class="row" key={keyOf(change, shown.length)} data-decides>
                  <TokenIcon token={change.token} chain={props.chain} />
                  <span class="small muted">
                    {change.delta < 0n ? text.gives : text.gets}
                    {isUnlisted(change) ? <span class="tag">{text.unlisted}</span> : null}
                  </span>
                  <bdi dir="ltr" class={`${toneOf(change)} wrap`}>
                    {figureOf(change, tag)}
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
                    aria-expanded={unfolded}
                    onClick={() => setUnfolded(!unfolded)}
                  >
                    <span key={listed.length}>
                      {unfolded ? text.showLess : text.showAll(count(listed.length, tag))}
                    </span>
                  </button>
                </p>
              )
              : null}
          </div>
        )}
    </section>
  );
}

/**
 * Note on an estimate that differs from the decoded transfers and approvals, or on the estimate of
 * a transfer whose token has no name.
 */
export function Differs({ preview }: { preview: SendCallsPreview }): JSX.Element | null {
  const { text, tag } = useDialogContext();
  const sent = isApproval(preview.calls) ? [] : sumTransfers(preview.calls);
  const { changes, items = [] } = preview;
  if (changes === null || (sent === null && preview.status === "loading")) return null;
  const keyOf = (token: TokenView) => token.address?.toLowerCase() ?? "native";
  const left = new Map(changes.map(({ token, delta }) => [keyOf(token), delta]));
  const agrees = sent !== null && changes.length <= sent.length && items.length === 0 &&
    sent.every(([token, sum]) => left.get(keyOf(token)) === -sum);
  // A transfer to the account itself has no effect.
  if (agrees || changes.length + items.length === 0) return null;
  const all = [...changes, ...items];
  const figures = all.slice(0, MAX_NAMED).map((change) => figureOf(change, tag));
  const named = all.length > MAX_NAMED
    ? `${figures.join(", ")} ${text.more(count(all.length - MAX_NAMED, tag))}`
    : list(figures, tag);
  // Different figures are a different note: it is replaced, not moved.
  return sent === null
    ? (
      <Note
        key={named}
        level="info"
        words={{ title: text.expected, body: named }}
        testid="sdk-expected"
      />
    )
    : <Note key={named} level="warning" words={text.differs(named)} testid="sdk-differs" />;
}

/** Formats a change with its sign. */
function figureOf(change: Change, tag: string): string {
  const { delta, token } = change;
  const figure = "id" in change
    ? `${count(Number(delta), tag)} × #${change.id}`
    : withSymbol(exactAmount(delta, token.decimals, tag), token, tag);
  return delta > 0n ? `+${figure}` : figure;
}

/** Change of a balance, or of items. */
type Change = ChangeView | ItemView;

/** Sorts losses first; unlisted tokens and received collection items last. */
function rank(change: Change): number {
  return change.delta < 0n ? 0 : isUnlisted(change) ? 2 : 1;
}

/** Returns whether a received token may be made up by any contract. */
function isUnlisted(change: Change): boolean {
  return change.delta > 0n && ("id" in change || change.token.unlisted === true);
}

function toneOf(change: Change): string {
  return change.delta < 0n ? "loss" : isUnlisted(change) ? "muted" : "gain";
}

function keyOf(change: Change, length: number): string {
  const id = "id" in change ? change.id : "";
  return `${length} ${change.token.address} ${id} ${change.delta}`;
}

/**
 * Estimates the number of changes: one for each token that the calls send, and one for other calls.
 */
function guess(calls: readonly CallView[]): number {
  const sent = new Set(
    calls.map(({ kind, to }) =>
      kind === "send" ? null : kind === "token_transfer" ? to.toLowerCase() : undefined
    ),
  );
  sent.delete(undefined);
  return Math.min(sent.size + (calls.some(({ kind }) => kind === "call") ? 1 : 0), 4);
}
