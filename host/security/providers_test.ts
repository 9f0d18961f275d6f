import { assertEquals } from "@std/assert";
import { providerOf } from "./providers.ts";

Deno.test("providers: known AAGUIDs have a name, hidden and unknown ones have none", () => {
  assertEquals(providerOf("0xFBFC3007154E4ECC8C0B6E020557D7BD"), "iCloud Keychain");
  assertEquals(providerOf("0x53414d53554e47000000000000000000"), "Samsung Pass");
  assertEquals(providerOf(`0x${"00".repeat(16)}`), undefined);
  assertEquals(providerOf("0xconstructor"), undefined);
});
