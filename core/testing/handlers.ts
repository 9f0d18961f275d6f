/** Lists the handlers of all methods by the time when they are loaded. @module */
import { handlers as reads } from "../page/handlers/account_reads.ts";
import { handlers as owners } from "../page/handlers/change_owners.ts";
import { connectedHandlers } from "../page/handlers/connected.ts";
import { firstHandlers } from "../page/handlers/first.ts";
import { handlers as permissions } from "../page/handlers/permissions.ts";
import { handlers as prepared } from "../page/handlers/prepared_calls.ts";
import { handlers as shows } from "../page/handlers/show.ts";
import { handlers as home } from "../page/window/open_home.ts";
import type { MethodName } from "../protocol/methods.ts";
import type { Definition, Load } from "../protocol/schema/definition.ts";

const handlers = {
  first: firstHandlers,
  session: connectedHandlers,
  permissions,
  shows,
  reads,
  later: { ...owners, ...prepared, ...home },
};

/** A handler with the definition of its method. */
export interface Defined {
  /** Its parameters. */
  readonly definition: Definition<unknown>;
}

/** Handlers by the time to load them, and by method. */
export const handlersByLoad: Readonly<Record<Load, Readonly<Record<string, Defined>>>> = handlers;

/** Handlers by method; it does not compile where a method of the schema has none. */
export const allHandlers: Readonly<Record<MethodName, Defined>> = {
  ...handlers.first,
  ...handlers.session,
  ...handlers.permissions,
  ...handlers.shows,
  ...handlers.reads,
  ...handlers.later,
};
