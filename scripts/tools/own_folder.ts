/** Checks folders at predictable paths, such as those in `/tmp`. @module */

/**
 * Returns whether the folder exists, was created by this user, and is not writable by others.
 *
 * @throws {Error} if something else is there: a program in it could be another user's
 */
export async function isOwnFolder(path: string): Promise<boolean> {
  // Type and owner of the link itself: its target may be anything.
  const found = await Deno.lstat(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  });
  if (found === null) return false;
  const shared = found.mode === null || (found.mode & 0o022) !== 0;
  if (found.isDirectory && found.uid === Deno.uid() && !shared) return true;
  throw new Error(`${path} is not a folder of this user alone: remove it.`);
}
