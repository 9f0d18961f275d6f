/** Scrim and card with the current screen. @module */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DialogMethod, DialogRequest, RequestStatus } from "@sdk/core/dialog";
import { type DialogContext, dialogContext } from "../parts/context.ts";
import { causeText } from "../parts/note.tsx";
import { useDelayed } from "../parts/use_delayed.ts";
import { useReadable } from "../parts/use_readable.ts";
import type { Screen } from "../screens/screens.ts";

/** Props of {@linkcode Screens}. */
export interface ScreensProps<M extends DialogMethod> {
  /** The request. */
  readonly request: DialogRequest<M>;
  /** Screen of its method. */
  readonly screen: Screen<M>;
  /** Context of the dialog, apart from what depends on the request. */
  readonly context: Omit<DialogContext, "busyText" | "method">;
  /** Called with each new headline. */
  readonly onName: (name: string) => void;
}

/** Delay after which a busy button reports a long wait. */
const LONG_WAIT_MS = 10_000;

/** Scrim and card. */
export function Screens<M extends DialogMethod>(props: ScreensProps<M>): JSX.Element {
  const { request, screen: Screen } = props;
  const phase = useReadable(request.status);
  const slow = useDelayed(phase.name === "approving", LONG_WAIT_MS);
  const { text } = props.context;
  const busyText = phase.name === "approved" || phase.name === "rejected"
    ? text.loading
    : slow
    ? text.stillWorking
    : text.usePasskey;
  const context = { ...props.context, busyText, method: request.method };
  const place = useRef<HTMLDivElement>(null);
  // The dialog is labelled by its headline, also after the headline changed.
  useLayoutEffect(() => {
    const name = () =>
      props.onName(place.current?.querySelector("[data-title]")?.textContent ?? "");
    name();
    return request.preview.subscribe(() => queueMicrotask(name));
  }, [request]);
  return (
    <dialogContext.Provider value={context}>
      <div class="scrim" part="scrim" />
      <div ref={place} class="contents">
        <Screen
          request={request}
          phase={phase}
          // The status reports a failure.
          onApprove={(choice) => void request.approve(choice).catch(() => {})}
          onReject={() => request.reject()}
        />
      </div>
      <div class="hidden" role="status" aria-live="polite" data-testid="sdk-status">
        {announcement(phase, context)}
      </div>
    </dialogContext.Provider>
  );
}

/** Returns the text for screen readers. */
function announcement(phase: RequestStatus, { text, busyText }: DialogContext): string {
  if (phase.name === "approving") return `${busyText} ${text.usePasskeyHint}`;
  if (phase.name === "review" && phase.failure !== undefined) {
    const words = causeText(text, phase.failure);
    return `${words.title}. ${words.body}`;
  }
  return "";
}
