/** Defines methods of the service, apart from their handlers. @module */
import type { Schema } from "../schema/definition.ts";

/** Definition of a method of the service. */
export interface ServiceDefinition<Name extends string, Params> {
  /** Name of the method. */
  readonly name: Name;
  /** Reads the only parameter, or the whole list if it is positional. */
  readonly params: Schema<Params>;
}
