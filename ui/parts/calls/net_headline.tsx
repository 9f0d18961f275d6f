/** Headline of a batch: spent and allowed assets, and below it the expected changes. @module */
import type { JSX } from "preact";
import type { ChainView, ReadingView, SendCallsPreview } from "@sdk/core/dialog";
import {
  clausesOf,
  describeCounted,
  describeExpected,
  expectedOf,
  isSilent,
  type Net,
  unnamedOf,
} from "../../meaning/net.ts";
import { count, exactAmount, list, withSymbol } from "../../text/numbers.ts";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { Note } from "../card/note.tsx";
import { Skeleton } from "../values/rows.tsx";

/** Maximum number of changes in a sentence. */
const MAX_NAMED = 3;

/** Separates the clauses where they are not lines. */
const SEPARATOR = " · ";

/** Props of {@linkcode NetHeadline}. */
export interface NetHeadlineProps {
  readonly net: Net;
  readonly preview: SendCallsPreview & { readonly reading: ReadingView };
  readonly chain: ChainView;
}

/** The sentence of a batch, with space for two lines, and one line of expected changes. */
export function NetHeadline({ net, preview, chain }: NetHeadlineProps): JSX.Element {
  const context = useDialogContext();
  const { text, tag } = context;
  const { calls, changes, status, tokens = [] } = preview;
  const loading = status === "loading";
  const unnamed = loading && unnamedOf(net, tokens);
  const clauses = clausesOf(net, tokens, chain, context);
  const title = clauses.join(SEPARATOR) || text.actions(calls.length, count(calls.length, tag));
  const changing = changes === null ? null : expectedOf(net, changes);
  const expected = changing === null ? null : describeExpected(changing, context);
  return (
    <div class={net.allows.length > 0 || net.hands !== null ? "title net left" : "title net"}>
      <h1 tabIndex={-1} data-title data-initial data-decides>
        {unnamed
          ? <Skeleton width="7em" />
          : clauses.length < 2
          ? <span key={title}>{title}</span>
          : clauses.map((clause, index) => (
            <span key={clause}>
              {index === 0 ? null : <span class="hidden">{SEPARATOR}</span>}
              {clause}
            </span>
          ))}
      </h1>
      <p
        class="muted"
        data-testid="sdk-expected"
        aria-busy={changes === null && loading}
        data-decides
      >
        {changes === null
          ? loading ? <Skeleton width="9em" /> : text.noEstimate
          : (
            <span key={expected} class={changing?.losses.length === 0 ? "gain" : undefined}>
              {expected ?? (changes.length === 0 && isSilent(net) ? text.noChanges : "")}
            </span>
          )}
      </p>
    </div>
  );
}

/** Notes on changes that the headline omits: received assets with any name, and outgoing items. */
export function Unsaid({ net, preview }: Omit<NetHeadlineProps, "chain">): JSX.Element {
  const context = useDialogContext();
  const { text, tag } = context;
  const words = useWords("reading");
  const { changes, items = [] } = preview;
  const counted = changes === null ? null : describeCounted(expectedOf(net, changes), context);
  const name = (figures: readonly string[]) =>
    figures.length > MAX_NAMED
      ? `${figures.slice(0, MAX_NAMED).join(", ")} ${
        text.more(count(figures.length - MAX_NAMED, tag))
      }`
      : list(figures, tag);
  const arriving = [
    ...(changes ?? []).filter(({ delta, token }) => delta > 0n && token.unlisted === true)
      .map(({ token, delta }) => withSymbol(exactAmount(delta, token.decimals, tag), token, tag)),
    ...items.filter(({ delta }) => delta > 0n).map((item) => figureOf(item, tag)),
  ];
  const leaving = items.filter(({ delta }) => delta < 0n);
  const left = leaving.reduce((sum, { delta }) => sum - delta, 0n);
  return (
    <>
      {counted === null ? null : (
        <Note
          key={counted}
          level="info"
          words={{ title: text.expected, body: counted }}
          testid="sdk-counted"
        />
      )}
      {net.items === null || left <= net.items ? null : (
        <Note
          level="warning"
          words={text.differs(name(leaving.map((item) => figureOf(item, tag))))}
          testid="sdk-differs"
        />
      )}
      {arriving.length === 0 ? null : (
        <Note
          key={arriving.join()}
          level="info"
          words={words.alsoExpected(name(arriving))}
          testid="sdk-unlisted"
        />
      )}
    </>
  );
}

/** Formats a change of items. */
function figureOf(
  { delta, id, token }: NonNullable<SendCallsPreview["items"]>[number],
  tag: string,
): string {
  return withSymbol(`${exactAmount(delta, 0, tag)} × #${id}`, token, tag);
}
