/** Loads a section's data on first render, and again on demand. @module */
import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { HomeText } from "../text.ts";

/** State of a load. */
export interface Loaded<T> {
  /** Latest value; it is kept while loading again. */
  readonly value: T | null;
  /** True if the last attempt failed. */
  readonly failed: boolean;
  /** Loads again. */
  readonly refresh: () => void;
}

/** Loads once per `subject`. */
export function useLoaded<T>(load: () => Promise<T>, subject: unknown): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const refresh = useCallback(() => {
    load().then((loaded) => {
      setValue(loaded);
      setFailed(false);
    }, () => setFailed(true));
  }, [subject]);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    if (!failed) return;
    addEventListener("online", refresh);
    return () => removeEventListener("online", refresh);
  }, [failed, refresh]);
  return { value, failed, refresh };
}

/** Titled section, which shows when its contents are loading or failed to load. */
export function Section(props: {
  title: string;
  text: HomeText;
  loaded: Pick<Loaded<unknown>, "failed" | "refresh" | "value">;
  children: ComponentChildren;
}): VNode {
  const { text, loaded } = props;
  return (
    <section>
      <h3>{props.title}</h3>
      {loaded.failed
        ? (
          <p role="alert">
            {text.offline} <button type="button" onClick={loaded.refresh}>{text.retry}</button>
          </p>
        )
        : loaded.value === null
        ? <p class="note" aria-busy="true">{text.loading}</p>
        : null}
      {props.children}
    </section>
  );
}
