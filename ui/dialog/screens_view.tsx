/** Scrim and card with the current screen. @module */
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  AlarmView,
  ChoiceOf,
  DialogMethod,
  DialogRequest,
  RequestStatus,
} from "@sdk/core/dialog";
import { type DialogContext, dialogContext } from "../parts/hooks/context.ts";
import { useDelayed } from "../parts/hooks/use_delayed.ts";
import { useFailure } from "../parts/hooks/use_failure.ts";
import { useReadable } from "../parts/hooks/use_readable.ts";
import type { Screen } from "../screens/screen.ts";
import { stopScreen as loadStopScreen } from "../screens/screens.ts";
import { hasEnded, outcomeOf } from "./outcome.ts";
import { successOf } from "./success.ts";

/** Props of {@linkcode Screens}. */
export interface ScreensProps<M extends DialogMethod> {
  /** The request. */
  readonly request: DialogRequest<M>;
  /** Screen of its method. */
  readonly screen: Screen<M>;
  /** Context of the dialog, without the members that depend on the request. */
  readonly context: Omit<DialogContext, "busyText" | "failure" | "method">;
  /** Called with each new headline. */
  readonly onName: (name: string) => void;
  /** Called with a request that covers this one, and with `null` once it is closed. */
  readonly onCover: (request: DialogRequest | null) => void;
}

/** Delay after which a busy button reports a long wait. */
const LONG_WAIT_MS = 10_000;

/** Delay before the code of the alarm is loaded again. */
const RELOAD_MS = 2_000;

/**
 * Scrim and card. Over a request with an alarm, first the card of the alarm, and the card that stops
 * the recovery.
 */
export function Screens<M extends DialogMethod>(props: ScreensProps<M>): JSX.Element {
  const { request, onCover } = props;
  const view = useReadable(request.alarm ?? noAlarm);
  const phase = useReadable(request.status);
  const [stop, setStop] = useState<Stop | null>(null);
  const [isTrusted, setTrusted] = useState(false);
  const [sheet, setSheet] = useState<typeof import("../parts/card/alarm.tsx")>();
  const isAlarmed = view !== null && !isTrusted && phase.name === "review";
  useEffect(() => {
    if (!isAlarmed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      void Promise.all([import("../parts/card/alarm.tsx"), loadStopScreen()]).then(
        ([loaded]) => setSheet(loaded),
        () => timer = setTimeout(load, RELOAD_MS),
      );
    load();
    return () => clearTimeout(timer);
  }, [isAlarmed]);
  const covers = isAlarmed && sheet !== undefined;
  useEffect(() => {
    if (!covers) return;
    // Presses that were meant for the covered sheet, or for the alarm, do not count.
    onCover(null);
    return () => onCover(null);
  }, [covers]);
  const open = async (alarm: AlarmView) => {
    const screen = await loadStopScreen();
    if (hasEnded(request)) return;
    const stop = alarm.stop();
    setStop({ request: stop, screen });
    onCover(stop);
    const end = () => {
      setStop(null);
      onCover(null);
    };
    outcomeOf(stop).then(end, end);
  };
  return (
    <>
      <div class="scrim" part="scrim" />
      <Sheet {...props} hidden={stop !== null || covers} />
      {covers && stop === null
        ? (
          <dialogContext.Provider value={{ ...props.context, busyText: "", method: "alarm" }}>
            <sheet.Alarm
              app={request.app}
              account={request.account}
              view={view}
              onName={props.onName}
              onStop={() => void open(view).catch(() => {})}
              onTrust={() => setTrusted(true)}
              onReject={() => request.reject()}
            />
          </dialogContext.Provider>
        )
        : null}
      {stop === null ? null : <Sheet key={stop.request.id} {...props} {...stop} hidden={false} />}
    </>
  );
}

/** The request that stops a recovery, with its screen. */
interface Stop {
  readonly request: ReturnType<AlarmView["stop"]>;
  readonly screen: Awaited<ReturnType<typeof loadStopScreen>>;
}

const neverVisible = { get: () => false, subscribe: () => () => {} };
const noAlarm = { get: () => null, subscribe: () => () => {} };

/** The screen of one request. */
function Sheet<M extends DialogMethod>(
  props: Pick<ScreensProps<M>, "request" | "screen" | "context" | "onName"> & {
    /** True while another sheet covers this one; it keeps the user's input. */
    readonly hidden: boolean;
  },
): JSX.Element {
  const { request, screen: Screen, hidden } = props;
  // The content is measured right after it is rendered.
  if (Screen.css !== undefined) props.context.addRules(Screen.css);
  const phase = useReadable(request.status);
  const slow = useDelayed(phase.name === "approving", LONG_WAIT_MS);
  const { text } = props.context;
  const isMissing = (useReadable(request.preview) as { missing?: boolean }).missing === true;
  const failure = useFailure(phase, text, isMissing);
  const isExternal = request.account?.external === true;
  const busyText = phase.name === "approved" || phase.name === "rejected"
    ? text.loading
    : slow
    ? text.stillWorking
    : isExternal
    ? text.useSigner
    : text.usePasskey;
  const choice = useRef<ChoiceOf[M]>();
  const success = phase.name === "approved"
    ? successOf(request, Screen, props.context, choice.current)
    : undefined;
  const context: DialogContext = {
    ...props.context,
    // When it is uncovered, its button waits, as after any change of the visible content.
    ...(hidden && { isVisible: neverVisible }),
    busyText,
    ...(failure && { failure }),
    ...(success !== undefined && { success }),
    method: request.method,
  };
  const place = useRef<HTMLDivElement>(null);
  // The dialog is labelled by its headline, including after a change of the headline.
  useLayoutEffect(() => {
    if (hidden) return;
    const name = () =>
      props.onName(place.current?.querySelector("[data-title]")?.textContent ?? "");
    name();
    return request.preview.subscribe(() => queueMicrotask(name));
  }, [request, hidden]);
  return (
    <dialogContext.Provider value={context}>
      <div ref={place} class="contents" hidden={hidden}>
        <Screen
          request={request}
          phase={phase}
          onApprove={(chosen) => {
            choice.current = chosen;
            // The status reports a failure.
            void request.approve(chosen).catch(() => {});
          }}
          onReject={() => request.reject()}
        />
      </div>
      <div class="hidden" role="status" aria-live="polite" data-testid="sdk-status">
        {hidden ? "" : announcement(phase, context, isExternal)}
      </div>
    </dialogContext.Provider>
  );
}

/** Returns the text for screen readers. */
function announcement(
  phase: RequestStatus,
  { text, busyText, failure, success }: DialogContext,
  isExternal: boolean,
): string {
  if (success !== undefined) return success.slice(0, 2).filter(Boolean).join(". ");
  if (phase.name === "approving") {
    return isExternal ? busyText : `${busyText} ${text.usePasskeyHint}`;
  }
  return failure === undefined ? "" : `${failure.title}. ${failure.body}`;
}
