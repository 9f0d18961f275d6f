/** Defines the tables of device links. @module */

/** Mailbox of a device link. */
export interface LinkTable {
  id: string;
  /** Origin that the browser of the requesting side reported; null for a program. */
  origin: string | null;
  /** Random name that the requesting side gave the session. */
  session: string;
  /** SHA-256 of the requesting side's token. */
  app: string;
  /** SHA-256 of the only token that may open it; null if it is not opened yet and any token may. */
  opener: string | null;
  /** 1 once it was opened. */
  opened: number;
  /** Messages of each side. */
  app_count: number;
  wallet_count: number;
  /** Unix milliseconds. */
  created_at: number;
  expires_at: number;
}

/** Message of a device link, encrypted between its two sides. */
export interface LinkMessageTable {
  link_id: string;
  side: "app" | "wallet";
  /** Number of earlier messages of the side. */
  place: number;
  message: string;
}
