/**
 * Detects that a framed dialog moved under the pointer. A page could move the frame just before a
 * press. The frame does not know its own place, only where the pointer was when it last moved
 * inside. So a mouse press counts only shortly after a move inside that agrees with its place.
 * Fingers and pens touch again each time; there only the browser can tell.
 *
 * @module
 */

/** Tolerance for rounding, in pixels. */
const TOLERANCE_PX = 2;

/** How long a move proves the frame's place. */
const PROOF_MS = 1_000;

type Place = Pick<PointerEvent, "screenX" | "screenY" | "clientX" | "clientY" | "timeStamp">;

/** Watches the mouse over an element; `onMoved` is called for a press that was aimed elsewhere. */
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
  // Outside, the frame may be moved without notice.
  element.addEventListener("pointerleave", () => last = null, { signal });
}

/** Returns whether the frame moved: the pointer rests on the screen, but not within the frame. */
function hasMoved(a: Place, b: Place): boolean {
  const same = (one: number, other: number) => Math.abs(one - other) <= TOLERANCE_PX;
  return same(a.screenX, b.screenX) && same(a.screenY, b.screenY) &&
    !(same(a.clientX, b.clientX) && same(a.clientY, b.clientY));
}
