/** A local replacement for `@std/testing/time`: a clock that only the test moves. @module */

interface Timer {
  readonly id: number;
  at: number;
  readonly every: number | null;
  readonly run: () => void;
}

/** Replaces `Date.now`, `setTimeout` and `setInterval` until it is restored. */
export class FakeTime {
  #now: number;
  #nextId = 1_000_000;
  readonly #timers = new Map<number, Timer>();
  readonly #real = {
    now: Date.now,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
  };

  /** Stops the clock at `start` (milliseconds), by default now. */
  constructor(start: number | Date = Date.now()) {
    this.#now = Number(start);
    const add = (run: () => void, delay: number, every: number | null) => {
      const id = this.#nextId++;
      this.#timers.set(id, { id, at: this.#now + Math.max(0, delay || 0), every, run });
      return id;
    };
    const drop = (id?: number) => void this.#timers.delete(Number(id));
    Date.now = () => this.#now;
    Object.assign(globalThis, {
      setTimeout: (run: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
        add(() => run(...args), delay, null),
      setInterval: (run: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
        add(() => run(...args), delay, Math.max(1, delay)),
      clearTimeout: drop,
      clearInterval: drop,
    });
  }

  /** The time now, in milliseconds. */
  get now(): number {
    return this.#now;
  }

  /** Moves the clock and runs due timers, in order. */
  tick(ms = 0): void {
    const end = this.#now + ms;
    while (true) {
      const due = [...this.#timers.values()].filter((timer) => timer.at <= end)
        .sort((a, b) => a.at - b.at || a.id - b.id)[0];
      if (due === undefined) break;
      this.#now = Math.max(this.#now, due.at);
      if (due.every === null) this.#timers.delete(due.id);
      else due.at += due.every;
      due.run();
    }
    this.#now = end;
  }

  /** Moves the clock, letting promises settle before. */
  async tickAsync(ms = 0): Promise<void> {
    await this.runMicrotasks();
    this.tick(ms);
  }

  /** Lets promises settle. */
  async runMicrotasks(): Promise<void> {
    await new Promise<void>((done) => this.#real.setTimeout(done, 0));
  }

  /** Restores the real clock. */
  restore(): void {
    Date.now = this.#real.now;
    const { now: _, ...timers } = this.#real;
    Object.assign(globalThis, timers);
  }

  /** Restores the real clock. */
  [Symbol.dispose](): void {
    this.restore();
  }
}
