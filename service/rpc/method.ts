/** Defines a method: the schema of its parameters, and its handler. @module */
import type { z } from "zod";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Caller, Context } from "../context.ts";

/** Method of `POST /v1/rpc`. */
export interface Method {
  /** Schema of its single parameter, or of the whole list. */
  readonly schema: z.ZodType;
  /** Set if the schema describes the whole list. */
  readonly list?: true;
  /** Validates the parameters and handles the call. */
  call(context: Context, caller: Caller, params: unknown): Promise<unknown>;
}

/** Defines a method with one parameter, passed as an object or as a list of one. */
export function method<T>(
  schema: z.ZodType<T>,
  handler: (context: Context, caller: Caller, params: T) => Promise<unknown>,
): Method {
  return {
    schema,
    call(context, caller, params) {
      const [value, path] = Array.isArray(params) && params.length <= 1
        ? [params[0], "params[0]"] as const
        : [params, "params"] as const;
      return handler(context, caller, check(schema, value, path));
    },
  };
}

/**
 * Validates a value.
 *
 * @throws {AcctError} `invalid_params` with the path of the first invalid field.
 */
export function check<T>(schema: z.ZodType<T, unknown>, value: unknown, path: string): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const field = (issue?.path ?? []).reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : `${text}.${String(part).slice(0, 60)}`,
    path,
  );
  throw new AcctError("invalid_params", { field, detail: (issue?.message ?? "").slice(0, 200) });
}
