/** The clock of a device, as `Date` shows it. @module */

/** A clock that can be wrong. */
export interface Clock {
  /** Milliseconds by which it is ahead; negative if it is behind. */
  ahead: number;
}

/** Replaces this program's `Date` with one that follows the clock; timers keep the real pace. */
export function replaceClock(): Clock {
  const clock: Clock = { ahead: 0 };
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, self) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, self) => name === "now" ? now : Reflect.get(target, name, self),
  });
  return clock;

  function now(): number {
    return RealDate.now() + clock.ahead;
  }
}
