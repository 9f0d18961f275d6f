/** Writes what the tools print, and tells if nothing takes it. @module */
import { fstatSync } from "node:fs";
import { writeFully } from "./output.ts";

const NULL_DEVICE = "/dev/null";

/** Standard output took no more, so that what a command found or made is not known to its caller. */
export class Unwritten extends Error {
  constructor(reason: unknown) {
    const said = reason instanceof Error ? reason.message : String(reason);
    super(`Standard output could not be written: ${said}.`);
  }
}

/**
 * Writes a line to standard output, after which it is on its way to the reader. The console would leave
 * out what a reader that has gone does not take.
 *
 * @throws {Unwritten} if it cannot be written
 */
export async function print(line: string): Promise<void> {
  const { failed, reason } = await writeFully(Deno.stdout, new TextEncoder().encode(`${line}\n`));
  if (failed) throw new Unwritten(reason);
}

/**
 * Returns whether standard output leads nowhere: it is closed, for which the runtime opens the null
 * device, or is that device.
 */
export function isOutputNull(): boolean {
  if (Deno.build.os === "windows") return false;
  const output = fstatSync(1);
  if (!output.isCharacterDevice()) return false;
  const { state } = Deno.permissions.querySync({ name: "read", path: NULL_DEVICE });
  return state === "granted" && output.rdev === Deno.statSync(NULL_DEVICE).rdev;
}
