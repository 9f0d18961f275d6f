/** Icons that only the dialogs use. @module */
import { type Icon, icon } from "./icon.tsx";

/** A cross. */
export const CloseIcon: Icon = icon("M6.5 6.5l11 11", "M17.5 6.5l-11 11");
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
/** An animated check mark in a circle. */
export const DoneIcon: Icon = () => (
  <svg class="drawn" viewBox="0 0 48 48" fill="none" aria-hidden="true">
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
/** An information sign. */
export const InfoIcon: Icon = icon(
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  "M12 11.2v5",
  "M12 7.9v.1",
);
/** A spinner. */
export const Spinner: Icon = () => (
  <svg class="spinner" viewBox="0 0 24 24" fill="none" aria-hidden="true">
    <circle cx="12" cy="12" r="9" stroke="currentColor" stroke-width="2.6" opacity="0.25" />
    <path
      d="M21 12a9 9 0 0 0-9-9"
      stroke="currentColor"
      stroke-width="2.6"
      stroke-linecap="round"
    />
  </svg>
);
