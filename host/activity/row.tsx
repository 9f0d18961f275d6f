/** Row of the activity. @module */
import type { VNode } from "preact";
import { TokenDisc } from "../parts/disc.tsx";
import type { Icon } from "../../ui/parts/icons/icon.tsx";
import { AlertIcon, AllowIcon, CallIcon, SendIcon } from "../../ui/parts/icons/icons.tsx";
import { ReceiveIcon } from "../parts/icons.tsx";
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
  { entry, text, tag, dated = false }:
    & { entry: Entry; dated?: boolean }
    & Pick<
      Words,
      "text" | "tag"
    >,
): VNode {
  const { id, sentence, status, timestamp, chainName } = entry;
  const when = timeOf(timestamp, { tag, dated });
  const line = sentence.line === undefined ? "" : `${sentence.line} · `;
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
        <b>{sentence.title}</b>
        <span class="note">
          {status === 200
            ? `${line}${when} · \u2068${chainName}\u2069`
            : `${text.statuses[status]} · ${when}`}
        </span>
      </span>
    </a>
  );
}

/** Mark of a known token with the direction of the transfer, or an icon. */
export function Picture(
  { entry: { sentence, status, chainId, chainName } }: { entry: Entry },
): VNode {
  const { kind, token } = sentence;
  if (kind === "unknown") return <span class="disc" aria-hidden="true">?</span>;
  const Way = status === 500 ? AlertIcon : icons[kind];
  if (status === 200 && token !== undefined) {
    return <TokenDisc token={token} network={{ id: chainId, name: chainName }} badge={<Way />} />;
  }
  return (
    <span class={status === 100 ? "disc pending" : status === 500 ? "disc failed" : "disc"}>
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
