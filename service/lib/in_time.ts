/** Bounds how long a request waits for a read that it cannot go on without. @module */
import { AcctError } from "../../core/protocol/errors.ts";

/** Milliseconds until a database that has not answered counts as down: clients hear within two seconds. */
const WAIT_MS = 1_800;

/**
 * Waits for a read for a limited time. One that is given up goes on, and its connection is used by
 * others once the time limits of the database end it.
 *
 * @throws {AcctError} `storage_down` if it takes longer, with the read's own error otherwise
 */
export async function inTime<T>(read: Promise<T>, wait = WAIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const detail = "The database did not answer in time.";
    timer = setTimeout(() => reject(new AcctError("storage_down", { detail })), wait);
  });
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
  }
}
