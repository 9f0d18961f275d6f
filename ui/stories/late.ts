/**
 * Shows a late note over a dialog that can be confirmed, and reports the covered content.
 *
 * @module
 */
import { AcctError, type Cause } from "../../core/ground/errors.ts";
import type { DialogRequest } from "../../core/dialog/types.ts";
import { type Writable, writable } from "../../core/lib/readable.ts";
import type { Changing, Turn } from "./changing.ts";
import { reopen } from "./requests.ts";
import { readAll, type WalkControls } from "./walk.ts";

/** A note that appears after the dialog can be confirmed. */
export interface LateNote {
  /** Cause with which the confirmed request fails; the test presses the button for it. */
  readonly failure?: Cause;
  /** State of the screen with the note. */
  readonly turn?: Turn;
}

const failures: Readonly<Record<string, LateNote>> = {
  cancelled: { failure: "passkey_cancelled" },
  "other amounts": { failure: "quote_changed" },
  "service down": { failure: "service_down" },
  offline: { failure: "service_down", turn: { offline: true } },
};

/** States of `changing.ts` with a note. */
const noted = ["stale for long", "warned", "too little", "unsponsored"];

/** Returns the notes that may appear late over a screen, by name. */
export function lateNotesOf({ turns }: Changing): Readonly<Record<string, LateNote>> {
  const states = noted.flatMap((name) => turns[name] === undefined ? [] : [[name, turns[name]]]);
  return {
    ...failures,
    ...Object.fromEntries(states.map(([name, turn]) => [name, { turn }])),
  };
}

/** State of a dialog after its note appeared. */
export interface Late {
  /** Deciding rows that are covered, partly or completely, while the button confirms. */
  readonly covered: readonly string[];
  /** Elements that moved although they must not. */
  readonly moved: readonly string[];
  /** True if the button requests a review, or is disabled. */
  readonly held: boolean;
  /** True if the note shows only its title. */
  readonly folded: boolean;
}

/** Rows that decide: amount, recipient, spender, limits, account. */
const decisive = ".body [data-decides], .body .row:has([data-testid=sdk-account])";
/** Pixels at an edge without text. */
const SLACK_PX = 6;

/**
 * Shows a screen, views all of it, makes the note appear, and returns the state, with a function
 * that returns it again after the window was resized.
 */
export async function comeLate(
  { request, yes }: Changing,
  { failure, turn }: LateNote,
  { show, set }: WalkControls,
): Promise<readonly [Late, again: () => Promise<Late>]> {
  const ready = request();
  const full = ready.preview.get();
  const preview = writable({ ...full }) as Writable<unknown>;
  let refuse: ((error: Error) => void) | undefined;
  const approve = () => new Promise((_, reject) => refuse = reject);
  const root = await show(reopen(ready, { preview, approve }) as DialogRequest);
  // The opening animation is over.
  await Promise.all(root.querySelector(".card")!.getAnimations().map(({ finished }) => finished));
  const button = await readAll(root, yes!);
  // Elements that the user scrolled out of view before are not covered by the note.
  const before = root.querySelector(".body")!.scrollTop;
  // The account decides once a note covers it, but not if it was out of view before.
  const unseen = new Set(cut(root).filter((row) => row.getAttribute("data-decides") === "note"));
  const places = footer(root);
  if (failure !== undefined) button.click();
  set(turn ?? {});
  if (turn?.preview !== undefined) preview.set({ ...full, ...turn.preview });
  refuse?.(new AcctError(failure!));
  await settled(root);
  const look = (): Late => {
    const now = root.querySelector<HTMLElement>(`[data-testid=${yes}]`);
    const held = now === null || now.dataset.review !== undefined || now.ariaDisabled === "true";
    const { top: edge } = root.querySelector(".body")!.getBoundingClientRect();
    const covered = cut(root).filter((row) =>
      !unseen.has(row) && !(before > 0 && row.getBoundingClientRect().top < edge)
    );
    return {
      covered: held ? [] : covered.map(({ textContent }) => textContent.slice(0, 60)),
      moved: footer(root).flatMap((place, index) =>
        place === places[index] ? [] : [`button ${index} from ${places[index]} to ${place}`]
      ),
      held,
      folded: root.querySelector(".notes[data-folded]") !== null,
    };
  };
  const again = async () => {
    await new Promise((done) => setTimeout(done, 300));
    await frames();
    return look();
  };
  return [look(), again];
}

/** Returns the deciding rows that are not completely in view. */
function cut(root: ShadowRoot): Element[] {
  const room = root.querySelector(".body")!.getBoundingClientRect();
  return [...root.querySelectorAll(decisive)].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom - SLACK_PX > room.bottom || top + SLACK_PX < room.top;
  });
}

/** Returns the positions of the buttons at the bottom. */
function footer(root: ShadowRoot): string[] {
  return [...root.querySelectorAll(".footer button")].map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [x, y, width, height].map((each) => each.toFixed(1)).join(" ");
  });
}

/** Waits until the card has grown, and the button accepts presses. */
async function settled(root: ShadowRoot): Promise<void> {
  await new Promise((done) => setTimeout(done, 300));
  await Promise.all(
    root.getAnimations().filter(({ effect }) =>
      Number.isFinite(effect?.getComputedTiming().endTime)
    ).map(({ finished }) => finished.catch(() => {})),
  );
  await new Promise((done) => setTimeout(done, 600));
  await frames();
}

/**
 * Waits for ten frames, because observers report visibility per frame, on machines of any speed.
 */
async function frames(): Promise<void> {
  for (let n = 0; n < 10; n++) await new Promise(requestAnimationFrame);
}
