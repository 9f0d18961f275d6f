/** Loads a section's data on first render, and again on demand. @module */
import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Storage } from "../../core/lib/storage.ts";
import { moment } from "../../ui/text/numbers.ts";
import type { HomeText } from "../text/home_en.ts";
import { recall, remember } from "../device/memory.ts";

/** Pause before a failed load is retried. */
const RETRY_MS = 5_000;

/** State of a load. */
export interface Loaded<T> {
  /** Latest value; it is kept while reloading. */
  readonly value: T | null;
  /** True if the last attempt failed. */
  readonly failed: boolean;
  /** Unix seconds of a value stored by an earlier visit; `null` for a fresh one. */
  readonly since: number | null;
  /** Loads again. */
  readonly refresh: () => void;
}

/** Storage key of a value between visits. */
export interface Kept {
  readonly storage: Storage;
  /** Name of the value. */
  readonly name: string;
  /** BCP 47 tag of the value's texts: a value in another language is ignored. */
  readonly tag?: string;
}

/** Loads once per `subject`; with `kept`, the last value is available immediately and offline. */
export function useLoaded<T>(load: () => Promise<T>, subject: unknown, kept?: Kept): Loaded<T> {
  const earlier = useRef<{ value: T; at: number } | null | undefined>(undefined);
  if (earlier.current === undefined) {
    earlier.current = kept === undefined ? null : recall<T>(kept.storage, kept.name, kept.tag);
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
      if (kept !== undefined) remember(kept.storage, kept.name, loaded, kept.tag);
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

/** Titled section that shows whether its contents are loading or failed to load. */
export function Section(props: {
  title: string;
  text: HomeText;
  tag: string;
  loaded: Pick<Loaded<unknown>, "failed" | "refresh" | "value" | "since">;
  /** Control next to the title. */
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
          <RetryNote text={text} refresh={loaded.refresh}>
            {text.offline} {old === null ? "" : text.asOf(old)}
          </RetryNote>
        )
        : null}
      {loaded.value === null && !loaded.failed ? <Skeleton text={text} /> : null}
      {props.children}
    </section>
  );
}

/** Reports a failed load, with a retry button. */
export function RetryNote(props: {
  text: HomeText;
  refresh: () => void;
  class?: string;
  testid?: string;
  children: ComponentChildren;
}): VNode {
  const { text, refresh, testid, children } = props;
  return (
    <p role="alert" class={props.class ?? "note"} data-testid={testid}>
      {children} <button type="button" class="link" onClick={refresh}>{text.retry}</button>
    </p>
  );
}

/** Rows of their final size while loading. */
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
