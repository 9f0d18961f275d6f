import { assertEquals, assertThrows } from "@std/assert";
import { z } from "zod";
import { AcctError } from "../../core/protocol/errors.ts";
import { check } from "./method.ts";
import { account, address, bytes, operation, quantity } from "./shapes.ts";

const quantities: [unknown, boolean][] = [
  ["0x0", true],
  ["0x1", true],
  ["0x" + "f".repeat(64), true],
  ["0x", false],
  ["0x00", false],
  ["0x01", false],
  ["0x1" + "0".repeat(64), false],
  ["1", false],
  ["-0x1", false],
  ["0x-1", false],
  ["0xg", false],
  ["0x1 ", false],
  [1, false],
  [null, false],
  [{ toString: () => "0x1" }, false],
];
for (const [value, good] of quantities) {
  const name = `${String(value).slice(0, 20)} is ${good ? "taken" : "refused"}`;
  Deno.test(`shapes: quantity ${name}`, () => {
    assertEquals(quantity(256).safeParse(value).success, good);
  });
}

Deno.test("shapes: bytes are whole and bounded, addresses exact", () => {
  assertEquals(bytes(2).safeParse("0x1234").success, true);
  for (const bad of ["0x1", "1234", "0x123456", "0xzz"]) {
    assertEquals(bytes(2).safeParse(bad).success, false, bad);
  }
  assertEquals(address.safeParse("0x" + "aB".repeat(20)).success, true);
  assertEquals(address.safeParse("0x" + "ab".repeat(21)).success, false);
});

Deno.test("shapes: unknown fields are refused, and the wrong field is named", () => {
  const schema = z.strictObject({ list: z.array(z.strictObject({ to: address })) });
  const wrong = { list: [{ to: "0x" + "11".repeat(20) }, { to: "0x1" }] };
  const error = assertThrows(() => check(schema, wrong, "params[0]"), AcctError);
  assertEquals([error.code, error.data.field], [-32602, "params[0].list[1].to"]);
  assertEquals(account.safeParse({ address: "0x" }).success, false);
  assertEquals(operation.safeParse({ evil: 1 }).success, false);
});
