/**
 * Detects that a framed dialog moved under the pointer. A page could move the frame just before a
 * press. The frame cannot read its own position, only the position of the pointer when it last
 * moved inside. A mouse press therefore counts only shortly after a move inside that matches its
 * position. Fingers and pens touch again each time, so for them only the browser can detect the
 * move.
 *
 * @module
 */

/** Tolerance for rounding, in pixels. */
const TOLERANCE_PX = 2;

/** Duration for which a move proves the frame's position. */
const PROOF_MS = 1_000;

type Place = Pick<PointerEvent, "screenX" | "screenY" | "clientX" | "clientY" | "timeStamp">;

/**
 * Watches the mouse over an element; `onMoved` is called for a press that was meant for another
 * place.
 */
export function watchSteady(element: HTMLElement, onMoved: () => void, signal: AbortSignal): void {
  let last: Place | null = null;
  const options = { signal, capture: true };
  const follow = (type: "pointermove" | "pointerdown", agrees: (event: PointerEvent) => boolean) =>
    element.addEventListener(type, (event) => {
      if (event.pointerType !== "mouse") return;
      if (!agrees(event)) onMoved();
      const { screenX, screenY, clientX, clientY, timeStamp } = event;
      last = { screenX, screenY, clientX, clientY, timeStamp };
    }, options);
  follow("pointermove", (event) => last === null || !hasMoved(last, event));
  follow(
    "pointerdown",
    (event) =>
      last !== null && event.timeStamp - last.timeStamp < PROOF_MS && !hasMoved(last, event),
  );
  // While the pointer is outside, the frame may be moved without detection.
  element.addEventListener("pointerleave", () => last = null, { signal });
}

/** Returns whether the frame moved: the pointer rests on the screen, but not within the frame. */
function hasMoved(a: Place, b: Place): boolean {
  const same = (one: number, other: number) => Math.abs(one - other) <= TOLERANCE_PX;
  return same(a.screenX, b.screenX) && same(a.screenY, b.screenY) &&
    !(same(a.clientX, b.clientX) && same(a.clientY, b.clientY));
}
