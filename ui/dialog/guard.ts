/**
 * Decides whether a press on Confirm counts. It does not when the press began before what is shown
 * now (a click aimed at something else), when a key is only being held down, or within half a
 * second after the content changed.
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
  /** Milliseconds until a confirmation counts. */
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
  const remaining = () => Math.max(0, changedAt + settleTime - now());
  return {
    renew() {
      changedAt = now();
    },
    press(event) {
      held = event.repeat === true;
      if (!held) pressedAt = now();
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
