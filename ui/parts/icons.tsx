/** Icons on a 24 by 24 grid; all are decorative, beside text. @module */
import type { JSX } from "preact";

/** Creates an icon of paths. */
const icon = (...paths: readonly string[]) => (props: { class?: string }): JSX.Element => (
  <svg
    class={props.class}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {paths.map((d) => <path key={d} d={d} />)}
  </svg>
);

/** An icon. */
export type Icon = (props: { class?: string }) => JSX.Element;

/** A cross. */
export const CloseIcon: Icon = icon("M6.5 6.5l11 11", "M17.5 6.5l-11 11");
/** Points onwards. */
export const NextIcon: Icon = icon("M9.5 6l6 6-6 6");
/** Points down. */
export const DownIcon: Icon = icon("M6 9.5l6 6 6-6");
/** A closed lock. */
export const LockIcon: Icon = icon(
  "M7 11V8a5 5 0 0 1 10 0v3",
  "M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 " +
    "1.5 0 0 1 6.5 11z",
);
/** A user and a key: a passkey. */
export const PasskeyIcon: Icon = icon(
  "M10 10.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5z",
  "M3 20.5c0-3.9 3-6.5 7-6.5 1 0 2 .16 2.9.47",
  "M18 15.7a2.85 2.85 0 1 0-1.4-.02V21l1.4-1.2 1.1.9",
);
/** An outgoing arrow. */
export const SendIcon: Icon = icon("M7 17L17.5 6.5", "M9 6.5h8.5V15");
/** A shield with a check mark. */
export const AllowIcon: Icon = icon(
  "M12 3.5l7 2.6v5.4c0 4.3-2.9 7.6-7 9-4.1-1.4-7-4.7-7-9V6.1z",
  "M9 12l2.2 2.2L15.2 10",
);
/** Code brackets. */
export const CallIcon: Icon = icon("M9 7l-5 5 5 5", "M15 7l5 5-5 5");
/** A check mark in a circle, which is drawn. */
export const DoneIcon: Icon = () => (
  <svg class="drawn" viewBox="0 0 48 48" fill="none" aria-hidden="true" focusable="false">
    <circle cx="24" cy="24" r="22" fill="currentColor" opacity="0.14" />
    <path
      d="M14.5 24.5l6.5 6.5 12.5-13.5"
      stroke="currentColor"
      stroke-width="3.2"
      stroke-linecap="round"
      stroke-linejoin="round"
      pathLength="1"
    />
  </svg>
);
/** A warning triangle. */
export const AlertIcon: Icon = icon(
  "M12 4.2l8.6 15a.6.6 0 0 1-.5.8H3.9a.6.6 0 0 1-.5-.8z",
  "M12 10v4.2",
  "M12 17.1v.1",
);
/** An information sign. */
export const InfoIcon: Icon = icon(
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  "M12 11.2v5",
  "M12 7.9v.1",
);
/** A spinner. */
export const Spinner: Icon = () => (
  <svg class="spinner" viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
    <circle cx="12" cy="12" r="9" stroke="currentColor" stroke-width="2.6" opacity="0.25" />
    <path
      d="M21 12a9 9 0 0 0-9-9"
      stroke="currentColor"
      stroke-width="2.6"
      stroke-linecap="round"
    />
  </svg>
);
