/** Scrim and card with the current screen. @module */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DialogMethod } from "@sdk/core/dialog";
import { type DialogContext, dialogContext } from "../parts/context.ts";
import { causeText } from "../parts/note.tsx";
import { useDelayed } from "../parts/use_delayed.ts";
import { useReadable } from "../parts/use_readable.ts";
import type { Screen } from "../screens/screens.ts";
import type { Phase, Session } from "./session.ts";

/** Props of {@linkcode Screens}. */
export interface ScreensProps<M extends DialogMethod> {
  /** Session of the request. */
  readonly session: Session<M>;
  /** Screen of its method. */
  readonly screen: Screen<M>;
  /** Context of the dialog, apart from what depends on the session. */
  readonly context: Omit<DialogContext, "busyText" | "method">;
  /** Called with each new headline. */
  readonly onName: (name: string) => void;
}

/** Delay after which a busy button reports a long wait. */
const LONG_WAIT_MS = 10_000;

/** Scrim and card. */
export function Screens<M extends DialogMethod>(props: ScreensProps<M>): JSX.Element {
  const { session, screen: Screen } = props;
  const phase = useReadable(session.phase);
  const slow = useDelayed(phase.name === "busy", LONG_WAIT_MS);
  const { text } = props.context;
  const busyText = phase.name === "done"
    ? text.loading
    : slow
    ? text.stillWorking
    : text.usePasskey;
  const context = { ...props.context, busyText, method: session.request.method };
  const place = useRef<HTMLDivElement>(null);
  // The dialog is labelled by its headline, also after the headline changed.
  useLayoutEffect(() => {
    const name = () =>
      props.onName(place.current?.querySelector("[data-title]")?.textContent ?? "");
    name();
    return session.request.preview.subscribe(() => queueMicrotask(name));
  }, [session]);
  return (
    <dialogContext.Provider value={context}>
      <div class="scrim" part="scrim" />
      <div ref={place} class="contents">
        <Screen session={session} phase={phase} />
      </div>
      <div class="hidden" role="status" aria-live="polite" data-testid="sdk-status">
        {announcement(phase, context)}
      </div>
    </dialogContext.Provider>
  );
}

/** Returns the text for screen readers. */
function announcement(phase: Phase, { text, busyText }: DialogContext): string {
  if (phase.name === "busy") return `${busyText} ${text.usePasskeyHint}`;
  if (phase.name === "review" && phase.failure !== undefined) {
    const words = causeText(text, phase.failure);
    return `${words.title}. ${words.body}`;
  }
  return "";
}
