/** The bus between processes, on a separate PostgreSQL. */
import { assertEquals } from "@std/assert";
import { PATIENCE_MS } from "../../../scripts/stack/patience.ts";
import { postgresBus } from "../../../service/notices/bus.ts";
import { openStore } from "../../../service/store/store.ts";
import { testServer } from "../support/postgres.ts";

/** Milliseconds after which a stop counts as hanging. */
const NEVER = PATIENCE_MS;

Deno.test("bus: it can be stopped at any moment of its beginning", async () => {
  await using server = await testServer("the bus's beginning");
  if (server === null) return;
  const store = await openStore(server.url);
  for (const wait of [0, 1, 2, 5, 10, 20, 50]) {
    const bus = postgresBus(store, server.url, {
      receive: () => {},
      begin: () => {},
      fail: () => {},
    });
    await new Promise((resolve) => setTimeout(resolve, wait));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const never = new Promise((resolve) => timer = setTimeout(resolve, NEVER, "still runs"));
    const end = await Promise.race([bus.stop().then(() => "stopped"), never]);
    clearTimeout(timer);
    assertEquals(end, "stopped", `after ${wait} ms`);
  }
  await store.destroy();
});
