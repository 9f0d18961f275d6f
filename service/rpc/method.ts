/** Connects the definition of a method with its handler. @module */
import type { At } from "../../core/schema/check.ts";
import type { ServiceDefinition } from "../../core/protocol/service/schema/definition.ts";
import type { ServiceMethod, ServiceMethods } from "../../core/protocol/service/mod.ts";
import type { Schema } from "../../core/schema/schema.ts";
import type { Caller } from "../keys/caller.ts";
import type { RpcContext } from "./context.ts";

/** Method of `POST /v1/rpc`. */
export interface Method<M extends ServiceMethod = ServiceMethod> {
  /** Definition of the method. */
  readonly definition: { readonly name: M; readonly params: Schema<unknown> };
  /** Validates the parameters and handles the call. */
  call(context: RpcContext, caller: Caller, params: unknown): Promise<ServiceMethods[M]["result"]>;
}

/** Creates a method from its definition and its handler. */
export function method<M extends ServiceMethod, T>(
  definition: ServiceDefinition<M, T>,
  handler: (context: RpcContext, caller: Caller, params: T) => Promise<ServiceMethods[M]["result"]>,
): Method<M> {
  return {
    definition,
    call: async (context, caller, params) =>
      await handler(context, caller, readParams(definition.params, params)),
  };
}

/**
 * Reads parameters. A single parameter is passed in a list or alone. The first of several may also
 * be passed alone, because some clients do so with a bundle id.
 *
 * @throws {AcctError} with the path of the first wrong field
 */
export function readParams<T>(schema: Schema<T>, params: unknown): T {
  return schema.read(isPositional(schema) ? list(params) : only(params));
}

/** Returns true if a schema reads the complete list of parameters. */
export function isPositional({ kind }: Schema<unknown>): boolean {
  return kind === "positional";
}

function list(params: unknown): At {
  return { value: typeof params === "string" ? [params] : params, path: "params" };
}

function only(params: unknown): At {
  return Array.isArray(params) && params.length <= 1
    ? { value: params[0], path: "params[0]" }
    : { value: params, path: "params" };
}
