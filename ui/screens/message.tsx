/** Message to sign. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import type { MessagePreview, SignChoice } from "@sdk/core/dialog";
import { type Success, useDialogContext, useWords } from "../parts/hooks/context.ts";
import { DecisionFrame } from "../parts/card/decision_frame.tsx";
import { Fingerprints } from "../parts/values/fingerprints.tsx";
import { MarkedText } from "../parts/values/marked_text.tsx";
import { hasDanger, Warnings } from "../parts/card/note.tsx";
import { Fold, Row } from "../parts/values/rows.tsx";
import { AccountLine } from "../parts/values/address.tsx";
import { LongValue } from "../parts/values/long_value.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import { readSignIn, type SignInText as SignIn } from "../meaning/sign_in.ts";
import { count, moment } from "../text/numbers.ts";
import type { ScreenProps } from "./screen.ts";
import type { Text } from "../text/en.ts";

/** Screen of `personal_sign`. */
export function MessageScreen(props: ScreenProps<MessagePreview, SignChoice>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text, tag } = useDialogContext();
  const preview = useReadable(request.preview);
  const words = useWords("reading");
  const { signIn } = preview;
  const mustAgree = preview.needsConsent === true;
  const signsIn = signIn !== undefined && signIn.own && preview.warnings.length === 0;
  const isText = preview.text !== undefined;
  const size = text.bytes(count((preview.bytes.length - 2) / 2, tag));
  const intro = signsIn
    ? words.signInIntro
    : hasDanger(preview.warnings)
    ? text.typedIntro
    : text.signIntro;
  const folded = signsIn && isText ? readSignIn(preview.text) : null;
  return (
    <DecisionFrame
      app={request.app}
      preview={preview}
      phase={phase}
      onReject={onReject}
      title={signsIn
        ? words.signInTitle(signIn.domain)
        : mustAgree
        ? words.signInFor(signIn?.domain ?? "")
        : text.signTitle}
      {...(!mustAgree && { intro })}
      action={signsIn ? words.signIn : mustAgree ? words.signAnyway : text.sign}
      revision={preview.bytes}
      {...(mustAgree && { consent: words.consent(signIn?.domain ?? "") })}
      onConfirm={() => onApprove(mustAgree ? { consent: true } : {})}
      danger={hasDanger(preview.warnings)}
      notes={<Warnings warnings={preview.warnings} />}
    >
      {folded !== null ? <SignInText {...folded} /> : (
        <section class="section">
          <h2 class="hidden">{text.message}</h2>
          {isText
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
          {isText ? null : <p class="small muted">{size}</p>}
        </section>
      )}
      {request.account === null ? null : (
        <dl class="panel rows">
          <Row label={text.account} testid="sdk-account" decides>
            <AccountLine account={request.account} />
          </Row>
        </dl>
      )}
      {isText
        ? (
          <Fold label={text.details} testid="sdk-message-details">
            {folded === null
              ? null
              : (
                <pre class="panel text" part="message" tabIndex={0} data-testid="sdk-message">
                <MarkedText text={preview.text} />
                </pre>
              )}
            <div class="call-detail">
              <span class="muted">{text.data} · {size}</span>
              <LongValue value={preview.bytes} />
            </div>
            <Fingerprints read={preview.digests} />
          </Fold>
        )
        : <Fingerprints read={preview.digests} />}
    </DecisionFrame>
  );
}

/** Statement and expiry of a sign-in text of the site itself. */
function SignInText({ statement, until }: SignIn): JSX.Element {
  const { text, tag } = useDialogContext();
  const words = useWords("signIn");
  return (
    <>
      {statement === undefined ? null : (
        <section class="section">
          <h2>{text.siteSays}</h2>
          <p class="wrap" dir="auto" data-testid="sdk-statement" data-decides>
            <MarkedText text={statement} />
          </p>
        </section>
      )}
      {until === undefined
        ? null
        : <p class="small" data-decides>{words.until(moment(until, tag) ?? "–")}</p>}
    </>
  );
}

MessageScreen.css = detailCss;

MessageScreen.success = ({ signed }: Text["screens"]["success"]): Success => [signed];
