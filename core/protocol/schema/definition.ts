/** Defines methods, apart from their handlers. @module */
import type { At } from "./check_first.ts";

/** Reads a value. */
export interface Schema<T> {
  /** Kind of value; `of` depends on it. */
  readonly kind: string;
  /** Members, elements, choices or a limit, for generated documents. */
  readonly of?: unknown;
  /**
   * Reads the value.
   *
   * @throws {AcctError} `invalid_params` with the path of the wrong field
   */
  readonly read: (at: At) => T;
}

/** Kind of prompt; the documentation groups methods by it. */
export type Prompt = "connects" | "sends" | "signs" | "grants" | "changes owners" | "shows";

/**
 * Time to load a handler: with the provider; with a session, or the first request that needs one; or
 * with the first request of its kind: for permissions, whose checks need much code; for what shows
 * something; for what the account has; and for rarely used methods that open no window.
 */
export type Load = "first" | "session" | "permissions" | "shows" | "reads" | "later";

/** Definition of a method of the provider. */
export interface Definition<T, L extends Load = Load> {
  /** Reads the parameters; invalid ones open no window. */
  readonly params: Schema<T>;
  /** Kind of prompt; `null` for a method without one. */
  readonly prompts: Prompt | null;
  /** Time to load the handler. */
  readonly load: L;
}

/** Creates a definition; by default a method shows no prompt. */
export function define<T, L extends Load>(
  { prompts = null, ...rest }:
    & Omit<Definition<T, L>, "prompts">
    & { readonly prompts?: Prompt | null },
): Definition<T, L> {
  return { prompts, ...rest };
}

/** Creates a schema from a function that reads. */
export function custom<T>(kind: string, read: (at: At) => T, of?: unknown): Schema<T> {
  return { kind, read, of };
}

/** Reads the parameters of a method that has none; given ones are ignored. */
export const nothing: Schema<void> = custom("nothing", () => {});
