/** Parts that tests of a small service share. @module */
import type { ServiceOptions } from "../main/service.ts";
import { createKey, ensureProject } from "../keys/keys.ts";
import type { Store } from "../store/store.ts";

/** Creates a key; a publishable one is for pages on this machine. */
export async function createTestKey(store: Store, kind: "pk" | "sk" = "pk"): Promise<string> {
  await ensureProject(store, "p", "Project");
  return await createKey(store, {
    projectId: "p",
    kind,
    environment: "test",
    host: "localhost:1",
    domains: kind === "pk" ? ["localhost"] : [],
    policy: null,
  });
}

/** A chain whose node and bundler answer at one address. */
export const chainAt = (url: string): ServiceOptions["chains"][number] => ({
  id: 1,
  name: "Test",
  testnet: true,
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrl: url,
  bundler: url,
  transfers: "off",
});
