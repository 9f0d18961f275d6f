/** Icons of the dialogs and of the wallet home. @module */
import { type Icon, icon } from "./icon.tsx";

/** Points onwards. */
export const NextIcon: Icon = icon("M9.5 6l6 6-6 6");
/** Points down. */
export const DownIcon: Icon = icon("M6 9.5l6 6 6-6");
/** An outgoing arrow. */
export const SendIcon: Icon = icon("M7 17L17.5 6.5", "M9 6.5h8.5V15");
/** A shield with a check mark. */
export const AllowIcon: Icon = icon(
  "M12 3.5l7 2.6v5.4c0 4.3-2.9 7.6-7 9-4.1-1.4-7-4.7-7-9V6.1z",
  "M9 12l2.2 2.2L15.2 10",
);
/** A framed picture. */
export const ItemIcon: Icon = icon(
  "M5 4.5h14a.5.5 0 0 1 .5.5v14a.5.5 0 0 1-.5.5H5a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5z",
  "M4.5 16.5l4.5-4.5 7 7",
  "M14 12.5l2-2 3.5 3.5",
);
/** Code brackets. */
export const CallIcon: Icon = icon("M9 7l-5 5 5 5", "M15 7l5 5-5 5");
/** A warning triangle. */
export const AlertIcon: Icon = icon(
  "M12 4.2l8.6 15a.6.6 0 0 1-.5.8H3.9a.6.6 0 0 1-.5-.8z",
  "M12 10v4.2",
  "M12 17.1v.1",
);
