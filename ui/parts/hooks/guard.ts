/**
 * Decides whether a press on Confirm counts. It does not count if the press started before the
 * current content was shown (a click meant for other content), if a key repeats, within half a
 * second after a content change, or while the embedding page covers the dialog's frame.
 *
 * @module
 */

/** Duration for which changed content cannot be confirmed. */
export const SETTLE_MS = 500;

/** Properties of a press that the guard checks. */
export interface Press {
  /** `pointerdown` or `keydown`. */
  readonly type: string;
  /** True for a repeated key event. */
  readonly repeat?: boolean;
}

/** Guards a dialog against unintended confirmations. */
export interface Guard {
  /** Reports changed content, because earlier presses were meant for other content. */
  renew(): void;
  /** Reports the start of a press anywhere in the dialog. */
  press(event: Press): void;
  /** Reports the visibility of the dialog; becoming visible counts as changed content. */
  setVisible(visible: boolean): void;
  /** Milliseconds until a confirmation counts; infinite while the dialog is not visible. */
  remaining(): number;
  /** Returns whether a confirmation counts now; completes the press. */
  accepts(): boolean;
  /** Calls a listener whenever the wait restarts; returns a function that stops it. */
  onWait(listener: () => void): () => void;
}

/** Creates a guard; `now` is a monotonic clock in milliseconds. */
export function createGuard(now: () => number = () => performance.now()): Guard {
  let changedAt = now();
  // Undefined without a press: screen readers click without one.
  let pressedAt: number | undefined;
  let held = false;
  let visible = true;
  const listeners = new Set<() => void>();
  const wait = () => {
    changedAt = now();
    for (const listener of [...listeners]) listener();
  };
  const remaining = () => visible ? Math.max(0, changedAt + SETTLE_MS - now()) : Infinity;
  return {
    renew: wait,
    press(event) {
      held = event.repeat === true;
      if (!held) pressedAt = now();
    },
    setVisible(next) {
      const appears = next && !visible;
      visible = next;
      if (appears) wait();
    },
    remaining,
    accepts() {
      const fresh = pressedAt === undefined || pressedAt >= changedAt;
      const accepted = !held && fresh && remaining() === 0;
      pressedAt = undefined;
      held = false;
      return accepted;
    },
    onWait(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
