import { assertEquals } from "@std/assert";
import { whenIdle } from "./when_idle.ts";

/** Creates a browser that becomes idle on demand. */
function browser() {
  const waiting = new Map<number, () => void>();
  return {
    requestIdleCallback(run: () => void) {
      waiting.set(waiting.size + 1, run);
      return waiting.size;
    },
    cancelIdleCallback: (id: number) => void waiting.delete(id),
    rest: () => waiting.forEach((run) => run()),
  };
}

Deno.test("when idle: loads then, and not before; a failure is ignored", async () => {
  const { rest, ...idle } = browser();
  let loads = 0;
  whenIdle(() => Promise.reject(new Error(`${++loads}`)), idle);
  assertEquals(loads, 0);
  rest();
  assertEquals(loads, 1);
  await Promise.resolve();
});

Deno.test("when idle: cancelled code is never loaded", () => {
  const { rest, ...idle } = browser();
  let loads = 0;
  const load = () => Promise.resolve(++loads);
  whenIdle(load, idle)();
  rest();
  assertEquals(loads, 0);
});

Deno.test("when idle: no load with reduced data, or without browser support", () => {
  const { rest, ...idle } = browser();
  let loads = 0;
  const load = () => Promise.resolve(++loads);
  whenIdle(load, { ...idle, navigator: { connection: { saveData: true } } })();
  whenIdle(load, {})();
  rest();
  assertEquals(loads, 0);
});
