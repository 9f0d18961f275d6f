import { assertEquals } from "@std/assert";
import { capabilities, listCapabilities } from "./capabilities.ts";

Deno.test("capabilities: positions and listed values come from the definition", () => {
  assertEquals(
    capabilities.map(({ name, places, perChain }) => [name, places.join(" "), perChain]),
    [
      ["atomic", "batch", false],
      ["atomicBatch", "", false],
      ["paymasterService", "batch", false],
      ["permissions", "batch", true],
      ["abi", "batch call", false],
      ["dataSuffix", "batch", false],
      ["assetDiscovery", "", false],
      ["feeToken", "", true],
    ],
  );
  assertEquals(listCapabilities({ permissions: false, feeTokens: [] }), {
    atomic: { status: "supported" },
    atomicBatch: { supported: true },
    paymasterService: { supported: true },
    permissions: { supported: false },
    abi: { supported: true },
    dataSuffix: { supported: true },
    assetDiscovery: { supported: true },
    feeToken: { supported: false, tokens: [] },
  });
});
