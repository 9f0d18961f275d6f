/** Headline of a batch: spent and allowed assets, and below it the expected changes. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChainView, ReadingView, SendCallsPreview, TokenView } from "@sdk/core/dialog";
import {
  clausesOf,
  describeCounted,
  describeExpected,
  expectedOf,
  isSilent,
  limitsAll,
  type Net,
  unnamedOf,
} from "../../meaning/net.ts";
import { callTitle } from "../../meaning/intent.ts";
import { count, exactAmount, list, withSymbol } from "../../text/numbers.ts";
import { useDialogContext, useWords } from "../hooks/context.ts";
import { Note } from "../card/note.tsx";
import { ItemIcon } from "../icons/icons.tsx";
import { TokenIcon } from "../icons/token_icon.tsx";
import { Skeleton } from "../values/rows.tsx";

/** Maximum number of changes in a sentence. */
const MAX_NAMED = 3;

/** Maximum number of tokens above the sentence. */
const MAX_ICONS = 2;

/** Separates the clauses where they are not lines. */
const SEPARATOR = " · ";

/** Props of {@linkcode NetHeadline}. */
export interface NetHeadlineProps {
  readonly net: Net;
  readonly preview: SendCallsPreview & { readonly reading: ReadingView };
  readonly chain: ChainView;
}

/** The sentence of a batch with its tokens, one line of expected changes, and the limit. */
export function NetHeadline({ net, preview, chain }: NetHeadlineProps): JSX.Element {
  const context = useDialogContext();
  const { text, tag } = context;
  const { bounds, calls, changes, status, tokens = [] } = preview;
  const loading = status === "loading";
  const unnamed = loading && unnamedOf(net, tokens);
  // Reserves two lines for names that are still loading.
  const [later] = useState(unnamed);
  // No line break within a shortened address.
  const clauses = clausesOf(net, tokens, chain, context)
    .map((clause) => clause.replaceAll("…", "\u2060…\u2060"));
  const title = clauses.join(SEPARATOR) || text.actions(calls.length, count(calls.length, tag));
  const changing = changes === null ? null : expectedOf(net, changes);
  const expected = changing === null ? null : describeExpected(changing, context);
  const isMoney = movesOnly(net);
  const gain = changing !== null && changing.losses.length === 0 && changing.gains.length === 1
    ? changing.gains[0]
    : undefined;
  const [only, ...others] = calls;
  // Reserves the line of an estimate that is still loading.
  const [awaits] = useState(loading);
  return (
    <div class={`title net${isMoney ? "" : " left"}${later ? " unnamed" : ""}`}>
      {isMoney
        ? (
          <div class="icons">
            {net.gives.slice(0, MAX_ICONS).map(({ address }) => (
              <TokenIcon
                key={address}
                token={tokenOf(address, tokens, chain)}
                chain={chain}
                large
              />
            ))}
            {net.items === 0n ? null : (
              <span class="token large item" aria-hidden="true">
                <ItemIcon />
              </span>
            )}
          </div>
        )
        : null}
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
      {only === undefined || others.length > 0 || only.explanation?.source !== "pinned"
        ? null
        : (
          <p class="muted" data-testid="sdk-about" data-decides>
            {callTitle(only, context)}
          </p>
        )}
      {bounds === undefined || !limitsAll(net, bounds)
        ? null
        : (
          <p class="muted" data-testid="sdk-limit" data-decides>
            {bounds !== null
              ? text.checkedByAccount
              : loading
              ? <Skeleton width="9em" />
              : text.notBounded}
          </p>
        )}
      {expected === null && (net.exact || (!awaits && changes !== null && !isSilent(net)))
        ? null
        : (
          <p
            class="muted expected"
            data-testid="sdk-expected"
            aria-busy={changes === null && loading}
            data-decides
          >
            {changes === null
              ? loading ? <Skeleton width="9em" /> : text.noEstimate
              : (
                <span key={expected} class={changing?.losses.length === 0 ? "gain" : undefined}>
                  {!isMoney || gain === undefined
                    ? null
                    : <TokenIcon token={gain.token} chain={chain} />}
                  {expected ?? (changes.length === 0 && isSilent(net) ? text.noChanges : "")}
                </span>
              )}
          </p>
        )}
    </div>
  );
}

/** Returns whether a batch moves assets of the account, and allows and hands over none. */
function movesOnly(net: Net): boolean {
  return net.gives.length + Number(net.items !== 0n) > 0 && net.allows.length === 0 &&
    net.hands === null && net.othersGive.length === 0 && net.othersItems === 0n &&
    net.othersAllow.length === 0;
}

/** Returns a token by its contract; its symbol is empty while it has no name. */
function tokenOf(
  address: string | null,
  tokens: readonly TokenView[],
  { nativeCurrency }: ChainView,
): Pick<TokenView, "address" | "symbol"> {
  return address === null
    ? { address, symbol: nativeCurrency.symbol }
    : tokens.find((token) => token.address?.toLowerCase() === address) ??
      { address: address as `0x${string}`, symbol: "" };
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
