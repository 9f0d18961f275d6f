/** Runs before every test of viem's, as their own setup does. @module */
import { world } from "../world.ts";

const name = "vitest";
const { afterEach, beforeEach, vi } = await import(name) as typeof import("../vitest.ts");
// deno-lint-ignore no-explicit-any -- their modules as they are: their types stay out of the tree
const from = async (path: string): Promise<any> => await import(`${world.folder}src/${path}`);
const [errors, observe, caches, rpc, socket] = await Promise.all(
  [
    "errors/base.js",
    "utils/observe.js",
    "utils/promise/withCache.js",
    "utils/rpc/id.js",
    "utils/rpc/socket.js",
  ].map(from),
);

errors.setErrorConfig({
  getDocsUrl: ({ docsBaseUrl, docsPath }: { docsBaseUrl?: string; docsPath?: string }) =>
    docsPath ? `${docsBaseUrl ?? "https://viem.sh"}${docsPath}` : undefined,
  version: "viem@x.y.z",
});

beforeEach(() => {
  rpc.idCache.reset();
  caches.promiseCache.clear();
  caches.responseCache.clear();
  observe.listenersCache.clear();
  observe.cleanupCache.clear();
  socket.socketClientCache.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
});
