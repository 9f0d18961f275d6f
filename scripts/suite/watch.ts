/** Terminates a process that exceeds its limits of memory or time. @module */

/** Bounds of a process. */
export interface Bounds {
  /** Bytes in memory; elsewhere than on Linux they are not known. */
  readonly memory: number;
  /** Milliseconds. */
  readonly time: number;
}

/** Limits of a group of tests: many times the use of the largest group. */
export const groupBounds: Bounds = { memory: 8 * 1024 ** 3, time: 75 * 60_000 };

const EVERY_MS = 1_000;

/** Watches a process. */
export interface Watch extends Disposable {
  /** The exceeded limit that caused its termination. */
  readonly passed: string | null;
}

/** Ends a process once it passes a bound. */
export function watch(child: Deno.ChildProcess, { memory, time }: Bounds): Watch {
  const begin = performance.now();
  let passed: string | null = null;
  const timer = setInterval(async () => {
    const taken = await memoryOf(child.pid);
    if (passed !== null) return;
    if (taken > memory) passed = `${memory / 1024 ** 3} GiB`;
    else if (performance.now() - begin > time) passed = `${time / 60_000} minutes`;
    else return;
    child.kill("SIGKILL");
  }, EVERY_MS);
  return {
    get passed() {
      return passed;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Returns the bytes that a process has in memory, 0 if that is not known. */
async function memoryOf(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
