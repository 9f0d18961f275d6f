import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import { createService } from "../main/service.ts";
import { openStore } from "../store/store.ts";
import { createKey, ensureProject, revokeKey } from "./keys.ts";
import { setKey } from "./projects.ts";

const HEARTBEAT = ": \n\n";

Deno.test("keys: a stream ends when another process revokes or narrows its key in the file", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "file.sqlite");
  const service = await createService({ host: "localhost:1", database, chains: [] });
  await using other = await openStore(database);
  await ensureProject(other, "p", "Project");
  const settings = { domains: ["https://app.org"], policy: null };
  const open = async () => {
    const key = { projectId: "p", kind: "pk", environment: "test", host: "localhost:1" } as const;
    const text = await createKey(other, { ...key, ...settings });
    const response = await service.fetch(
      new Request(`http://localhost:1/v1/events?address=0x${"ab".repeat(20)}`, {
        headers: { [API_KEY_HEADER]: text, origin: "https://app.org" },
      }),
      "192.0.2.1",
    );
    assertEquals(response.status, 200);
    const { id } = await service.context.keys.find(text);
    return { id, text: response.text() };
  };
  const streams = { revoked: await open(), narrowed: await open(), kept: await open() };
  // Changes that concern no stream close none.
  await setKey(other, streams.kept.id, { ...settings, domains: ["https://app.org", "localhost"] });
  await revokeKey(other, streams.revoked.id);
  await setKey(other, streams.narrowed.id, { ...settings, domains: ["https://other.org"] });
  // Sooner than the heartbeat, at which each stream checks its key.
  for (const { text } of [streams.revoked, streams.narrowed]) {
    assertEquals((await text).includes(HEARTBEAT), false);
  }
  assertEquals(service.context.hub.size(), 1);
  await service.stop();
  await streams.kept.text;
  await Deno.remove(folder, { recursive: true });
});
