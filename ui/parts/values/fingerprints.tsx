/** Hashes of the signed content (ERC-8213), computed on demand. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DigestView } from "@sdk/core/dialog";
import { useDialogContext } from "../hooks/context.ts";
import { DownIcon } from "../icons/icons.tsx";

/** Disclosure that computes the hashes when it is opened. */
export function Fingerprints(props: {
  read: (() => Promise<readonly DigestView[]>) | undefined;
}): JSX.Element | null {
  const { text } = useDialogContext();
  const [digests, setDigests] = useState<readonly DigestView[] | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const { read } = props;
  if (read === undefined) return null;
  const copy = async (value: string) => {
    // Without clipboard access, the value can still be selected.
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
        <span class="call-words small muted">{text.fingerprints}</span>
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
