/** A key for tests that open their own database. @module */
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import type { Store } from "../../../service/store/store.ts";

/** Creates a key that sponsors everything. */
export async function sponsoringKey(store: Store): Promise<string> {
  await ensureProject(store, "p", "p");
  return await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: developmentPolicy,
  });
}
