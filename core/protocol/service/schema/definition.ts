/** Defines methods of the service, separate from their handlers. @module */
import type { Schema } from "../../../schema/definition.ts";

/** Definition of a method of the service. */
export interface ServiceDefinition<Name extends string, Params> {
  /** Name of the method. */
  readonly name: Name;
  /** Reads the only parameter, or the whole list if the parameters are positional. */
  readonly params: Schema<Params>;
}
