/** Defines the sender of a request. @module */
import { networkBlock } from "../lib/client_address.ts";
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

/**
 * Names the share of a network for a publishable key, because anyone can use that key. Returns
 * `null` for a secret key.
 */
export function networkShare({ key, client }: Pick<Caller, "key" | "client">): string | null {
  return key.kind === "pk" ? `${key.id} ${networkBlock(client)}` : null;
}
