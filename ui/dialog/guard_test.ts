import { assertEquals } from "@std/assert";
import { createGuard, type Guard, settleTime } from "./guard.ts";

/** A guard with a clock that stands still. */
function setUp(): { guard: Guard; wait: (ms: number) => void } {
  let time = 10_000;
  const guard = createGuard(() => time);
  guard.renew();
  return { guard, wait: (ms) => void (time += ms) };
}

Deno.test("a click in the first half second does not count, the next one does", () => {
  const { guard, wait } = setUp();
  wait(settleTime - 1);
  guard.press({ type: "pointerdown" });
  assertEquals(guard.accepts(), false);
  assertEquals(guard.remaining(), 1);
  wait(1);
  guard.press({ type: "pointerdown" });
  assertEquals(guard.accepts(), true);
});

Deno.test("a press that began on another screen does not count, however long it is held", () => {
  const { guard, wait } = setUp();
  wait(2000);
  guard.press({ type: "pointerdown" });
  wait(100);
  guard.renew();
  wait(5000);
  assertEquals(guard.accepts(), false);
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
  wait(settleTime);
  assertEquals(guard.accepts(), true);
});

Deno.test("content that changes starts the wait again, each time", () => {
  const { guard, wait } = setUp();
  for (let i = 0; i < 20; i++) {
    wait(settleTime - 1);
    guard.press({ type: "pointerdown" });
    assertEquals(guard.accepts(), false);
    guard.renew();
  }
  wait(settleTime);
  guard.press({ type: "pointerdown" });
  assertEquals(guard.accepts(), true);
});

Deno.test("guard: what is not seen cannot be confirmed, nor within half a second after", () => {
  let time = 1_000;
  const guard = createGuard(() => time);
  guard.see(false);
  time += 10_000;
  guard.press({ type: "pointerdown" });
  assertEquals([guard.remaining(), guard.accepts()], [Infinity, false]);
  // Pressed while it was hidden, let go when it is seen.
  guard.press({ type: "pointerdown" });
  guard.see(true);
  assertEquals([guard.remaining(), guard.accepts()], [settleTime, false]);
  time += settleTime;
  // To be told the same again changes nothing.
  guard.see(true);
  guard.press({ type: "pointerdown" });
  assertEquals([guard.remaining(), guard.accepts()], [0, true]);
});
