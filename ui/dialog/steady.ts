/**
 * Whether a framed dialog is where the person aims. A page could put the frame under the pointer just
 * before a press. The frame does not learn where it is; what it learns is where the pointer was when it
 * last moved inside. So a press of a mouse counts only after a move inside, not long ago, with which it
 * agrees about the place. Fingers and pens touch anew each time; there the browser alone can tell.
 *
 * @module
 */

/** Pixels by which rounding may be off. */
const tolerance = 2;

/** Milliseconds for which a move tells where the frame is. */
const lasting = 1_000;

type Place = Pick<PointerEvent, "screenX" | "screenY" | "clientX" | "clientY" | "timeStamp">;

/** Follows the mouse over an element; `onMoved` is called when a press was not aimed at it. */
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
  follow("pointermove", (event) => last === null || !isElsewhere(last, event));
  follow(
    "pointerdown",
    (event) =>
      last !== null && event.timeStamp - last.timeStamp < lasting && !isElsewhere(last, event),
  );
  // Outside, the frame may be moved without its knowing.
  element.addEventListener("pointerleave", () => last = null, { signal });
}

/** Whether the pointer rests on the screen and is elsewhere in the frame: then the frame has moved. */
function isElsewhere(a: Place, b: Place): boolean {
  const same = (one: number, other: number) => Math.abs(one - other) <= tolerance;
  return same(a.screenX, b.screenX) && same(a.screenY, b.screenY) &&
    !(same(a.clientX, b.clientX) && same(a.clientY, b.clientY));
}
