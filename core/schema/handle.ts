/** Combines definitions of methods with their handlers. @module */
import type { Definition } from "./definition.ts";

/** The part of a handler's context that is needed to read parameters. */
export interface Asked {
  /** Origin of the dApp, or `null` outside of a page. */
  readonly origin: string | null;
}

/** Definition of a method with its handler. */
export interface Entry<Result, Context> {
  /** Reads the parameters. */
  readonly definition: Definition<unknown>;
  /** Handles the request; invalid parameters throw before any other effect. */
  readonly run: (context: Context, params: unknown) => Promise<Result>;
}

/** Combines a definition with its handler. */
export function handle<Params, Result, Context extends Asked>(
  definition: Definition<Params>,
  run: (context: Context, params: Params) => Promise<Result>,
): Entry<Result, Context> {
  return {
    definition,
    run(context, params) {
      const { origin } = context;
      return run(context, definition.params.read({ value: params, path: "params", origin }));
    },
  };
}

/** Finds a handler; ignores inherited names such as `toString`. */
export function findEntry<Context>(
  handlers: Readonly<Record<string, Entry<unknown, Context>>>,
  method: string,
): Entry<unknown, Context> | undefined {
  return Object.hasOwn(handlers, method) ? handlers[method] : undefined;
}
