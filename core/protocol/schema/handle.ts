/** Combines definitions of methods with their handlers. @module */
import type { Definition, Load } from "./definition.ts";

/** The part of a handler's context that reading parameters needs. */
export interface Asked {
  /** Origin of the dApp, or `null` outside of a page. */
  readonly origin: string | null;
}

/** Definition of a method with its handler. */
export interface Entry<Result, L extends Load, Context> {
  /** Reads the parameters. */
  readonly definition: Definition<unknown, L>;
  /** Handles the request; invalid parameters throw before anything else happens. */
  readonly run: (context: Context, params: unknown) => Promise<Result>;
}

/** Combines a definition with its handler. */
export function handle<Params, Result, L extends Load, Context extends Asked>(
  definition: Definition<Params, L>,
  run: (context: Context, params: Params) => Promise<Result>,
): Entry<Result, L, Context> {
  return {
    definition,
    run(context, params) {
      const { origin } = context;
      return run(context, definition.params.read({ value: params, path: "params", origin }));
    },
  };
}

/** Finds a handler; inherited names such as `toString` find none. */
export function findEntry<Context>(
  handlers: Readonly<Record<string, Entry<unknown, Load, Context>>>,
  method: string,
): Entry<unknown, Load, Context> | undefined {
  return Object.hasOwn(handlers, method) ? handlers[method] : undefined;
}
