import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../protocol/errors.ts";
import type { Transport } from "../options.ts";
import { resolveOptions } from "../resolve_options.ts";
import { formatApiKey } from "../../protocol/api_key.ts";
import { chooseHere, chooseWindow, type Surroundings } from "./choose.ts";

const good: Surroundings = { visibility: true, passkeys: true, top: true, secure: true };

Deno.test("choose: a frame only where it is wanted and can be guarded", () => {
  const table: [Transport, Partial<Surroundings>, "popup" | "iframe"][] = [
    ["popup", {}, "popup"],
    ["iframe", {}, "iframe"],
    ["auto", {}, "iframe"],
    ["iframe", { visibility: false }, "popup"],
    ["auto", { visibility: false }, "popup"],
    ["iframe", { passkeys: false }, "popup"],
    ["auto", { passkeys: false }, "popup"],
    ["iframe", { top: false }, "popup"],
    ["auto", { top: false }, "popup"],
    ["iframe", { secure: false }, "popup"],
    ["auto", { secure: false }, "popup"],
  ];
  for (const [wanted, around, expected] of table) {
    assertEquals(chooseWindow(wanted, { ...good, ...around }), expected, JSON.stringify(around));
  }
});

Deno.test("choose: without a page there is no frame", () => {
  for (const wanted of ["popup", "iframe", "auto"] as const) {
    assertEquals(chooseHere(wanted, "https://keys.example.com"), "popup");
  }
});

Deno.test("choose: another word is refused, and the option named", () => {
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
