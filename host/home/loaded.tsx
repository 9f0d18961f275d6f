/** Loads a section's data on first render, and again on demand. @module */
import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Storage } from "../../core/lib/storage.ts";
import { moment } from "../../ui/text/numbers.ts";
import type { HomeText } from "../text/text.ts";
import { recall, remember } from "./memory.ts";

/** Pause before a load that failed is tried again. */
const RETRY_MS = 5_000;

/** State of a load. */
export interface Loaded<T> {
  /** Latest value; it is kept while loading again. */
  readonly value: T | null;
  /** True if the last attempt failed. */
  readonly failed: boolean;
  /** Unix seconds of a value that was kept from an earlier visit; `null` for a fresh one. */
  readonly since: number | null;
  /** Loads again. */
  readonly refresh: () => void;
}

/** Where a value is kept between visits. */
export interface Kept {
  readonly storage: Storage;
  /** Name of the value. */
  readonly name: string;
}

/** Loads once per `subject`; with `kept`, the last value is there at once, and without a network. */
export function useLoaded<T>(load: () => Promise<T>, subject: unknown, kept?: Kept): Loaded<T> {
  const earlier = useRef<{ value: T; at: number } | null | undefined>(undefined);
  if (earlier.current === undefined) {
    earlier.current = kept === undefined ? null : recall<T>(kept.storage, kept.name);
  }
  const [value, setValue] = useState<T | null>(earlier.current?.value ?? null);
  const [since, setSince] = useState<number | null>(earlier.current?.at ?? null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(load);
  latest.current = load;
  const refresh = useCallback(() => {
    latest.current().then((loaded) => {
      setValue(loaded);
      setSince(null);
      setFailed(false);
      if (kept !== undefined) remember(kept.storage, kept.name, loaded);
    }, () => setFailed(true));
  }, [subject]);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    if (!failed) return;
    addEventListener("online", refresh);
    const timer = setInterval(refresh, RETRY_MS);
    return () => {
      clearInterval(timer);
      removeEventListener("online", refresh);
    };
  }, [failed, refresh]);
  return { value, failed, since, refresh };
}

/** Titled section, which shows when its contents are loading or failed to load. */
export function Section(props: {
  title: string;
  text: HomeText;
  tag: string;
  loaded: Pick<Loaded<unknown>, "failed" | "refresh" | "value" | "since">;
  /** Control beside the title. */
  more?: ComponentChildren;
  children?: ComponentChildren;
}): VNode {
  const { text, loaded, tag } = props;
  const old = loaded.since === null ? null : moment(BigInt(loaded.since), tag);
  return (
    <section class="group">
      <div class="group-head">
        <h2>{props.title}</h2>
        {props.more}
      </div>
      {loaded.failed
        ? (
          <p role="alert" class="note">
            {text.offline} {old === null ? "" : text.asOf(old)}{" "}
            <button type="button" class="link" onClick={loaded.refresh}>{text.retry}</button>
          </p>
        )
        : null}
      {loaded.value === null && !loaded.failed ? <Skeleton text={text} /> : null}
      {props.children}
    </section>
  );
}

/** Rows of their real size while nothing is known. */
function Skeleton({ text }: { text: HomeText }): VNode {
  return (
    <div class="rows" aria-busy="true">
      <span class="hidden">{text.loading}</span>
      {[0, 1, 2].map((key) => (
        <div key={key} class="row skeleton" aria-hidden="true">
          <span class="disc" />
          <span class="row-text">
            <span class="bone" />
            <span class="bone short" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Sentence of an empty list, with the action that fills it. */
export function Empty(props: {
  title: string;
  line: string;
  testid?: string;
  children?: ComponentChildren;
}): VNode {
  return (
    <div class="empty" data-testid={props.testid}>
      <p class="empty-title">{props.title}</p>
      <p class="note">{props.line}</p>
      {props.children}
    </div>
  );
}
