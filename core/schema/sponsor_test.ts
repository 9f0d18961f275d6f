import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import { MAX_CONTEXT_LENGTH } from "../ground/limits.ts";
import { readSponsor } from "./sponsor.ts";

const path = "params[0].capabilities.paymasterService";
const url = "https://pay.example";
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

Deno.test("sponsor: for any context, the error is an AcctError and names the field", () => {
  const wrong: [field: string, value: unknown][] = [
    ["", null],
    ["", "https://pay.example"],
    [".url", {}],
    [".url", { url: "pay.example" }],
    [".url", { url: "ftp://pay.example" }],
    [".url", { url: "http://pay.example" }],
    [".url", { url: "http://localhost.pay.example" }],
    [".context", { url, context: "free" }],
    [".context", { url, context: [] }],
    [".context", { url, context: cyclic }],
    [".context", { url, context: { amount: 1n } }],
    [".context", { url, context: { toJSON: () => undefined } }],
    [".context", { url, context: { a: "x".repeat(MAX_CONTEXT_LENGTH) } }],
  ];
  for (const [field, value] of wrong) {
    const { data } = assertThrows(() => readSponsor({ value, path }), AcctError);
    assertEquals([data.cause, data.field], ["invalid_params", `${path}${field}`]);
  }
});

Deno.test("sponsor: https, or a service on a loopback host, with any JSON context", () => {
  for (const url of ["https://pay.example/a?b", "http://localhost:1", "http://pay.localhost"]) {
    assertEquals(readSponsor({ value: { url, context: null }, path }), { url });
    assertEquals(readSponsor({ value: { url, context: { a: [1] } }, path }), {
      url,
      context: { a: [1] },
    });
  }
});
