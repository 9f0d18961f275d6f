/** Waits between looks and at a stop. @module */

/** Waits so many milliseconds, or until the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/** Waits until the work has ended, or for so many milliseconds. */
export async function orAfter(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  work.then(end, end);
  await pause(milliseconds, ended.signal);
}
