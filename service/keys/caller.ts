/** Defines the sender of a request. @module */
import type { Key } from "./keys.ts";

/** Sender of a request. */
export interface Caller {
  /** Key of the request. */
  readonly key: Key;
  /** Origin of the requesting page, or null. */
  readonly origin: string | null;
  /** Client address. */
  readonly client: string;
}
