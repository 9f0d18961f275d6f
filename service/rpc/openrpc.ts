/**
 * Describes the methods of `POST /v1/rpc` as an OpenRPC document, generated from the definitions
 * that validate requests. Results are types (`core/protocol/service/methods/`) and not described
 * here.
 *
 * @see https://spec.open-rpc.org
 * @module
 */
import type { Schema } from "../../core/schema/schema.ts";
import { describe, isRequired } from "./json_schema.ts";
import { isPositional, type Method } from "./method.ts";

/** Generates the document. */
export function openRpc(methods: ReadonlyMap<string, Method>): Record<string, unknown> {
  return {
    openrpc: "1.3.2",
    info: { title: "Acct service", version: "1" },
    methods: [...methods].map(([name, { definition: { params } }]) => ({
      name,
      paramStructure: "by-position",
      params: isPositional(params)
        ? (params.of as readonly Schema<unknown>[]).map((each, index) =>
          parameter(`param${index}`, each)
        )
        : [parameter("params", params)],
      result: { name: "result", schema: true },
    })),
  };
}

function parameter(name: string, schema: Schema<unknown>): Record<string, unknown> {
  return { name, required: isRequired(schema), schema: describe(schema) };
}
