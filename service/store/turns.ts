/** Lets one at a time write, in the order in which they came. @module */

/** Turns of those that write. */
export interface Turns {
  /** Waits for its turn, and returns the function that ends it. */
  take(): Promise<() => void>;
  /** Fails those that have waited since a time of `performance.now()` or longer. */
  refuse(since: number, error: unknown): void;
  /** Fails all that wait, and those that come. */
  end(error: unknown): void;
}

/** Waits for its turn. */
interface Waiter {
  readonly since: number;
  begin(): void;
  fail(error: unknown): void;
}

/** Creates the turns. */
export function createTurns(): Turns {
  const waiting: Waiter[] = [];
  let taken = false;
  let ended: { readonly error: unknown } | undefined;
  const end = () => {
    const next = waiting.shift();
    if (next === undefined) taken = false;
    else next.begin();
  };
  return {
    take() {
      if (ended !== undefined) return Promise.reject(ended.error);
      if (!taken) {
        taken = true;
        return Promise.resolve(once(end));
      }
      return new Promise((resolve, reject) => {
        waiting.push({
          since: performance.now(),
          begin: () => resolve(once(end)),
          fail: reject,
        });
      });
    },
    refuse(since, error) {
      // The longest come first.
      while (waiting[0] !== undefined && waiting[0].since <= since) waiting.shift()!.fail(error);
    },
    end(error) {
      ended = { error };
      for (const waiter of waiting.splice(0)) waiter.fail(error);
    },
  };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
