/** Shows the activity of an account: the latest entries, or all of them by day. @module */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Address, isAddressEqual } from "viem";
import type { Requester } from "../../core/wallet/host/requesters.ts";
import { count } from "../../ui/text/numbers.ts";
import type { RoomProps } from "../parts/room.ts";
import { download } from "../parts/download.ts";
import { Empty, Section, useLoaded } from "../parts/loaded.tsx";
import { addressNames, hostOf, spenderNames } from "../device/names.ts";
import { hashOf } from "../parts/route.ts";
import { Windowed, type WindowedItem } from "../parts/windowed.tsx";
import { readPrices, valuesOf } from "../money/worth.ts";
import { toCsv } from "./csv.ts";
import { dayOf } from "./day.ts";
import { Detail } from "./detail.tsx";
import {
  byTime,
  type Cursor,
  type Entry,
  type HistoryPage,
  readHistory,
  withNames,
} from "./read.ts";
import { EntryRow } from "./row.tsx";
import type { Words } from "../parts/phrases.ts";
import type { Sentence } from "./sentence.ts";

/** Number of entries on the first tab. */
const BRIEF = 3;
/** Number of entries of a page. */
const PAGE = 20;
/** Number of entries of an export page, and maximum number of these pages. */
const EXPORT_PAGE = 100;
const MAX_EXPORT_PAGES = 100;

/** Heights in rem, as set by the styles. */
const ROW_HEIGHT = 4.75;
const DAY_HEIGHT = 2.5;

/** Activity, newest first. */
export function Activity(
  props: RoomProps & { item: string | null; brief?: boolean },
): VNode | null {
  const { device, record, text, tag, brief = false, item } = props;
  const account = record.account.address;
  const names = useMemo(() => new Map<string, string | null>(), [device]);
  const { words, grants } = useWords(props);
  const page = pagesOf(props, names, words);
  const loaded = useLoaded(() => page(PAGE), `${account} ${grants}`, {
    storage: device.storage,
    name: `history ${account}`,
    tag,
  });
  useEffect(
    () => device.follow(account, ["assetsChanged", "callsStatusChanged"], loaded.refresh),
    [account],
  );
  const older = useOlder(loaded.value, (after) => page(PAGE, after));
  const [kind, setKind] = useState<Sentence["kind"] | null>(null);
  const entries = useSeen(loaded.value, older.entries);
  const worthOf = useEntryWorth(props, entries);
  const siteOf = siteFinder(device.requesters.of(account));
  const open = item === null ? undefined : entries.find(({ id }) => id === item);
  if (open !== undefined) {
    return (
      <Detail
        {...props}
        entry={open}
        site={siteOf(open)}
        worth={worthOf(open)}
        {...withNames(words, names)}
      />
    );
  }
  const known = entries.filter(({ sentence }) => sentence.kind !== "unknown");
  // A new account shows how to add funds instead.
  if (brief && known.length === 0 && loaded.value !== null && !loaded.failed) return null;
  const shown = kind === null ? entries : entries.filter(({ sentence }) => sentence.kind === kind);
  return (
    <Section
      title={text.activity}
      text={text}
      tag={tag}
      loaded={loaded}
      more={entries.length === 0
        ? null
        : brief
        ? <a href={hashOf("activity")} data-testid="home-all-activity">{text.all}</a>
        : (
          <Export
            text={text}
            save={async () => {
              const all = await readAll((after) => page(EXPORT_PAGE, after));
              download(`activity-${account}.csv`, "text/csv", toCsv(all));
            }}
          />
        )}
    >
      {!brief && loaded.value !== null && entries.length === 0
        ? (
          <Empty title={text.noActivity} line={text.noActivityLine} testid="home-no-activity">
            <a class="button" href={hashOf("receive")}>{text.receive}</a>
          </Empty>
        )
        : null}
      {!brief && entries.length > 0
        ? (
          <Filter
            text={text}
            kind={kind}
            kinds={known.length < entries.length ? [...usual, "unknown"] : usual}
            choose={setKind}
          />
        )
        : null}
      {brief
        ? <Latest entries={known.slice(0, BRIEF)} {...{ siteOf, worthOf, text, tag }} />
        : (
          <Windowed
            label={text.activity}
            items={byDay(shown, {
              text,
              tag,
              siteOf,
              worthOf,
              ...(kind === null && { openUnknown: () => setKind("unknown") }),
            })}
            onEnd={older.more}
          />
        )}
    </Section>
  );
}

/** Returns a function that reads a page. */
function pagesOf(
  { device, record }: RoomProps,
  names: Map<string, string | null>,
  words: Words,
): (limit: number, after?: Cursor) => Promise<HistoryPage> {
  const account = record.account.address;
  return (limit, after) => {
    const watched = device.tokens.of(account);
    const isWatched = (chainId: number, token: Address) =>
      watched.some((each) => each.chainId === chainId && isAddressEqual(each.address, token));
    const request = { account, limit, ...(after !== undefined && { after }), names, isWatched };
    return readHistory(device.service, request, words);
  };
}

/** Returns a function that finds the host of the site that requested an entry. */
function siteFinder(requesters: readonly Requester[]): (entry: Entry) => string | undefined {
  const sites = new Map(requesters.map(({ key, origin }) => [key, hostOf(origin)]));
  return ({ requestKey }) => requestKey === undefined ? undefined : sites.get(requestKey);
}

/**
 * Texts and names, and the grants that name spenders. Grants of another device arrive after the
 * first entries, which are then read again.
 */
function useWords(
  { device, text, tag }: RoomProps,
): { readonly words: Words; readonly grants: string } {
  const grants = JSON.stringify(device.grants.list());
  const words = useMemo(
    () => ({ text, tag, nameOf: addressNames(device), spenderOf: spenderNames(device, text) }),
    [device, text, tag, grants],
  );
  return { words, grants };
}

/** The latest entries on the first tab. */
function Latest(
  { entries, siteOf, worthOf, text, tag }: Pick<RoomProps, "text" | "tag"> & {
    entries: readonly Entry[];
    siteOf: (entry: Entry) => string | undefined;
    worthOf: (entry: Entry) => string | undefined;
  },
): VNode {
  return (
    <ul class="rows">
      {entries.map((entry) => (
        <li key={entry.id}>
          <EntryRow
            entry={entry}
            site={siteOf(entry)}
            worth={worthOf(entry)}
            text={text}
            tag={tag}
            dated
          />
        </li>
      ))}
    </ul>
  );
}

/** Kinds that are always offered. */
const usual = ["sent", "received", "access", "other"] as const;

/** Filter by kind. */
function Filter(props: {
  text: RoomProps["text"];
  kind: Sentence["kind"] | null;
  kinds: readonly Sentence["kind"][];
  choose: (kind: Sentence["kind"] | null) => void;
}): VNode {
  const { text, kind, kinds, choose } = props;
  return (
    <div class="tools" role="group" aria-label={text.filter}>
      {[null, ...kinds].map((each) => (
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
    </div>
  );
}

/** Saves the activity as a file. */
function Export({ text, save }: { text: RoomProps["text"]; save: () => Promise<void> }): VNode {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const run = async () => {
    setState("busy");
    setState(await save().then(() => "idle", () => "failed"));
  };
  return (
    <>
      {state === "failed" ? <span role="alert" class="note danger">{text.offline}</span> : null}
      <button
        type="button"
        class="link"
        disabled={state === "busy"}
        data-testid="home-export"
        onClick={() => void run()}
      >
        {text.exportCsv}
      </button>
    </>
  );
}

/** Returns the values of entries at today's prices. */
function useEntryWorth(
  { device, record, tag }: RoomProps,
  entries: readonly Entry[],
): (entry: Entry) => string | undefined {
  const tokens = new Map(
    entries.flatMap(({ chainId, sentence: { token } }) =>
      token === undefined ? [] : [[`${chainId} ${token.address}`, { chainId, token }] as const]
    ),
  );
  const { value } = useLoaded(
    () => tokens.size === 0 ? Promise.resolve(null) : readPrices(device, [...tokens.values()]),
    `${record.account.address} ${[...tokens.keys()].sort().join()}`,
  );
  const write = valuesOf(value, tag);
  return ({ chainId, sentence: { token, moved } }) =>
    token === undefined || moved === undefined ? undefined : write({
      chainId,
      amount: moved.amount,
      token: { address: token.address, decimals: moved.decimals },
    });
}

/** Loads older entries when the user scrolls near the end of the list. */
function useOlder(
  first: HistoryPage | null,
  load: (after: Cursor) => Promise<HistoryPage>,
): { entries: readonly Entry[]; more: () => void } {
  const [pages, setPages] = useState<readonly HistoryPage[]>([]);
  const busy = useRef(false);
  const next = (pages.at(-1) ?? first)?.next ?? null;
  const more = () => {
    if (busy.current || next === null) return;
    busy.current = true;
    load(next).then((page) => setPages((known) => [...known, page]), () => {})
      .finally(() => busy.current = false);
  };
  return { entries: pages.flatMap(({ entries }) => entries), more };
}

/**
 * Merges new and older pages: a new entry moves others to the next page, which was read already. A
 * transfer that is missing from the newest page in its time span was reverted by a reorganization.
 */
function useSeen(first: HistoryPage | null, older: readonly Entry[]): readonly Entry[] {
  const seen = useRef(new Map<string, Entry>());
  const newest = first?.entries ?? [];
  const isWhole = (first?.next ?? null) === null;
  const since = isWhole ? 0 : newest.at(-1)?.timestamp ?? 0;
  for (const [id, { index, timestamp }] of seen.current) {
    if (index === undefined && first !== null && timestamp > since) seen.current.delete(id);
  }
  for (const entry of [...older, ...newest]) seen.current.set(entry.id, entry);
  return [...seen.current.values()].sort(byTime);
}

/** Reads the whole history. */
async function readAll(load: (after?: Cursor) => Promise<HistoryPage>): Promise<Entry[]> {
  const all: Entry[] = [];
  let after: Cursor | undefined;
  for (let page = 0; page < MAX_EXPORT_PAGES; page++) {
    const { entries, next } = await load(after);
    all.push(...entries);
    if (next === null) break;
    after = next;
  }
  return all;
}

/**
 * Rows with a heading for each day; entries of unknown tokens share one row, if they can be
 * expanded.
 */
function byDay(
  entries: readonly Entry[],
  { text, tag, siteOf, worthOf, openUnknown }: {
    readonly text: RoomProps["text"];
    readonly tag: string;
    readonly siteOf: (entry: Entry) => string | undefined;
    readonly worthOf: (entry: Entry) => string | undefined;
    readonly openUnknown?: () => void;
  },
): WindowedItem[] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.timestamp * 1000, tag);
    days.set(day, [...days.get(day) ?? [], entry]);
  }
  return [...days].flatMap(([day, all]): WindowedItem[] => {
    const unknown = all.filter(({ sentence }) => sentence.kind === "unknown");
    const folded = openUnknown !== undefined && unknown.length > 1;
    const rows = folded ? all.filter((entry) => !unknown.includes(entry)) : all;
    return [
      { key: day, height: DAY_HEIGHT, draw: () => <h3 class="day">{day}</h3> },
      ...rows.map((entry) => ({
        key: entry.id,
        height: ROW_HEIGHT,
        draw: () => (
          <EntryRow
            entry={entry}
            site={siteOf(entry)}
            worth={worthOf(entry)}
            text={text}
            tag={tag}
          />
        ),
      })),
      ...(folded
        ? [{
          key: `${day} ?`,
          height: ROW_HEIGHT,
          draw: () => (
            <button
              type="button"
              class="row fixed soft"
              data-testid="home-unknown"
              onClick={openUnknown}
            >
              <span class="disc" aria-hidden="true">?</span>
              <span class="row-text">
                <b>{text.unknownMany(count(unknown.length, tag))}</b>
              </span>
            </button>
          ),
        }]
        : []),
    ];
  });
}
