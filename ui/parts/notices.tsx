/** What stands in the way of a decision: an error, no network, a long wait, the last try's failure. @module */
import type { ComponentChildren, JSX } from "preact";
import type { ErrorView, PreviewStatus } from "@sdk/core/dialog";
import type { Phase } from "../dialog/session.ts";
import { useSurroundings } from "./context.ts";
import { causeText, Failure, Note } from "./note.tsx";
import { Retry } from "./retry.tsx";
import { useLasting } from "./use_lasting.ts";
import { isOfNetwork, useBackOnline, useOffline } from "./use_offline.ts";

/** How far any preview has come. */
export interface Progress {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why it got no further. */
  readonly error?: ErrorView;
  /** Asks again, after an error. */
  readonly retry?: () => void;
}

/** What the notices need. */
export interface NoticesProps {
  /** The preview as it is now. */
  readonly preview: Progress;
  /** Where the request stands. */
  readonly phase: Phase;
  /** Whether asking again is offered here, for screens whose buttons have no place for it. */
  readonly retries?: boolean;
  /** What the screen has to say besides; it stands lowest. */
  readonly children?: ComponentChildren;
}

/** Milliseconds after which a wait is called long. */
const patience = 5_000;

/**
 * The notices. While the device has no network they say so instead of blaming the service, and what
 * failed for that reason is asked again as soon as there is one.
 */
export function Notices(props: NoticesProps): JSX.Element {
  const { text } = useSurroundings();
  const { preview, phase } = props;
  const offline = useOffline();
  const reviews = phase.name === "review";
  const failure = phase.name === "review" ? phase.failure : undefined;
  const error = preview.status === "error" ? preview.error : undefined;
  useBackOnline(reviews && isOfNetwork(error) ? preview.retry : undefined);
  const waits = preview.status === "loading" || preview.status === "refreshing";
  const slow = useLasting(reviews && waits, patience);
  const lost = offline && (isOfNetwork(error) || isOfNetwork(failure));
  const retry = props.retries === true && error !== undefined && preview.retry !== undefined
    ? <Retry look="secondary" again={preview.retry} />
    : undefined;
  // One of these at a time, and above all others: nothing is pushed away when it comes or goes.
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
            />
          )
          : null}
      </div>
      {failure === undefined || lost || error !== undefined ? null : <Failure error={failure} />}
      {lost
        ? (
          <Note
            level="warning"
            words={error === undefined ? text.offlineFailure : text.offline}
            testid="sdk-offline"
          >
            {retry}
          </Note>
        )
        : error === undefined
        ? null
        : (
          <Note
            key={retry === undefined ? "for good" : "again"}
            level="danger"
            words={causeText(text, error)}
            testid="sdk-error"
          >
            {retry}
          </Note>
        )}
      {props.children}
    </>
  );
}
