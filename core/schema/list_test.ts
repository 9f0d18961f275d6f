import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import { address, list } from "./schema.ts";
import * as check from "./check.ts";

const to = `0x${"22".repeat(20)}`;

Deno.test("list: holes are rejected with their path", () => {
  for (
    const [value, field] of [
      [new Array(3), "params[0].calls[0]"],
      [Object.assign(new Array(3), { 0: to, 2: to }), "params[0].calls[1]"],
    ] as const
  ) {
    const at = { value, path: "params[0].calls" };
    assertEquals(check.elements(at, 3).length, 3);
    const error = assertThrows(() => list(address, 3).read(at), AcctError);
    assertEquals(error.data.field, field);
  }
});
