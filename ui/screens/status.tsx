/** What became of a bundle of calls; it changes while it is looked at. @module */
import type { JSX } from "preact";
import type { BundleView } from "@sdk/core/approval";
import { Button } from "../parts/button.tsx";
import { useSurroundings } from "../parts/context.ts";
import { Frame } from "../parts/frame.tsx";
import { Spinner } from "../parts/icons.tsx";
import { Note } from "../parts/note.tsx";
import { Notices } from "../parts/notices.tsx";
import { Row, Skeleton } from "../parts/rows.tsx";
import { useReadable } from "../parts/use_readable.ts";
import type { ScreenProps } from "./screen.ts";

/** The screen. */
export function StatusScreen(props: ScreenProps<"wallet_showCallsStatus">): JSX.Element {
  const { session, phase } = props;
  const { request } = session;
  const { text } = useSurroundings();
  const preview = useReadable(request.preview);
  const { bundle } = preview;
  return (
    <Frame
      app={request.app}
      busy={false}
      onClose={session.reject}
      footer={
        <div class="actions">
          {preview.status === "error"
            ? (
              <Button look="secondary" testid="sdk-retry" onClick={() => preview.retry?.()}>
                {text.retry}
              </Button>
            )
            : null}
          <Button look="primary" testid="sdk-done" onClick={() => session.approve({})}>
            {text.statusDone}
          </Button>
        </div>
      }
    >
      <div class="title">
        <h1 tabIndex={-1} data-title data-initial>{text.statusTitle}</h1>
      </div>
      <Notices preview={preview} phase={phase} />
      <div role="status" data-testid="sdk-bundle" data-code={bundle?.code}>
        {bundle !== null ? <Outcome bundle={bundle} /> : preview.status === "error" ? null : (
          // As large as what will stand here.
          <div class="note info">
            <Spinner />
            <b>{text.loading}</b>
            <span class="unseen">{text.statuses[100].body}</span>
          </div>
        )}
      </div>
      <dl class="panel rows">
        <Row label={text.network}>
          {bundle?.chainName ?? (preview.status === "error" ? "–" : <Skeleton width="5em" />)}
        </Row>
        <Row label={text.statusId}>
          <bdi dir="ltr" class="mono">{preview.id.slice(0, 200)}</bdi>
        </Row>
        {bundle?.transactionHash === undefined
          ? null
          : (
            <Row label={text.transaction} testid="sdk-transaction">
              <bdi dir="ltr" class="mono">{bundle.transactionHash}</bdi>
              {isWeb(bundle.explorerUrl)
                ? (
                  <a
                    class="link"
                    href={bundle.explorerUrl}
                    target="_blank"
                    rel="noopener noreferrer"
                    data-testid="sdk-explorer"
                  >
                    {text.seeTransaction}
                  </a>
                )
                : null}
            </Row>
          )}
      </dl>
    </Frame>
  );
}

/** How it stands, in a sentence. */
function Outcome({ bundle }: { bundle: BundleView }): JSX.Element {
  const { text } = useSurroundings();
  const words = text.statuses[bundle.code];
  return (
    <Note level={levels[bundle.code]} words={words} {...(bundle.code === 100 && { waits: true })} />
  );
}

const levels = { 100: "info", 200: "success", 400: "danger", 500: "danger" } as const;

/** An operator's explorer is a web page, or it is not shown. */
function isWeb(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//.test(url);
}
