/** Icons of the wallet home. @module */
import { type Icon, icon } from "../../ui/parts/icons/icon.tsx";
import { markPaths } from "../page/mark.ts";

/** House. */
export const HomeIcon: Icon = icon("M4 11l8-6.8 8 6.8", "M6 9.5V19.5h4.2v-5h3.6v5H18V9.5");
/** Pulse. */
export const ActivityIcon: Icon = icon("M3 12.5h4l2.6-7 4.8 13 2.6-6H21");
/** Four squares. */
export const AppsIcon: Icon = icon(
  "M4.5 4.5h6v6h-6z",
  "M13.5 4.5h6v6h-6z",
  "M4.5 13.5h6v6h-6z",
  "M13.5 13.5h6v6h-6z",
);
/** Shield. */
export const ShieldIcon: Icon = icon(
  "M12 3.5l7 2.6v5.4c0 4.3-2.9 7.6-7 9-4.1-1.4-7-4.7-7-9V6.1z",
);
/** Arrow to the lower start. */
export const ReceiveIcon: Icon = icon("M17.5 6.5l-11 11", "M6.5 8.5v9h9");
/** Plus. */
export const AddIcon: Icon = icon("M12 5v14", "M5 12h14");
/** Two sheets. */
export const CopyIcon: Icon = icon(
  "M9 9h9.5a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1z",
  "M15.5 5.5v-1a1 1 0 0 0-1-1h-10a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h1",
);
/** Check mark. */
export const CheckIcon: Icon = icon("M5 12.5l4.5 4.5L19 7.5");
/** Arrow back. */
export const BackIcon: Icon = icon("M19 12H5.5", "M11.5 6l-6 6 6 6");
/** Key. */
export const KeyIcon: Icon = icon(
  "M8 16.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  "M12 12.5h8.5",
  "M17.5 12.5V16",
);
/** Phone. */
export const DeviceIcon: Icon = icon(
  "M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1z",
  "M11 17.5h2",
);
/** Globe. */
export const LanguageIcon: Icon = icon(
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  "M3.5 12h17",
  "M12 3.5c-5 5-5 12 0 17c5-5 5-12 0-17z",
);
/** Coin. */
export const CurrencyIcon: Icon = icon(
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  "M14.8 9.3c-.5-1-1.5-1.5-2.8-1.5-1.6 0-2.8.8-2.8 2.1 0 2.9 5.7 1.4 5.7 4.3 0 1.3-1.2 2.1-2.9 2.1-1.4 0-2.5-.6-3-1.6",
  "M12 6v1.8",
  "M12 16.3V18",
);
/** Half filled disc. */
export const ThemeIcon: Icon = icon(
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  "M12 3.5v17",
  "M12 8l4-3",
  "M12 13l7.5-5.5",
  "M12 18l8.5-6",
);
/** Two people. */
export const PeopleIcon: Icon = icon(
  "M9 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z",
  "M3.5 19c.4-3 2.6-4.8 5.5-4.8s5.1 1.8 5.5 4.8",
  "M15.5 5a3 3 0 0 1 0 5.8",
  "M17.5 14.5c1.8.7 2.8 2.3 3 4.5",
);
/** Door with an arrow. */
export const SignOutIcon: Icon = icon(
  "M13.5 4.5H6v15h7.5",
  "M11 12h9.5",
  "M17 8.5l3.5 3.5-3.5 3.5",
);
/** Three sliders. */
export const SettingsIcon: Icon = icon(
  "M4 6.5h9.5",
  "M17.5 6.5H20",
  "M15.5 4.5v4",
  "M4 12h3",
  "M11 12h9",
  "M9 10v4",
  "M4 17.5h7.5",
  "M15.5 17.5H20",
  "M13.5 15.5v4",
);
/** Life buoy. */
export const RescueIcon: Icon = icon(
  "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z",
  "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  "M6 6l3.5 3.5",
  "M14.5 14.5L18 18",
  "M18 6l-3.5 3.5",
  "M9.5 14.5L6 18",
);
/** Sheet with a folded corner. */
export const FileIcon: Icon = icon("M6 3.5h8l4.5 4.5v12.5H6z", "M13.5 3.5V8.5h5");
/** Arrow down to a line. */
export const DownloadIcon: Icon = icon("M12 4v11", "M7 10.5l5 5 5-5", "M5 20h14");
/** Bell. */
export const BellIcon: Icon = icon(
  "M6.5 17h11c-1-1.4-1.3-3-1.3-6a4.2 4.2 0 0 0-8.4 0c0 3-.3 4.6-1.3 6z",
  "M10.5 19.8a1.8 1.8 0 0 0 3 0",
);
/** The wallet's mark: a card with a clasp. */
export const MarkIcon: Icon = icon(...markPaths);
