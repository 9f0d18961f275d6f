import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { MAX_CALLS, MAX_URL_LENGTH } from "../../core/ground/limits.ts";
import { describe } from "./json_schema.ts";
import { methods } from "./methods.ts";
import { openRpc } from "./openrpc.ts";

interface Described {
  readonly name: string;
  readonly params: readonly { readonly schema: Record<string, unknown> }[];
}

Deno.test("openrpc: every method with its parameters, none without a shape", () => {
  const document = openRpc(methods) as { openrpc: string; methods: readonly Described[] };
  assertEquals(document.openrpc, "1.3.2");
  assertEquals(document.methods.map(({ name }) => name), [...methods.keys()]);
  for (const { name, params } of document.methods) {
    for (const { schema } of params) {
      assertEquals(Object.keys(schema).length > 0, true, `${name} has a parameter without a shape`);
    }
  }
  const send = document.methods.find(({ name }) => name === "acct_send")!;
  const text = JSON.stringify(send.params[0]!.schema);
  for (const part of ["maxFeePerGas", "^0x[0-9a-fA-F]{40}$", '"additionalProperties":false']) {
    assertStringIncludes(text, part);
  }
  const capabilities = document.methods.find(({ name }) => name === "wallet_getCapabilities")!;
  assertEquals(capabilities.params.length, 2);
  const status = document.methods.find(({ name }) => name === "wallet_getCallsStatus")!;
  assertEquals(status.params.length, 2);
});

Deno.test("openrpc: limits and required members equal those used for validation", () => {
  const document = openRpc(methods) as { methods: readonly Described[] };
  const prepare = document.methods.find(({ name }) => name === "acct_prepare")!;
  const schema = prepare.params[0]!.schema as {
    properties: Record<string, Record<string, unknown>>;
    required: readonly string[];
  };
  assertEquals(schema.required, ["chainId", "account", "calls"]);
  assertEquals(schema.properties["calls"]!["maxItems"], MAX_CALLS);
  assertStringIncludes(JSON.stringify(schema), `"maxLength":${MAX_URL_LENGTH}`);
  const unknown = { kind: "new", read: () => null };
  assertThrows(() => describe(unknown), Error, "no JSON Schema for the kind new");
});
