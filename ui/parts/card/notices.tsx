/** Notices before a decision: an error, no network, a long wait, the last failure. @module */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { ErrorView, PreviewStatus, RequestStatus } from "@sdk/core/dialog";
import { useDialogContext } from "../hooks/context.ts";
import { causeText } from "../../text/cause.ts";
import { Failure, levelOf, Note } from "./note.tsx";
import { Retry } from "../controls/retry.tsx";
import { useDelayed } from "../hooks/use_delayed.ts";
import { isOfNetwork, useBackOnline, useOffline } from "../hooks/use_offline.ts";

/** Progress of a preview. */
export interface Progress {
  /** Status of the preview. */
  readonly status: PreviewStatus;
  /** Error that stopped it. */
  readonly error?: ErrorView;
  /** Retries after an error. */
  readonly retry?: () => void;
}

/** Props of {@linkcode Notices}. */
export interface NoticesProps {
  /** Current preview. */
  readonly preview: Progress;
  /** Current status of the request. */
  readonly phase: RequestStatus;
  /** Shows a retry button in the notice, for screens without one. */
  readonly retries?: boolean;
  /** Other notes of the screen, at the lowest position. */
  readonly children?: ComponentChildren;
}

/** Delay after which a wait is reported. */
const LONG_WAIT_MS = 5_000;

/**
 * Notices of a screen. While the device is offline, they report that instead of a service failure.
 * Once the network is back, the failed request is retried, and the notice disappears.
 */
export function Notices(props: NoticesProps): JSX.Element {
  const { text } = useDialogContext();
  const { preview, phase } = props;
  const offline = useOffline();
  const reviews = phase.name === "review";
  const failed = phase.name === "review" ? phase.failure : undefined;
  // Explained by a lost network: once the network is back, it is outdated.
  const [explained, setExplained] = useState<ErrorView>();
  useLayoutEffect(() => {
    if (offline && isOfNetwork(failed)) setExplained(failed);
  }, [offline, failed]);
  const failure = !offline && failed === explained ? undefined : failed;
  const error = preview.status === "error" ? preview.error : undefined;
  useBackOnline(reviews && isOfNetwork(error) ? preview.retry : undefined);
  const waits = preview.status === "loading" || preview.status === "refreshing";
  const slow = useDelayed(reviews && waits, LONG_WAIT_MS);
  const lost = offline && (isOfNetwork(error) || isOfNetwork(failure));
  const retry = props.retries === true && error !== undefined && preview.retry !== undefined
    ? <Retry look="secondary" again={preview.retry} />
    : undefined;
  // Only one is shown, above all others, so that no note moves another.
  return (
    <>
      <div class="contents" role="status">
        {slow && failure === undefined
          ? (
            <Note
              key={preview.status}
              level="info"
              words={preview.status === "loading" ? text.slow : text.slowRefresh}
              testid="sdk-slow"
              folds
            />
          )
          : null}
      </div>
      {failure === undefined || lost || error !== undefined ? null : <Failure error={failure} />}
      {lost
        ? (
          <Note
            level="neutral"
            words={error === undefined ? text.offlineFailure : text.offline}
            testid="sdk-offline"
            folds
          >
            {retry}
          </Note>
        )
        : error === undefined
        ? null
        : (
          <Note
            key={retry === undefined ? "for good" : "again"}
            level={levelOf(error)}
            words={causeText(text, error.cause)}
            testid="sdk-error"
            folds
          >
            {retry}
          </Note>
        )}
      {props.children}
    </>
  );
}
