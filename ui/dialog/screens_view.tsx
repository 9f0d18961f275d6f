/** The scrim, the card, and the screen in it. @module */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DialogMethod } from "@sdk/core/dialog";
import { type Surroundings, SurroundingsContext } from "../parts/context.ts";
import { causeText } from "../parts/note.tsx";
import { useLasting } from "../parts/use_lasting.ts";
import { useReadable } from "../parts/use_readable.ts";
import type { Screen } from "../screens/screens.ts";
import type { Phase, Session } from "./session.ts";

/** What the view needs. */
export interface ScreensProps<M extends DialogMethod> {
  /** The request and where it stands. */
  readonly session: Session<M>;
  /** Its screen. */
  readonly screen: Screen<M>;
  /** What the parts can reach. */
  readonly surroundings: Omit<Surroundings, "busyText" | "method">;
  /** Told the headline. */
  readonly onName: (name: string) => void;
}

/** Milliseconds after which it is said that it takes longer. */
const patience = 10_000;

/** The view. */
export function Screens<M extends DialogMethod>(props: ScreensProps<M>): JSX.Element {
  const { session, screen: Screen } = props;
  const phase = useReadable(session.phase);
  const slow = useLasting(phase.name === "busy", patience);
  const { text } = props.surroundings;
  const busyText = phase.name === "done"
    ? text.loading
    : slow
    ? text.stillWorking
    : text.usePasskey;
  const surroundings = { ...props.surroundings, busyText, method: session.request.method };
  const place = useRef<HTMLDivElement>(null);
  // The dialog's name is its headline, also after the headline changed.
  useLayoutEffect(() => {
    const name = () =>
      props.onName(place.current?.querySelector("[data-title]")?.textContent ?? "");
    name();
    return session.request.preview.subscribe(() => queueMicrotask(name));
  }, [session]);
  return (
    <SurroundingsContext.Provider value={surroundings}>
      <div class="scrim" part="scrim" />
      <div ref={place} class="contents">
        <Screen session={session} phase={phase} />
      </div>
      <div class="hidden" role="status" aria-live="polite" data-testid="sdk-status">
        {announcement(phase, surroundings)}
      </div>
    </SurroundingsContext.Provider>
  );
}

/** What is said aloud. */
function announcement(phase: Phase, { text, busyText }: Surroundings): string {
  if (phase.name === "busy") return `${busyText} ${text.usePasskeyHint}`;
  if (phase.name === "review" && phase.failure !== undefined) {
    const words = causeText(text, phase.failure);
    return `${words.title}. ${words.body}`;
  }
  return "";
}
