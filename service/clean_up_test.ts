import { assertEquals } from "@std/assert";
import { cleanUp } from "./clean_up.ts";

Deno.test("clean-up: each work is run again, never beside itself, and waits for no other", async () => {
  const stop = new AbortController();
  const logged: unknown[] = [];
  const counts = { slow: 0, quick: 0, wrong: 0 };
  let running = 0;
  let most = 0;
  const released = Promise.withResolvers<void>();
  const settled = cleanUp({
    async slow() {
      most = Math.max(most, ++running);
      counts.slow++;
      await released.promise;
      running--;
    },
    quick: () => Promise.resolve(counts.quick++),
    wrong: () => Promise.reject(new Error(`no ${counts.wrong++}`)),
  }, {
    log: (level, event, _fields, error) =>
      void logged.push([level, event, (error as Error).message]),
    signal: stop.signal,
    interval: 1,
  });
  while (counts.quick < 10 || counts.wrong < 3) await new Promise((done) => setTimeout(done, 1));
  assertEquals(counts.slow, 1);
  assertEquals(logged.slice(0, 2), [["error", "wrong", "no 0"], ["error", "wrong", "no 1"]]);
  stop.abort();
  let ended = false;
  void settled.then(() => ended = true);
  await new Promise((done) => setTimeout(done, 20));
  // It waits for what runs.
  assertEquals(ended, false);
  released.resolve();
  await settled;
  assertEquals([counts.slow, most, running], [1, 1, 0]);
});
