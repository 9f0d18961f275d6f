/** Collects the handlers of all methods. @module */
import { onDemand } from "../page/handlers/on_demand.ts";
import { firstHandlers } from "../page/handlers/with_provider.ts";
import { sessionHandlers } from "../page/handlers/with_session.ts";
import type { Definition } from "../schema/definition.ts";

/** A handler with the definition of its method. */
export interface Defined {
  /** Definition of the method. */
  readonly definition: Definition<unknown>;
}

const chunks = onDemand();

/** Handlers that load with the first request for them. */
export const lateHandlers: Readonly<Record<keyof typeof chunks, Defined>> = Object.fromEntries(
  await Promise.all(
    Object.entries(chunks).map(async ([method, chunk]) => {
      const handlers: Readonly<Record<string, Defined>> = (await chunk.load()).handlers;
      return [method, handlers[method]!] as const;
    }),
  ),
) as Record<keyof typeof chunks, Defined>;

/** Handlers of all methods. */
export const allHandlers: Readonly<Record<string, Defined>> = {
  ...firstHandlers,
  ...sessionHandlers,
  ...lateHandlers,
};
