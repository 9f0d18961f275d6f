/** What a method is: the shape of its parameters, and what it does. @module */
import type { z } from "zod";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Caller, Context } from "../context.ts";

/** A method of `POST /v1/rpc`. */
export interface Method {
  /** The shape: of the one parameter, or of the whole list. */
  readonly schema: z.ZodType;
  /** Whether the shape is that of the whole list. */
  readonly list?: true;
  /** Checks the parameters and answers. */
  call(context: Context, caller: Caller, params: unknown): Promise<unknown>;
}

/** A method of one parameter, as an object or a list of one. */
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
 * Checks a value.
 *
 * @throws {AcctError} `invalid_params` with the path of the first wrong field.
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
