/** Parts that tests of a small service share. @module */
import type { ServiceOptions } from "../main/service.ts";
import { createKey, ensureProject } from "../keys/keys.ts";
import type { Store } from "../store/store.ts";

/** Creates a publishable key of pages on this machine. */
export async function createTestKey(store: Store): Promise<string> {
  await ensureProject(store, "p", "Project");
  return await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: ["localhost"],
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
