/** Status of a bundle of calls, updated while it is shown. @module */
import { detailCss } from "./detail_styles.ts";
import type { JSX } from "preact";
import type { BundleView, StatusPreview } from "@sdk/core/dialog";
import { Bottom } from "../parts/card/bottom.tsx";
import { Button } from "../parts/controls/button.tsx";
import { useDialogContext, useWords } from "../parts/hooks/context.ts";
import { Frame } from "../parts/card/frame.tsx";
import { DoneIcon, Spinner } from "../parts/icons/dialog_icons.tsx";
import { AlertIcon } from "../parts/icons/icons.tsx";
import { Notices } from "../parts/card/notices.tsx";
import { Fold, Row, Skeleton } from "../parts/values/rows.tsx";
import { useReadable } from "../parts/hooks/use_readable.ts";
import type { ScreenProps } from "./screen.ts";

/** Screen of `wallet_showCallsStatus`. */
export function StatusScreen(props: ScreenProps<StatusPreview>): JSX.Element {
  const { request, phase, onApprove, onReject } = props;
  const { text } = useDialogContext();
  const own = useWords("status");
  const preview = useReadable(request.preview);
  const { bundle } = preview;
  const failed = preview.status === "error";
  const { transactionHash, explorerUrl, reason } = bundle ?? {};
  const pending = bundle === null ? !failed : bundle.code === 100;
  return (
    <Frame
      app={request.app}
      busy={false}
      onClose={onReject}
      bottom={
        <Bottom notes={<Notices preview={preview} phase={phase} retries />}>
          <div class="actions">
            <Button look="primary" testid="sdk-done" onClick={() => onApprove({})}>
              {bundle?.code === 200 ? text.done : text.close}
            </Button>
          </div>
        </Bottom>
      }
    >
      <Outcome bundle={bundle} failed={failed} />
      <Fold
        label={text.details}
        value={bundle === null
          ? failed ? null : <Skeleton width="5em" />
          : <bdi class="muted">{bundle.chainName}</bdi>}
      >
        <dl class="panel rows">
          <Row label={own.id}>
            <Short text={preview.id.slice(0, 200)} />
          </Row>
          {transactionHash === undefined
            ? null
            : (
              <Row label={own.transaction} testid="sdk-transaction">
                <Short text={transactionHash} />
              </Row>
            )}
        </dl>
      </Fold>
      <dl class="panel rows">
        {transactionHash === undefined
          ? pending
            ? (
              <Row label={own.transaction}>
                <span class="link skeletal" aria-hidden="true">{own.seeTransaction}</span>
              </Row>
            )
            : null
          : isWeb(explorerUrl)
          ? (
            <Row label={own.transaction}>
              <a
                class="link"
                href={explorerUrl}
                target="_blank"
                rel="noopener noreferrer"
                data-testid="sdk-explorer"
              >
                {own.seeTransaction}
              </a>
            </Row>
          )
          : null}
        {reason === undefined ? null : (
          <Row label={own.reason} testid="sdk-reason">
            <bdi>{reason}</bdi>
          </Row>
        )}
      </dl>
    </Frame>
  );
}

/** Outcome, as the headline; all statuses reserve the same space. */
function Outcome(props: { bundle: BundleView | null; failed: boolean }): JSX.Element {
  const { text } = useDialogContext();
  const own = useWords("status");
  const { bundle, failed } = props;
  const bodies = Object.values(own.statuses).map(({ body }) => body);
  const room = bodies.reduce((a, b) => a.length > b.length ? a : b);
  const { title, body } = bundle === null
    ? { title: own.title, body: failed ? "" : text.loading }
    : own.statuses[bundle.code];
  return (
    <div class="title outcome" role="status" data-testid="sdk-bundle" data-code={bundle?.code}>
      <span
        class={`outcome-mark ${bundle === null ? "info" : levels[bundle.code]}`}
        aria-hidden="true"
      >
        {bundle === null && failed
          ? <AlertIcon />
          : bundle === null || bundle.code === 100
          ? <Spinner />
          : bundle.code === 200
          ? <DoneIcon />
          : <AlertIcon />}
      </span>
      <h1 tabIndex={-1} data-title data-initial>
        <span key={title}>{title}</span>
      </h1>
      <p class="muted small roomy" data-room={room}>
        <span key={body}>{body}</span>
      </p>
    </div>
  );
}

/**
 * A hash as its first and last characters, with the full hash in its title. An app's own id is not
 * shortened.
 */
function Short({ text }: { text: string }): JSX.Element {
  return <bdi dir="ltr" class="mono" title={text}>{shortened(text)}</bdi>;
}

function shortened(text: string): string {
  return text.length === 66 ? `${text.slice(0, 10)}…${text.slice(-8)}` : text;
}

const levels = { 100: "info", 200: "success", 400: "danger", 500: "danger" } as const;

/** Returns whether an explorer URL is a web page; other URLs are not shown. */
function isWeb(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//.test(url);
}

StatusScreen.css = detailCss;
