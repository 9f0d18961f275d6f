import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import * as check from "./check.ts";
import { AcctError } from "../ground/errors.ts";
import { exact, record, text } from "./schema.ts";

const at = (value: unknown) => ({ value, path: "params[0].value" });

Deno.test("check: an amount is exact or rejected, in every form that pages send", () => {
  for (
    const [given, read] of [
      ["0x0", "0x0"],
      ["0x00", "0x0"],
      ["0x0000000000000000000000000000000000000000000000000000000000000000000001", "0x1"],
      ["0xFf", "0xff"],
      [`0x${"f".repeat(64)}`, `0x${"f".repeat(64)}`],
    ] as const
  ) {
    assertEquals(check.quantity(at(given)), read);
  }
  for (
    const given of [
      "0x",
      "",
      "1",
      "100000000000000000",
      "-0x1",
      "0x-1",
      "-1",
      "1e18",
      "0x1.8",
      "0xg",
      " 0x1",
      "0x1 ",
      `0x1${"0".repeat(64)}`,
      1,
      1n,
      null,
      undefined,
      {},
      [],
      true,
    ]
  ) {
    const error = assertThrows(() => check.quantity(at(given)), AcctError);
    assertEquals([error.code, error.data.field], [-32602, "params[0].value"], String(given));
  }
});

Deno.test("check: any amount below 2^256 survives", () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (amount) => {
    assertEquals(BigInt(check.quantity(at(`0x${amount.toString(16)}`))), amount);
  }));
});

Deno.test("check: addresses with a wrong checksum, malformed bytes and inherited members are rejected", () => {
  const good = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  assertEquals(check.address(at(good)), good);
  assertEquals(check.address(at(good.toLowerCase())), good.toLowerCase());
  for (
    const bad of [good.replace("aA", "AA"), good.slice(0, -1), `${good}0`, "0x", "vitalik.eth"]
  ) {
    const { message } = assertThrows(() => check.address(at(bad)), AcctError);
    // Mentions the checksum, which is easily overlooked.
    assertEquals(message.includes("with its checksum if in mixed case"), true);
  }
  for (const bad of ["0x1", "0xzz", "12", 5]) assertThrows(() => check.bytes(at(bad)), AcctError);
  assertEquals(check.member({ value: {}, path: "p" }, "constructor").value, undefined);
  assertEquals(check.member({ value: {}, path: "p" }, "__proto__").value, undefined);
  for (const bad of [null, 5, "text", []]) {
    assertThrows(() => check.member({ value: bad, path: "p" }, "x"), AcctError);
  }
});

Deno.test("check: addresses in uppercase are read in lowercase", () => {
  const upper = `0x${"AB".repeat(20)}`;
  assertEquals(check.address(at(upper)), upper.toLowerCase());
  assertThrows(() => check.address(at(`0X${"AB".repeat(20)}`)), AcctError);
});

Deno.test("check: errors are short, for names and values of any length", () => {
  const long = "x".repeat(100_000);
  const errors = [
    assertThrows(() => check.checkCapabilities(at({ [long]: {} }), []), AcctError),
    assertThrows(() => check.text({ value: 5, path: `params[0].${long}` }), AcctError),
    assertThrows(() => record(text(10), text(10)).read(at({ [long]: "" })), AcctError),
    assertThrows(() => exact({}).read(at({ [long]: "" })), AcctError),
    new AcctError("unauthorized", { detail: long }),
  ];
  for (const { message, data: { field = "" } } of errors) {
    assertEquals([message.length < 1200, field.length <= 200], [true, true], message.slice(0, 300));
  }
});

Deno.test("check: an unknown capability that is undefined counts as absent", () => {
  check.checkCapabilities(at({ dataSuffix: undefined }), []);
  assertThrows(() => check.checkCapabilities(at({ dataSuffix: null }), []), AcctError);
});
