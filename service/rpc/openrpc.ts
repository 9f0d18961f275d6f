/**
 * Describes the methods of `POST /v1/rpc` as an OpenRPC document, generated from the schemas that
 * validate requests. Results are documented in `core/protocol/service/mod.ts` and not repeated
 * here.
 *
 * @see https://spec.open-rpc.org
 * @module
 */
import { z } from "zod";
import type { Method } from "./method.ts";

/** Generates the document. */
export function openRpc(methods: ReadonlyMap<string, Method>): Record<string, unknown> {
  return {
    openrpc: "1.3.2",
    info: { title: "Acct service", version: "1" },
    methods: [...methods].map(([name, { schema, list }]) => ({
      name,
      paramStructure: "by-position",
      params: list === true ? listed(schema) : [
        { name: "params", required: !schema.safeParse(undefined).success, schema: shape(schema) },
      ],
      result: { name: "result", schema: true },
    })),
  };
}

/** Lists the parameters of a method that takes a list, in its longest form. */
function listed(schema: z.ZodType): { name: string; required: boolean; schema: unknown }[] {
  const { anyOf = [] } = shape(schema) as { anyOf?: { prefixItems?: unknown[] }[] };
  const forms = anyOf.map(({ prefixItems }) => prefixItems ?? []);
  const longest = forms.reduce((most, each) => each.length > most.length ? each : most, []);
  const least = Math.min(...forms.map((each) => each.length));
  return longest.map((item, index) => ({
    name: `param${index}`,
    required: index < least,
    schema: item,
  }));
}

function shape(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  return rest;
}
