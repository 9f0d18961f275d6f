/** Checks folders whose places are known to others, such as those in `/tmp`. @module */

/**
 * Returns whether there is a folder that this user made and no other can write to.
 *
 * @throws {Error} if something else is there: a program of it would be another user's
 */
export async function isOwnFolder(path: string): Promise<boolean> {
  // A link's own kind and owner: what it leads to may be anything.
  const found = await Deno.lstat(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  });
  if (found === null) return false;
  const shared = found.mode === null || (found.mode & 0o022) !== 0;
  if (found.isDirectory && found.uid === Deno.uid() && !shared) return true;
  throw new Error(`${path} is not a folder of this user alone: remove it.`);
}
