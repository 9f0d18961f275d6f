/** Whether a message is plain data of a bounded size. @module */

/**
 * Whether a value is plain data (what JSON can write) and, written out, no larger than `max`. It stops
 * at the bound: a message can name the same part in many places, go in circles, or have a list of four
 * thousand million holes, and be tiny on its way all the same.
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
      // What else a browser copies (maps, buffers, files, dates, …) is in none of our messages.
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
