/** Ends a process that takes more memory than a machine has for it. @module */

/** Bytes that a group of tests may take; the largest takes a tenth. */
export const MAX_MEMORY = 8 * 1024 ** 3;

const EVERY_MS = 1_000;

/** Watches a process. */
export interface MemoryWatch extends Disposable {
  /** Whether the process was ended. */
  readonly ended: boolean;
}

/** Ends a process once it takes more than so many bytes; elsewhere than on Linux it is left alone. */
export function watchMemory(child: Deno.ChildProcess, most = MAX_MEMORY): MemoryWatch {
  let ended = false;
  const timer = setInterval(async () => {
    const taken = await memoryOf(child.pid);
    if (taken <= most || ended) return;
    ended = true;
    child.kill("SIGKILL");
  }, EVERY_MS);
  return {
    get ended() {
      return ended;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Returns the bytes that a process has in memory, 0 if that is not known. */
async function memoryOf(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
