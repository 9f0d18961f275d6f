/** Bounds how long callers wait for work. The work itself continues. @module */
import { AcctError } from "../../core/ground/errors.ts";

/**
 * Waits for work for a limited time in milliseconds; then resolves with the result of `onLate`, or
 * rejects if it throws.
 */
export async function deadline<T, L>(
  work: Promise<T>,
  milliseconds: number,
  onLate: () => L,
): Promise<T | L> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), milliseconds);
  try {
    const first = await Promise.race([work.then((value) => ({ value })), late]);
    return first === "late" ? onLate() : first.value;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Milliseconds until a database that has not answered counts as down. Clients get an error within
 * two seconds.
 */
const DATABASE_MS = 1_800;

/**
 * Waits for a read of the database. The database's own time limits end a read that hangs, and free
 * its connection.
 *
 * @throws {AcctError} `storage_down` if it takes too long; otherwise the read's own error
 */
export function databaseDeadline<T>(read: Promise<T>): Promise<T> {
  return deadline(read, DATABASE_MS, () => {
    throw new AcctError("storage_down", { detail: "The database did not answer in time." });
  });
}
