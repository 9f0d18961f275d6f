import { assertEquals } from "@std/assert";
import { createGuard, type Guard, SETTLE_MS } from "./guard.ts";

/** Creates a guard with a clock that the test controls. */
function setUp(): { guard: Guard; wait: (ms: number) => void } {
  let time = 10_000;
  const guard = createGuard(() => time);
  guard.renew();
  return { guard, wait: (ms) => void (time += ms) };
}

Deno.test("a click in the first half second does not count, the next one does", () => {
  const { guard, wait } = setUp();
  wait(SETTLE_MS - 1);
  guard.press({ type: "pointerdown" });
  assertEquals(guard.accepts(), false);
  assertEquals(guard.remaining(), 1);
  wait(1);
  guard.press({ type: "pointerdown" });
  assertEquals(guard.accepts(), true);
});

Deno.test("a press that started on another screen does not count, for any duration", () => {
  const { guard, wait } = setUp();
  wait(2000);
  guard.press({ type: "pointerdown" });
  wait(100);
  guard.renew();
  wait(5000);
  assertEquals(guard.accepts(), false);
});

Deno.test("each new wait is reported, so that a button shows it", () => {
  const { guard, wait } = setUp();
  let waits = 0;
  const stop = guard.onWait(() => waits++);
  guard.renew();
  assertEquals([waits, guard.remaining()], [1, SETTLE_MS]);
  guard.setVisible(false);
  assertEquals([waits, guard.remaining()], [1, Infinity]);
  wait(5000);
  guard.setVisible(true);
  guard.setVisible(true);
  assertEquals([waits, guard.remaining()], [2, SETTLE_MS]);
  stop();
  guard.renew();
  assertEquals(waits, 2);
});

Deno.test("Enter held down never counts", () => {
  const { guard, wait } = setUp();
  guard.press({ type: "keydown", repeat: false });
  for (let i = 0; i < 100; i++) {
    wait(30);
    guard.press({ type: "keydown", repeat: true });
    assertEquals(guard.accepts(), false);
  }
  guard.press({ type: "keydown", repeat: false });
  assertEquals(guard.accepts(), true);
});

Deno.test("Enter held down since before the dialog opened does not count", () => {
  const { guard, wait } = setUp();
  wait(1000);
  guard.press({ type: "keydown", repeat: true });
  assertEquals(guard.accepts(), false);
});

Deno.test("a click without a press (assistive technology) counts after the wait", () => {
  const { guard, wait } = setUp();
  assertEquals(guard.accepts(), false);
  wait(SETTLE_MS);
  assertEquals(guard.accepts(), true);
});

Deno.test("changed content restarts the wait, each time", () => {
  const { guard, wait } = setUp();
  for (let i = 0; i < 20; i++) {
    wait(SETTLE_MS - 1);
    guard.press({ type: "pointerdown" });
    assertEquals(guard.accepts(), false);
    guard.renew();
  }
  wait(SETTLE_MS);
  guard.press({ type: "pointerdown" });
  assertEquals(guard.accepts(), true);
});

Deno.test("guard: content out of view cannot be confirmed, nor within half a second after", () => {
  let time = 1_000;
  const guard = createGuard(() => time);
  guard.setVisible(false);
  time += 10_000;
  guard.press({ type: "pointerdown" });
  assertEquals([guard.remaining(), guard.accepts()], [Infinity, false]);
  // Pressed while hidden, released while visible.
  guard.press({ type: "pointerdown" });
  guard.setVisible(true);
  assertEquals([guard.remaining(), guard.accepts()], [SETTLE_MS, false]);
  time += SETTLE_MS;
  // Reporting the same state again has no effect.
  guard.setVisible(true);
  guard.press({ type: "pointerdown" });
  assertEquals([guard.remaining(), guard.accepts()], [0, true]);
});
