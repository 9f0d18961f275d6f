/**
 * Decides whether a press on Confirm counts. It does not when the press began before what is shown
 * now (a click aimed at something else), when a key is only being held down, within half a second
 * after the content changed, or while a page covers the frame that the dialog is in.
 *
 * @module
 */

/** Milliseconds for which a changed content cannot be confirmed. */
export const settleTime = 500;

/** What the guard needs to know of a press. */
export interface Press {
  /** `pointerdown` or `keydown`. */
  readonly type: string;
  /** For keys: whether the key is being held down. */
  readonly repeat?: boolean;
}

/** Guards a dialog against confirmations that nobody meant. */
export interface Guard {
  /** What is shown changed: everything pressed until now was meant for something else. */
  renew(): void;
  /** A press began somewhere in the dialog. */
  press(event: Press): void;
  /** Whether the dialog is truly seen; from hidden to seen is a change of what is shown. */
  see(seen: boolean): void;
  /** Milliseconds until a confirmation counts; infinite while it is not seen. */
  remaining(): number;
  /** Whether a confirmation counts now; ends the press. */
  accepts(): boolean;
}

/** Makes a guard. `now` is a clock in milliseconds that never goes back. */
export function createGuard(now: () => number = () => performance.now()): Guard {
  let changedAt = now();
  // Undefined where no press was seen: screen readers click without one.
  let pressedAt: number | undefined;
  let held = false;
  let seen = true;
  const remaining = () => seen ? Math.max(0, changedAt + settleTime - now()) : Infinity;
  return {
    renew() {
      changedAt = now();
    },
    press(event) {
      held = event.repeat === true;
      if (!held) pressedAt = now();
    },
    see(seenNow) {
      if (seenNow && !seen) changedAt = now();
      seen = seenNow;
    },
    remaining,
    accepts() {
      const fresh = pressedAt === undefined || pressedAt >= changedAt;
      const accepted = !held && fresh && remaining() === 0;
      pressedAt = undefined;
      held = false;
      return accepted;
    },
  };
}
