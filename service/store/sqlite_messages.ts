/** Defines the messages between the serving thread and a thread of SQLite. @module */

/** Value that SQLite stores. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** Request to a thread; handled in order. */
export type SqliteRequest =
  | { readonly kind: "open"; readonly path: string; readonly readOnly: boolean }
  | {
    readonly kind: "run";
    readonly sql: string;
    readonly parameters: readonly SqliteValue[];
    /** `false` begins a transaction with it; `true` refuses to run if there is none. */
    readonly inside?: boolean;
  }
  /** Runs statements in a transaction of their own, all or none. */
  | { readonly kind: "all"; readonly steps: readonly SqliteStep[] }
  /** Rolls the open transaction back, if there still is one. */
  | { readonly kind: "rollback" }
  | { readonly kind: "close" };

/** Statement that has to return or change so many rows. */
export interface SqliteStep {
  readonly sql: string;
  readonly parameters: readonly SqliteValue[];
  readonly count: number;
}

/** Request with its number. Messages hold several, since each takes as long as a short query. */
export interface NumberedRequest {
  readonly id: number;
  readonly request: SqliteRequest;
}

/** Result of a statement. */
export interface SqliteResult {
  /** Columns, if the statement returns rows. */
  readonly columns?: readonly string[];
  /** Values of each row, in the order of the columns: objects take three times as long to pass. */
  readonly rows?: readonly (readonly unknown[])[];
  /** Number of changed rows of others. */
  readonly changes?: number | bigint;
  /** Id of the inserted row of others. */
  readonly insertId?: number | bigint;
  /** Results of the steps that were run. */
  readonly steps?: readonly SqliteResult[];
  /** Place of the step that did not return or change as many rows as it had to. */
  readonly failed?: number;
}

/** Error of `node:sqlite`, which loses its fields when it is cloned. */
export interface SqliteFailure {
  readonly name: string;
  readonly message: string;
  /** Node's code. */
  readonly code?: unknown;
  /** SQLite's extended result code. */
  readonly errcode?: unknown;
  /** SQLite's text for it. */
  readonly errstr?: unknown;
}

/** Answer of a thread, with the number of its request. */
export type SqliteAnswer =
  | { readonly id: number; readonly result: SqliteResult }
  | { readonly id: number; readonly failure: SqliteFailure };

/** The first message to a thread: memory of the mailboxes (`sqlite_mailbox.ts`). */
export interface SqliteMailboxes {
  /** For requests. */
  readonly there: SharedArrayBuffer;
  /** For answers; their order tells nothing. */
  readonly back: SharedArrayBuffer;
}
