import { assertEquals, assertThrows } from "@std/assert";
import type { Hex } from "../../../lib/hex.ts";
import { AcctError } from "../../../ground/errors.ts";
import { MAX_MESSAGE_BYTES } from "../../../ground/limits.ts";
import { personalSign } from "./personal_sign.ts";

const account: Hex = `0x${"22".repeat(20)}`;
const read = (message: string) =>
  personalSign.params.read({ value: [message, account], path: "params" });

Deno.test("personal_sign: a message has at most 100,000 bytes, as text or hex, and errors include it", () => {
  const hex = (bytes: number): Hex => `0x${"78".repeat(bytes)}`;
  for (const message of [hex(MAX_MESSAGE_BYTES), "x".repeat(MAX_MESSAGE_BYTES)]) {
    assertEquals(read(message), [hex(MAX_MESSAGE_BYTES), account]);
  }
  for (
    const message of [
      hex(MAX_MESSAGE_BYTES + 1),
      "x".repeat(MAX_MESSAGE_BYTES + 1),
      "x".repeat(3 * MAX_MESSAGE_BYTES),
      "ä".repeat(MAX_MESSAGE_BYTES / 2 + 1),
    ]
  ) {
    const error = assertThrows(() => read(message), AcctError);
    assertEquals([error.data.field, error.message], [
      "params[0]",
      "The parameters are not valid. params[0] must have at most 100000 bytes.",
    ]);
  }
});
