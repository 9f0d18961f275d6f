/** Checks that a message is plain data of a bounded size. @module */

/**
 * Checks that a value is plain data (JSON) and, serialized, no larger than `max`. It stops at the
 * limit: a small message can contain shared parts, cycles, or a sparse array with billions of
 * holes.
 *
 * @param max characters of text and names; every other value counts as one
 */
export function isBounded(value: unknown, max: number): boolean {
  const open: unknown[] = [value];
  let left = max;
  while (open.length > 0) {
    const each = open.pop();
    left--;
    if (typeof each === "string") left -= each.length;
    else if (typeof each === "object" && each !== null) {
      const isList = Array.isArray(each);
      // Messages contain no other cloneable values (maps, buffers, files, dates, …).
      if (!isList && Object.getPrototypeOf(each) !== Object.prototype) return false;
      if (isList && each.length > left) return false;
      for (const [name, inner] of Object.entries(each)) {
        left -= name.length;
        open.push(inner);
        if (left < open.length) return false;
      }
    } else if (typeof each === "bigint" || typeof each === "function") return false;
    if (left < 0) return false;
  }
  return true;
}
