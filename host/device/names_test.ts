/** Names of spenders. */
import { assertEquals } from "@std/assert";
import { text as english } from "../text/home_en.ts";
import { text as german } from "../text/home_de.ts";
import type { Device } from "./device.ts";
import { spenderNames } from "./names.ts";

Deno.test("names: an agent's name is in the quotes of the language", () => {
  const spender = `0x${"c7".repeat(20)}` as const;
  const device = {
    grants: { list: () => [{ spender, origin: null, agent: { name: "Shopper" } }] },
    book: { list: () => [] },
    contacts: { list: () => [] },
  } as unknown as Device;
  assertEquals(spenderNames(device, english)(spender), "“Shopper”");
  assertEquals(spenderNames(device, german)(spender), "„Shopper“");
});
