import { assertEquals, assertInstanceOf } from "@std/assert";
import { AcctError } from "../../../core/ground/errors.ts";
import { storageError } from "./postgres.ts";

const causeOf = (code?: string) => {
  const error = storageError(Object.assign(new Error("failed"), { code }));
  return error instanceof AcctError ? error.data.cause : null;
};

Deno.test("postgres: errors of a full disk, an unreachable server and others are distinguished", () => {
  assertEquals(causeOf("53100"), "storage_full");
  for (const code of ["57P01", "08006", "53300", "55P03", "40P01", "ECONNREFUSED", undefined]) {
    assertEquals(causeOf(code), "storage_down", code);
  }
  // Faults of the service itself keep their message for the log.
  for (const code of ["23505", "42P01"]) assertEquals(causeOf(code), null, code);
});

Deno.test("postgres: a text with the character U+0000 is the client's mistake", () => {
  const reason = 'invalid byte sequence for encoding "UTF8": 0x00';
  const error = storageError(Object.assign(new Error(reason), { code: "22021" }));
  assertInstanceOf(error, AcctError);
  assertEquals([error.data.cause, error.message.includes("U+0000")], ["invalid_params", true]);
});
