/** Shows the operations of an account: the latest ones, or all of them by day. @module */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RoomProps } from "../home/account.tsx";
import { download } from "../home/download.ts";
import { AccessIcon, AlertIcon, ContractIcon, type Icon, SendIcon } from "../home/icons.tsx";
import { Empty, Section, useLoaded } from "../home/loaded.tsx";
import { addressNames } from "../home/names.ts";
import { hashOf } from "../home/route.ts";
import { Windowed, type WindowedItem } from "../home/windowed.tsx";
import { toCsv } from "./csv.ts";
import { Detail } from "./detail.tsx";
import { type Entry, readHistory } from "./read.ts";
import type { Sentence, Words } from "./sentence.ts";

/** Entries on the first tab. */
const BRIEF = 3;
/** Entries of a page. */
const PAGE = 20;
/** Entries of a page of the export, and how many pages it has at most. */
const EXPORT_PAGE = 100;
const MAX_EXPORT_PAGES = 100;

/** Heights in rem, which the styles set. */
const ROW_HEIGHT = 4.75;
const DAY_HEIGHT = 2.5;

const icons: Readonly<Record<Sentence["kind"], Icon>> = {
  sent: SendIcon,
  access: AccessIcon,
  other: ContractIcon,
};

/** Activity, newest first. */
export function Activity(
  props: RoomProps & { item: string | null; brief?: boolean },
): VNode {
  const { device, record, text, tag, brief = false, item } = props;
  const account = record.account.address;
  const words: Words = useMemo(
    () => ({ text, tag, nameOf: addressNames(device) }),
    [device, text, tag],
  );
  const page = (limit: number, after?: number) =>
    readHistory(
      device.service,
      { account, limit, ...(after !== undefined && { after }) },
      words,
    );
  const loaded = useLoaded(() => page(PAGE), account, {
    storage: device.storage,
    name: `activity ${account}`,
  });
  useEffect(
    () => device.follow(account, ({ type }) => type === "callsStatusChanged" && loaded.refresh()),
    [account],
  );
  const older = useOlder(loaded.value, (after) => page(PAGE, after));
  const [kind, setKind] = useState<Sentence["kind"] | null>(null);
  // An entry that arrives moves others to the next page, which was read already.
  const seen = useRef(new Map<string, Entry>());
  for (const entry of [...older.entries, ...loaded.value ?? []]) seen.current.set(entry.id, entry);
  const entries = [...seen.current.values()].sort((a, b) => b.index - a.index);
  const open = item === null ? undefined : entries.find(({ id }) => id === item);
  if (open !== undefined) {
    return <Detail entry={open} text={text} tag={tag} nameOf={words.nameOf} />;
  }
  const shown = kind === null ? entries : entries.filter(({ sentence }) => sentence.kind === kind);
  return (
    <Section
      title={text.activity}
      text={text}
      tag={tag}
      loaded={loaded}
      more={brief && entries.length > 0
        ? <a href={hashOf("activity")} data-testid="home-all-activity">{text.all}</a>
        : null}
    >
      {loaded.value?.length === 0
        ? (
          <Empty title={text.noActivity} line={text.noActivityLine} testid="home-no-activity">
            {brief ? null : <a class="button" href={hashOf("send")}>{text.send}</a>}
          </Empty>
        )
        : null}
      {!brief && entries.length > 0
        ? (
          <Tools
            text={text}
            kind={kind}
            choose={setKind}
            save={async () => {
              const all = await readAll((after) => page(EXPORT_PAGE, after));
              download(`activity-${account}.csv`, "text/csv", toCsv(all));
            }}
          />
        )
        : null}
      {brief
        ? (
          <ul class="rows">
            {entries.slice(0, BRIEF).map((entry) => (
              <li key={entry.id}>
                <EntryRow entry={entry} {...words} dated />
              </li>
            ))}
          </ul>
        )
        : (
          <Windowed
            label={text.activity}
            items={byDay(shown, { ...words, text, tag })}
            onEnd={older.more}
          />
        )}
    </Section>
  );
}

/** Filter and export. */
function Tools(props: {
  text: RoomProps["text"];
  kind: Sentence["kind"] | null;
  choose: (kind: Sentence["kind"] | null) => void;
  save: () => Promise<void>;
}): VNode {
  const { text, kind, choose, save } = props;
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const run = async () => {
    setBusy(true);
    setFailed(await save().then(() => false, () => true));
    setBusy(false);
  };
  return (
    <div class="tools" role="group" aria-label={text.filter}>
      {([null, "sent", "access", "other"] as const).map((each) => (
        <button
          key={each ?? "all"}
          type="button"
          class="chip"
          aria-pressed={each === kind}
          onClick={() => choose(each)}
        >
          {each === null ? text.anyKind : text.kinds[each]}
        </button>
      ))}
      <button
        type="button"
        class="link end"
        disabled={busy}
        data-testid="home-export"
        onClick={() => void run()}
      >
        {text.exportCsv}
      </button>
      {failed ? <p role="alert" class="note danger">{text.offline}</p> : null}
    </div>
  );
}

/** Loads older entries when the end of the list comes near. */
function useOlder(
  first: readonly Entry[] | null,
  load: (after: number) => Promise<Entry[]>,
): { entries: readonly Entry[]; more: () => void } {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const state = useRef<"idle" | "busy" | "end">("idle");
  const last = entries.at(-1) ?? first?.at(-1);
  const more = () => {
    if (state.current !== "idle" || last === undefined || (first?.length ?? 0) < PAGE) return;
    state.current = "busy";
    load(last.index).then((found) => {
      state.current = found.length < PAGE ? "end" : "idle";
      setEntries((known) => [...known, ...found]);
    }, () => {
      state.current = "idle";
    });
  };
  return { entries, more };
}

/** Reads the whole history. */
async function readAll(load: (after?: number) => Promise<Entry[]>): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let page = 0; page < MAX_EXPORT_PAGES; page++) {
    const found = await load(all.at(-1)?.index);
    all.push(...found);
    if (found.length < EXPORT_PAGE) break;
  }
  return all;
}

/** Rows with a heading for each day. */
function byDay(entries: readonly Entry[], words: Words): WindowedItem[] {
  const { tag } = words;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "full" });
  const items: WindowedItem[] = [];
  let last = "";
  for (const entry of entries) {
    const day = format.format(entry.timestamp * 1000);
    if (day !== last) {
      items.push({ key: day, height: DAY_HEIGHT, draw: () => <h3 class="day">{day}</h3> });
      last = day;
    }
    items.push({
      key: entry.id,
      height: ROW_HEIGHT,
      draw: () => <EntryRow entry={entry} {...words} />,
    });
  }
  return items;
}

/** One operation; it opens its details. */
export function EntryRow(
  { entry, text, tag, nameOf, dated = false }: { entry: Entry; dated?: boolean } & Words,
): VNode {
  const { id, sentence, status, timestamp, chainName } = entry;
  const Picture = status === 500 ? AlertIcon : icons[sentence.kind];
  const when = timeOf(timestamp, { tag, dated });
  const to = sentence.kind === "sent" && sentence.party !== undefined
    ? `${text.toWhom(`\u2068${nameOf(sentence.party)}\u2069`)} · `
    : "";
  return (
    <a
      class="row fixed"
      href={hashOf("activity", id)}
      data-testid="home-activity"
      data-status={status}
    >
      <span class={status === 100 ? "disc pending" : status === 500 ? "disc failed" : "disc"}>
        <Picture />
      </span>
      <span class="row-text">
        <b>{sentence.title}</b>
        <span class="note">
          {status === 200
            ? `${to}${when} · \u2068${chainName}\u2069`
            : `${text.statuses[status]} · ${when}`}
        </span>
      </span>
    </a>
  );
}

/** Time of day; with the day if it is another one and no heading says it. */
function timeOf(seconds: number, { tag, dated }: { tag: string; dated: boolean }): string {
  const time = new Date(seconds * 1000);
  const today = new Date().toDateString() === time.toDateString();
  const format = today || !dated
    ? new Intl.DateTimeFormat(tag, { timeStyle: "short" })
    : new Intl.DateTimeFormat(tag, { day: "numeric", month: "short" });
  return format.format(time);
}
