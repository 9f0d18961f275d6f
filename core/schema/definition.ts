/** Defines methods, separate from their handlers. @module */
import type { At } from "../ground/check.ts";

/** Reads a value. */
export interface Schema<T> {
  /** Kind of value; `of` depends on it. */
  readonly kind: string;
  /** Members, elements, choices or a limit, for generated documentation. */
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

/** Definition of a method of the provider. */
export interface Definition<T> {
  /** Reads the parameters; if they are invalid, no window opens. */
  readonly params: Schema<T>;
  /** Kind of prompt; `null` for a method without one. */
  readonly prompts: Prompt | null;
}

/** Creates a definition; by default a method shows no prompt. */
export function define<T>(
  { prompts = null, params }: Pick<Definition<T>, "params"> & Partial<Definition<T>>,
): Definition<T> {
  return { prompts, params };
}

/** Creates a schema from a reading function. */
export function custom<T>(kind: string, read: (at: At) => T, of?: unknown): Schema<T> {
  return { kind, read, of };
}

/** Reads the parameters of a method without parameters; given ones are ignored. */
export const nothing: Schema<void> = custom("nothing", () => {});
