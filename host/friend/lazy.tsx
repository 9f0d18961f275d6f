/** Loads the pages about recovery with a friend on demand. @module */
import type { VNode } from "preact";
import { pageLocale } from "../page/language.ts";
import { RetryNote, useLoaded } from "../parts/loaded.tsx";
import type { FriendProps } from "./parts.tsx";
import { loadWords } from "./words/words.ts";

/** One of the pages. */
export function FriendPages(props: Omit<FriendProps, "words">): VNode {
  const { text } = props;
  const loaded = useLoaded(
    () => Promise.all([import("./friend.tsx"), loadWords(pageLocale().language)]),
    null,
  );
  if (loaded.value !== null) {
    const [{ Pages }, words] = loaded.value;
    return <Pages {...props} words={words} />;
  }
  return (
    <main class="page" aria-busy={!loaded.failed}>
      {loaded.failed
        ? <RetryNote text={text} refresh={loaded.refresh}>{text.offline}</RetryNote>
        : <p class="note" role="status">{text.loading}</p>}
    </main>
  );
}
