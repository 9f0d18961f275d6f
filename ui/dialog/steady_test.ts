import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { watchSteady } from "./steady.ts";

/** Creates a watched element; `at` dispatches a pointer event with screen and frame coordinates. */
function watched() {
  const element = document.createElement("div");
  const end = new AbortController();
  let moves = 0;
  let time = 5_000;
  watchSteady(element, () => moves++, end.signal);
  return {
    end,
    moves: () => moves,
    wait: (ms: number) => time += ms,
    at(type: string, [x, y]: [number, number], [left, top]: [number, number], kind = "mouse") {
      const event = new PointerEvent(type, {
        screenX: x,
        screenY: y,
        clientX: x - left,
        clientY: y - top,
        pointerType: kind,
      });
      Object.defineProperty(event, "timeStamp", { value: time += 10 });
      element.dispatchEvent(event);
    },
  };
}

Deno.test("steady: a moving pointer is not a moving frame, zoomed or not", () => {
  const { at, moves } = watched();
  for (let x = 0; x < 500; x += 7) at("pointermove", [x, x / 2], [10, 20]);
  at("pointerdown", [497, 248], [10, 20]);
  // In a zoomed page, the frame's pixels differ from the screen's.
  for (let x = 0; x < 500; x += 7) at("pointermove", [x, 9], [x / 2, 3]);
  assertEquals(moves(), 0);
});

Deno.test("steady: a frame that appears under a resting pointer has moved", () => {
  for (const where of [[10, 80], [-400, 20], [13, 20]] as const) {
    const { at, moves } = watched();
    at("pointermove", [300, 300], [10, 20]);
    at("pointerdown", [300, 301], [...where]);
    assertEquals(moves(), 1, String(where));
    // The new position counts from now on.
    at("pointerdown", [300, 301], [...where]);
    assertEquals(moves(), 1);
  }
});

Deno.test("steady: a press without a previous move was meant for something else", () => {
  const { at, moves, wait } = watched();
  at("pointerdown", [300, 300], [10, 20]);
  assertEquals(moves(), 1);
  // The second press is intended, because nothing has changed since the first.
  at("pointerdown", [300, 300], [10, 20]);
  assertEquals(moves(), 1);
  // While a pointer rests, the frame may have moved away and back.
  at("pointermove", [310, 300], [10, 20]);
  wait(1_000);
  at("pointerdown", [310, 300], [10, 20]);
  assertEquals(moves(), 2);
  at("pointermove", [300, 300], [10, 20]);
  at("pointerleave", [300, 300], [10, 20]);
  at("pointerdown", [300, 300], [10, 20]);
  assertEquals(moves(), 3);
});

Deno.test("steady: a finger touches again each time, and after closing no event is handled", () => {
  const { at, moves, end } = watched();
  at("pointerdown", [10, 10], [10, 20], "touch");
  at("pointerdown", [10, 10], [50, 60], "touch");
  assertEquals(moves(), 0);
  at("pointermove", [300, 300], [10, 20]);
  end.abort();
  at("pointermove", [300, 300], [50, 60]);
  assertEquals(moves(), 0);
});
