/** Message to sign. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Confirm } from "../parts/confirm.tsx";
import { useDialogContext } from "../parts/context.ts";
import { Decision } from "../parts/decision.tsx";
import { Frame } from "../parts/frame.tsx";
import { Fingerprints } from "../parts/fingerprints.tsx";
import { MarkedText } from "../parts/marked_text.tsx";
import { Warnings } from "../parts/note.tsx";
import { Row } from "../parts/rows.tsx";
import { AccountLine } from "../parts/address.tsx";
import { useReadable } from "../parts/use_readable.ts";
import { count } from "../text/numbers.ts";
import type { MessageProps } from "./screens.ts";

/** Screen of `personal_sign`. */
export function MessageScreen(props: MessageProps): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text, tag } = useDialogContext();
  const preview = useReadable(request.preview);
  const [bytes, setBytes] = useState(false);
  const busy = phase.name !== "review";
  const isText = preview.text !== undefined;
  return (
    <Frame
      app={request.app}
      busy={busy}
      onClose={onReject}
      bottom={
        <Decision
          preview={preview}
          phase={phase}
          onReject={onReject}
          words={[text.sign]}
          notes={<Warnings warnings={preview.warnings} />}
        >
          <Confirm
            ready={preview.status === "ready"}
            busy={busy}
            revision={preview.bytes}
            onConfirm={() => onApprove({})}
          >
            {text.sign}
          </Confirm>
        </Decision>
      }
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial>{text.signTitle}</h1>
        <p class="muted small">{text.signIntro}</p>
      </div>
      <section class="section">
        <h2>{text.message}</h2>
        {isText && !bytes
          ? (
            <pre class="panel text" part="message" data-testid="sdk-message" tabIndex={0}>
              <MarkedText text={preview.text} />
            </pre>
          )
          : (
            <pre
              class="panel text mono"
              part="message"
              dir="ltr"
              data-testid="sdk-message"
              tabIndex={0}
            >
              {preview.bytes}
            </pre>
          )}
        {isText
          ? (
            <button
              type="button"
              class="link"
              aria-pressed={bytes}
              onClick={() => setBytes(!bytes)}
            >
              {bytes ? text.message : text.showBytes}
            </button>
          )
          : <p class="small muted">{text.bytes(count((preview.bytes.length - 2) / 2, tag))}</p>}
      </section>
      {request.account === null ? null : (
        <dl class="panel rows">
          <Row label={text.account} testid="sdk-account">
            <AccountLine account={request.account} />
          </Row>
        </dl>
      )}
      <Fingerprints read={preview.digests} />
    </Frame>
  );
}
