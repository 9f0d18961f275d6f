/** Fingerprints of what is signed (ERC-8213), worked out when somebody wants to see them. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DigestView } from "@sdk/core/dialog";
import { useSurroundings } from "./context.ts";
import { DownIcon } from "./icons.tsx";

/** A disclosure; nothing is worked out before it is opened. */
export function Fingerprints(props: {
  read: (() => Promise<readonly DigestView[]>) | undefined;
}): JSX.Element | null {
  const { text } = useSurroundings();
  const [digests, setDigests] = useState<readonly DigestView[] | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const { read } = props;
  if (read === undefined) return null;
  const copy = async (value: string) => {
    // Without the right to do so, the value can still be selected.
    await navigator.clipboard?.writeText(value).then(() => setCopied(value), () => {});
  };
  return (
    <details
      class="panel"
      data-testid="sdk-fingerprints"
      onToggle={(event) => {
        if (event.currentTarget.open && digests === null) void read().then(setDigests, () => {});
      }}
    >
      <summary data-testid="sdk-show-fingerprints">
        <span class="call-words">{text.fingerprints}</span>
        <DownIcon class="chevron" />
      </summary>
      <div class="call-detail">
        <p class="small muted">{text.fingerprintsHint}</p>
        {digests === null ? <p class="small muted">{text.loading}</p> : null}
        {digests?.map(({ term, value }) => (
          <div key={term} class="section" data-testid="sdk-digest">
            <span class="row">
              <bdi dir="ltr" lang="en" class="muted">{term}</bdi>
              <button
                type="button"
                class="link"
                aria-label={`${text.copy} ${term}`}
                onClick={() => void copy(value)}
              >
                {copied === value ? text.copied : text.copy}
              </button>
            </span>
            <span class="hex mono" dir="ltr" tabIndex={0}>{value}</span>
          </div>
        ))}
      </div>
    </details>
  );
}
