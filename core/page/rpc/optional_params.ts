/** Parameters that may be left out altogether. @module */
import { type At, paramsAt } from "../../protocol/check.ts";

/** The one parameter of a method; nothing and `[]` count as `[{}]`. */
export function optionalParams(params: unknown): At {
  const none = params === undefined || params === null ||
    (Array.isArray(params) && params.length === 0);
  return paramsAt(none ? [{}] : params, 0);
}
