import { assertEquals } from "@std/assert";
import { locateOne, versions } from "../scripts/tools/mod.ts";
import { ensRegistryCode } from "./ens_registry_code.ts";

Deno.test("ENS: the registry of local chains has the code of ENS's own package", async () => {
  const file = await locateOne(`${versions.ens}/abis/ens/ENSRegistry.json`);
  assertEquals(ensRegistryCode, JSON.parse(await Deno.readTextFile(file)).deployedBytecode);
});
