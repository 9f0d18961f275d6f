/** Moves a screen from each of its states to each other, and reports moved elements. @module */
import { AcctError } from "../../core/ground/errors.ts";
import type { DialogRequest } from "../../core/dialog/types.ts";
import { type Writable, writable } from "../../core/lib/readable.ts";
import type { Changing, Turn } from "./changing.ts";
import { reopen } from "./requests.ts";

/** Controls of the page. */
export interface WalkControls {
  /** Shows a request and returns the dialog's shadow root once it is painted. */
  show(request: DialogRequest): Promise<ShadowRoot>;
  /** Simulates the network state, and completes delays of seconds immediately. */
  set(turn: Turn): void;
}

/** Selector of all elements that can be pressed. */
const pressable = "button, input, summary, a[href]";

/** Walks through the states; returns a sentence for each moved element. */
export async function walk(
  { request, turns, yes }: Changing,
  { show, set }: WalkControls,
): Promise<string[]> {
  const ready = request();
  const full = ready.preview.get();
  const names = Object.keys(turns);
  const preview = writable({ ...full, ...turns[names[0]!]!.preview }) as Writable<unknown>;
  let refuse: ((error: Error) => void) | undefined;
  const approve = () => new Promise((_, reject) => refuse = reject);
  const root = await show(reopen(ready, { preview, approve }));
  // The opening animation is over.
  await Promise.all(root.querySelector(".card")!.getAnimations().map(({ finished }) => finished));
  const shifts = watchShifts();
  const moved: string[] = [];
  let before = places(root);
  const look = async (from: string, to: string) => {
    const top = topOf(root);
    await frames();
    const after = places(root);
    const grown = topOf(root) - top;
    for (const [what, place] of after) {
      const last = before.get(what) ?? place;
      if (last.place !== place.place) {
        moved.push(`${from} → ${to}: ${place.name} from ${last.place} to ${place.place}`);
      }
    }
    for (const shift of shifts(grown)) moved.push(`${from} → ${to}: ${shift}`);
    before = after;
  };
  const turnTo = async (from: string, to: string) => {
    const turn = turns[to]!;
    set(turn);
    preview.set({ ...full, ...turn.preview });
    await look(from, to);
  };
  for (const [from, to] of pairs(names)) await turnTo(from, to);

  if (yes !== undefined) {
    await turnTo(names[0]!, "ready");
    for (const late of [false, true]) {
      const button = await readAll(root, yes);
      // The user's own scrolling moves the content.
      before = places(root);
      shifts();
      set({ late });
      button.click();
      await look("ready", "busy");
      if (refuse === undefined) moved.push("nothing was confirmed");
      refuse?.(new AcctError("passkey_cancelled"));
      refuse = undefined;
      await look("busy", "cancelled");
      set({});
    }
    // While a note reports the failure of the last attempt.
    for (const to of ["loading", "slow", "error", "error for good", "offline"]) {
      await turnTo("cancelled", to);
      await turnTo(to, "ready");
    }
  }
  return moved;
}

/**
 * Presses Review until all deciding content was in view; returns the button. The duration depends
 * on the dialog: a slow machine needs longer.
 */
export async function readAll(root: ShadowRoot, yes: string): Promise<HTMLElement> {
  for (;;) {
    // Visibility is reported a frame later.
    await new Promise((done) => setTimeout(done, 100));
    const button = root.querySelector<HTMLElement>(`[data-testid=${yes}]`)!;
    if (button.ariaDisabled === "true") continue;
    if (button.dataset.review === undefined) return button;
    button.click();
  }
}

/** Generates steps from each state to each other that return to the start. */
function* pairs(names: readonly string[]): Generator<[string, string]> {
  for (const [index, from] of names.entries()) {
    for (const to of names.slice(index + 1)) {
      yield [from, to];
      yield [to, from];
    }
    const next = names[index + 1];
    if (next !== undefined) yield [from, next];
  }
  if (names.length > 1) yield [names.at(-1)!, names[0]!];
}

/** An element and its position. */
interface Place {
  readonly name: string;
  readonly place: string;
}

/**
 * Returns the positions of the card's end, its buttons, and all visible controls. The card grows
 * upwards for notes, together with its header and body.
 */
function places(root: ShadowRoot): Map<unknown, Place> {
  const found = new Map<unknown, Place>();
  const put = (key: unknown, name: string, element: Element, from = 0) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = [x, y - from, width, height].map((each) => each.toFixed(1)).join(" ");
    found.set(key, { name, place });
  };
  const { x, bottom, width } = root.querySelector(".card")!.getBoundingClientRect();
  found.set("card", { name: "the card", place: [x, bottom, width].map(Math.round).join(" ") });
  for (const [index, button] of root.querySelectorAll(".footer button").entries()) {
    put(`button ${index}`, `button ${index}`, button);
  }
  for (const element of root.querySelectorAll<HTMLElement>(pressable)) {
    if (!element.checkVisibility()) continue;
    // If the body was scrolled to its end, removing a note lets it scroll back.
    const from = element.closest(".body") !== null
      ? topOf(root) - root.querySelector(".body")!.scrollTop
      : element.closest(".header") !== null
      ? topOf(root)
      : 0;
    put(element, element.dataset.testid ?? element.textContent, element, from);
  }
  return found;
}

/** Returns the upper edge of the card. */
function topOf(root: ShadowRoot): number {
  return root.querySelector(".card")!.getBoundingClientRect().top;
}

/** Waits two frames: rendering is then painted, and reported to observers. */
async function frames(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => setTimeout(done));
}

/** Layout shift of a part of the page. */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/**
 * Returns the layout shifts since the last call, including those after a press, but excluding the
 * growth of the card.
 */
function watchShifts(): (grown?: number) => string[] {
  let seen: Shift[] = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries() as Shift[]));
  observer.observe({ type: "layout-shift" });
  return (grown = 0) => {
    const shifts = [...seen, ...observer.takeRecords() as Shift[]];
    seen = [];
    return shifts.filter(({ sources }) =>
      grown === 0 || sources.some(({ previousRect: from, currentRect: to }) =>
        // The rectangles are clipped at the edges of the window.
        to.top - from.top > 1 || to.top - from.top < grown - 1 || Math.abs(to.left - from.left) > 1
      )
    ).map(({ value, sources }) =>
      `shift of ${value.toFixed(4)}: ${
        sources.map(({ node, previousRect: from, currentRect: to }) =>
          `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent} ` +
          `${JSON.stringify(from)} ${JSON.stringify(to)}`
        ).join()
      }`
    );
  };
}
