import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import type { Transport } from "../options/options.ts";
import { resolveOptions } from "../options/resolve_options.ts";
import { formatApiKey } from "../../ground/api_key.ts";
import { chooseHere, reasonAgainstFrame, type Surroundings } from "./choose.ts";

const good: Surroundings = { visibility: true, passkeys: true, top: true, secure: true };

Deno.test("choose: a frame only if it can be protected, otherwise the reason is named", () => {
  assertEquals(reasonAgainstFrame(good), undefined);
  const table: [Partial<Surroundings>, RegExp][] = [
    [{ visibility: false }, /visible/],
    [{ passkeys: false }, /passkeys/],
    [{ top: false }, /in a frame itself/],
    [{ secure: false }, /https/],
    [{ secure: false, visibility: false }, /https/],
  ];
  for (const [around, expected] of table) {
    assertMatch(reasonAgainstFrame({ ...good, ...around })!, expected);
  }
});

Deno.test("choose: a requested but impossible frame causes a warning, and a window", () => {
  const before = console.warn;
  const warned: string[] = [];
  console.warn = (text: string) => warned.push(text);
  const page = { document: {}, isSecureContext: false };
  const names = Object.keys(page);
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  try {
    for (const wanted of ["popup", "auto", "iframe"] as const) {
      assertEquals(chooseHere(wanted, "https://keys.example.com"), "popup");
    }
  } finally {
    for (const name of names) Reflect.deleteProperty(globalThis, name);
    console.warn = before;
  }
  // The other cases request a window, or accept one.
  assertEquals(warned.length, 1);
  assertMatch(warned[0]!, /opens in a window: .*https/);
});

Deno.test("choose: without a page there is no frame", () => {
  for (const wanted of ["popup", "iframe", "auto"] as const) {
    assertEquals(chooseHere(wanted, "https://keys.example.com"), "popup");
  }
});

Deno.test("choose: another value is rejected, and the option named", () => {
  const apiKey = formatApiKey({
    kind: "pk",
    environment: "live",
    host: "example.com",
    random: new Uint8Array(16),
  });
  for (const transport of ["frame", "", null, 1, {}, "toString"]) {
    const error = assertThrows(
      () => resolveOptions({ apiKey, preference: { transport: transport as Transport } }),
      AcctError,
    );
    assertEquals([error.data.cause, error.data.field], ["invalid_params", "preference.transport"]);
  }
  assertEquals(resolveOptions({ apiKey }).transport, "popup");
});
