/** Copies parameters as plain JSON. @module */
import { MAX_MESSAGE_SIZE } from "./limits.ts";
import { wrong } from "./check.ts";

/**
 * Copies a value as JSON, so that it can be posted and does not change afterwards. The limit is
 * that of `isBounded`, so that the wallet host accepts the copy.
 *
 * @param max characters of text and names; every other value counts as one
 * @throws {AcctError} `invalid_params` with the path of a value that JSON cannot represent
 * unchanged
 */
export function toPlain(value: unknown, path: string, max = MAX_MESSAGE_SIZE): unknown {
  const paths = new Map<unknown, string>();
  let last = path;
  let left = max;
  try {
    const json = JSON.stringify(value, function (this: Record<string, unknown>, name, each) {
      if (paths.has(this)) {
        last = paths.get(this) + (Array.isArray(this) ? `[${name}]` : `.${name}`);
      }
      paths.set(each, last);
      left -= 1 + name.length + (typeof each === "string" ? each.length : 0);
      // The value differs from the member itself if `toJSON` returned it.
      if (left < (Array.isArray(each) ? each.length : 0) || each !== this[name] || !isPlain(each)) {
        throw last;
      }
      return each;
    });
    return json && JSON.parse(json);
  } catch {
    throw wrong(last, "must be JSON (no bigint) of a bounded size");
  }
}

function isPlain(value: unknown): boolean {
  return typeof value === "number"
    ? Number.isFinite(value)
    : / (Array|Boolean|Null|Object|String|Undefined)]$/.test(Object.prototype.toString.call(value));
}
