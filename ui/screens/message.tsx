/** Message to sign. @module */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MessagePreview, SignChoice } from "@sdk/core/dialog";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { DecisionFrame } from "../parts/card/decision_frame.tsx";
import { Fingerprints } from "../parts/values/fingerprints.tsx";
import { MarkedText } from "../parts/values/marked_text.tsx";
import { hasDanger, Warnings } from "../parts/card/note.tsx";
import { Row } from "../parts/values/rows.tsx";
import { AccountLine } from "../parts/values/address.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { count } from "../text/numbers.ts";
import type { ScreenProps } from "./screen.ts";
import type { Text } from "../text/en.ts";

/** Screen of `personal_sign`. */
export function MessageScreen(props: ScreenProps<MessagePreview, SignChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text, tag } = useDialogContext();
  const preview = useReadable(request.preview);
  const [bytes, setBytes] = useState(false);
  const words = useWords("reading");
  const { signIn } = preview;
  const mustAgree = preview.needsConsent === true;
  const signsIn = signIn !== undefined && signIn.own && preview.warnings.length === 0;
  const isText = preview.text !== undefined;
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      title={signsIn
        ? words.signInTitle(signIn.domain)
        : mustAgree
        ? text.warnings.sign_in_elsewhere(signIn?.domain ?? "").title
        : text.signTitle}
      intro={signsIn ? words.signInIntro : text.signIntro}
      action={signsIn ? words.signIn : mustAgree ? words.signAnyway : text.sign}
      revision={preview.bytes}
      {...(mustAgree && { consent: words.consent(signIn?.domain ?? "") })}
      onConfirm={() => onApprove(mustAgree ? { consent: true } : {})}
      danger={hasDanger(preview.warnings)}
      notes={<Warnings warnings={preview.warnings} />}
    >
      <section class="section">
        <h2>{text.message}</h2>
        {isText && !bytes
          ? (
            <pre
              class="panel text"
              part="message"
              data-testid="sdk-message"
              tabIndex={0}
              data-decides
            >
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
              data-decides
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
          <Row label={text.account} testid="sdk-account" decides>
            <AccountLine account={request.account} />
          </Row>
        </dl>
      )}
      <Fingerprints read={preview.digests} />
    </DecisionFrame>
  );
}

MessageScreen.success = ({ signed }: Text["screens"]["success"]): Success => [signed];
