import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { cleanUp } from "./clean_up.ts";

Deno.test("clean-up: each job repeats, never overlaps itself, and waits for no other", async () => {
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
  // It waits for running work.
  assertEquals(ended, false);
  released.resolve();
  await settled;
  assertEquals([counts.slow, most, running], [1, 1, 0]);
});

Deno.test("clean-up: a failed job is retried after a minute, later each time, after an hour at most", async () => {
  using time = new FakeTime(0);
  const stop = new AbortController();
  const minutes: number[] = [];
  let fails = true;
  let logged = 0;
  const settled = cleanUp({
    // Some jobs fail before they return a promise.
    locked() {
      minutes.push(Date.now() / 60_000);
      if (fails) throw new Error("locked");
      return Promise.resolve();
    },
  }, { log: () => void logged++, signal: stop.signal });
  const pass = async (count: number) => {
    // Each minute's timers are set while the previous ones fire.
    for (let n = 0; n < count; n++) await time.tickAsync(60_000);
  };
  await pass(4 * 60);
  assertEquals([minutes, logged], [[0, 1, 3, 7, 15, 31, 63, 123, 183], 9]);
  // It works again: each hour, and after a minute if it fails once more.
  fails = false;
  await pass(60);
  fails = true;
  await pass(7);
  assertEquals(minutes.slice(9), [243, 303, 304, 306]);
  stop.abort();
  await settled;
});
