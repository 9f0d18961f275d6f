/** What a method is, apart from its handler. @module */
import type { At } from "./check.ts";

/** Reads a value. */
export interface Schema<T> {
  /** Name of what is read; `of` depends on it. */
  readonly kind: string;
  /** Members, elements, choices or a limit: for descriptions. */
  readonly of?: unknown;
  /**
   * Reads the value.
   *
   * @throws {AcctError} `invalid_params` with the path of what is wrong
   */
  readonly read: (at: At) => T;
}

/** What the user is asked for: documentation groups methods by it. */
export type Prompt = "connects" | "sends" | "signs" | "grants" | "changes owners" | "shows";

/** When a handler is loaded: with the provider; or with a session, or the first read. */
export type Load = "first" | "session";

/** Definition of a method of the provider. */
export interface Definition<T, L extends Load = Load> {
  /** Reads the parameters; what it refuses opens no window. */
  readonly params: Schema<T>;
  /** What the user is asked for; `null` if the method is silent. */
  readonly prompts: Prompt | null;
  /** When the handler is loaded. */
  readonly load: L;
}

/** Makes a definition; a method is silent unless it says otherwise. */
export function define<T, L extends Load>(
  { prompts = null, ...rest }:
    & Omit<Definition<T, L>, "prompts">
    & { readonly prompts?: Prompt | null },
): Definition<T, L> {
  return { prompts, ...rest };
}

/** Makes a schema of a function that reads. */
export function custom<T>(kind: string, read: (at: At) => T, of?: unknown): Schema<T> {
  return { kind, read, of };
}

/** Reads a method that has no parameters: whatever is given is ignored. */
export const nothing: Schema<void> = custom("nothing", () => {});
