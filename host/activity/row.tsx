/** Row of the activity. @module */
import type { ComponentChildren, VNode } from "preact";
import { withSymbol } from "../../ui/text/numbers.ts";
import { TokenDisc } from "../parts/disc.tsx";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { AlertIcon, AllowIcon, CallIcon, SendIcon } from "../../ui/parts/icons/icons.tsx";
import { ReceiveIcon } from "../parts/icons.tsx";
import { SiteHost } from "../parts/site_host.tsx";
import { hashOf } from "../parts/route.ts";
import type { Entry } from "./read.ts";
import type { Words } from "../parts/phrases.ts";
import type { Sentence } from "./sentence.ts";

const icons: Readonly<Record<Exclude<Sentence["kind"], "unknown">, Icon>> = {
  sent: SendIcon,
  received: ReceiveIcon,
  access: AllowIcon,
  other: CallIcon,
};

/** One operation or transfer; a press opens its details. */
export function EntryRow(
  { entry, site, worth, text, tag, dated = false }:
    & {
      entry: Entry;
      /** Host of the site that requested it, if the wallet recorded it. */
      site?: string | undefined;
      worth: string | undefined;
      dated?: boolean;
    }
    & Pick<
      Words,
      "text" | "tag"
    >,
): VNode {
  const { id, sentence, status, timestamp, chainName } = entry;
  const figure = figureOf(entry, tag);
  const when = timeOf(timestamp, { tag, dated });
  const line = sentence.line === undefined || figure !== undefined ? "" : `${sentence.line} · `;
  return (
    <a
      class={sentence.kind === "unknown" ? "row fixed soft" : "row fixed"}
      href={hashOf("activity", id)}
      data-testid="home-activity"
      data-status={status}
      data-kind={sentence.kind}
    >
      <Picture entry={entry} />
      <span class="row-text">
        <b>{withIsolates(figure === undefined ? sentence.title : sentence.act ?? "")}</b>
        {site !== undefined && status === 200
          ? <Via site={site} when={when} text={text} />
          : (
            <span class="note">
              {status === 200
                ? `${line}${when} · \u2068${chainName}\u2069`
                : `${text.statuses[status]} · ${when}`}
            </span>
          )}
      </span>
      {figure === undefined ? null : (
        <span
          class={status === 500
            ? "row-amount off"
            : sentence.incoming
            ? "row-amount in"
            : "row-amount"}
        >
          <bdi>{figure}</bdi>
          {worth === undefined || status === 500 ? null : (
            <span class="note">
              <bdi>{worth}</bdi>
            </span>
          )}
        </span>
      )}
    </a>
  );
}

/** The site, and the time if there is room for both. */
function Via(
  { site, when, text }: { site: string; when: string; text: Words["text"] },
): VNode {
  const [before = "", after = ""] = text.via("\n").split("\n");
  return (
    <span class="note via">
      <span>
        {before.trim()} <SiteHost host={site} /> {after.trim()}
      </span>
      <span>{`· ${when}`}</span>
    </span>
  );
}

/**
 * Puts the isolated names and amounts of a sentence into elements. Each stays on one line, and a
 * long one is cut at its own end, in both directions of text.
 */
export function withIsolates(words: string): ComponentChildren {
  return words.split(/\u2068([^\u2068\u2069]*)\u2069/).map((part, index) =>
    index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>
  );
}

/** The moved amount with its sign; `undefined` if none or several were moved. */
export function figureOf(
  { sentence: { amount, symbol, act, incoming } }: Pick<Entry, "sentence">,
  tag: string,
): string | undefined {
  if (amount === undefined || symbol === undefined || act === undefined) return undefined;
  return withSymbol(`${incoming === true ? "+" : "\u2212"}${amount}`, { symbol }, tag);
}

/** Mark of a known token with the direction of the transfer, or an icon. */
export function Picture(
  { entry: { sentence, status, chainId, chainName }, large = false }: {
    entry: Entry;
    large?: boolean;
  },
): VNode {
  const { kind, token } = sentence;
  const size = large ? " large" : "";
  if (kind === "unknown") return <span class={`disc${size}`} aria-hidden="true">?</span>;
  const Way = status === 500 ? AlertIcon : icons[kind];
  if (status === 200 && token !== undefined) {
    return (
      <TokenDisc
        token={token}
        network={{ id: chainId, name: chainName }}
        badge={<Way />}
        large={large}
      />
    );
  }
  const state = status === 100 ? " pending" : status === 500 ? " failed" : "";
  return (
    <span class={`disc${size}${state}`}>
      <Way />
    </span>
  );
}

/** Time of day; with the day if it is another one and no heading shows it. */
function timeOf(seconds: number, { tag, dated }: { tag: string; dated: boolean }): string {
  const time = new Date(seconds * 1000);
  const today = new Date().toDateString() === time.toDateString();
  const format = today || !dated
    ? new Intl.DateTimeFormat(tag, { timeStyle: "short" })
    : new Intl.DateTimeFormat(tag, { day: "numeric", month: "short" });
  return format.format(time);
}
