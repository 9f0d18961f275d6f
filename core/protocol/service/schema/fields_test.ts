import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../../ground/errors.ts";
import { address, bytes, exact, list, type Schema } from "../../../schema/schema.ts";
import { account, exactQuantity, operation } from "./fields.ts";

function accepts(schema: Schema<unknown>, value: unknown): boolean {
  try {
    schema.read({ value, path: "params[0]" });
    return true;
  } catch (error) {
    if (error instanceof AcctError) return false;
    throw error;
  }
}

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
    assertEquals(accepts(exactQuantity(256), value), good);
  });
}

Deno.test("shapes: bytes are complete and bounded, addresses exact", () => {
  assertEquals(accepts(bytes(2), "0x1234"), true);
  for (const bad of ["0x1", "1234", "0x123456", "0xzz"]) {
    assertEquals(accepts(bytes(2), bad), false, bad);
  }
  assertEquals(accepts(address, "0x" + "ab".repeat(20)), true);
  // Mixed case is a checksum (ERC-55), as in the page and the wallet host.
  assertEquals(accepts(address, "0x" + "aB".repeat(20)), false);
  assertEquals(accepts(address, "0x" + "ab".repeat(21)), false);
});

Deno.test("shapes: unknown fields are rejected, and the wrong field is named", () => {
  const schema = exact({ list: list(exact({ to: address }), 2) });
  const wrong = { list: [{ to: "0x" + "11".repeat(20) }, { to: "0x1" }] };
  const read = () => schema.read({ value: wrong, path: "params[0]" });
  const error = assertThrows(read, AcctError);
  assertEquals([error.code, error.data.field], [-32602, "params[0].list[1].to"]);
  assertEquals(accepts(account, { address: "0x" }), false);
  assertEquals(accepts(operation, { evil: 1 }), false);
});
