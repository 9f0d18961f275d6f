/** Reads the records of a name. @module */
import { MAX_TEXT_KEY_LENGTH, MAX_TEXT_RECORDS, MAX_TEXT_VALUE_LENGTH } from "../ground/limits.ts";
import { type At, elements, isPresent, member, text, wrong } from "../schema/check.ts";
import type { TextRecord } from "./claim.ts";

/**
 * Reads text records (ENSIP-5); returns an empty list if they are absent.
 *
 * @throws {AcctError} `invalid_params` naming the record
 */
export function readTexts(at: At): readonly TextRecord[] {
  if (!isPresent(at)) return [];
  const keys = new Set<string>();
  return elements(at, MAX_TEXT_RECORDS).map((each) => {
    const record = readText(each);
    if (keys.has(record.key)) throw wrong(`${each.path}.key`, "is duplicate");
    keys.add(record.key);
    return record;
  });
}

/** Reads a text record. */
export function readText(at: At): TextRecord {
  const [keyAt, valueAt] = [member(at, "key"), member(at, "value")];
  const key = text(keyAt, MAX_TEXT_KEY_LENGTH);
  if (!/^[!-~]+$/.test(key)) throw wrong(keyAt.path, "must be visible ASCII characters");
  const value = text(valueAt, MAX_TEXT_VALUE_LENGTH);
  // Control and bidirectional characters would change the display of other records.
  if (/[\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u.test(value)) {
    throw wrong(valueAt.path, "must not hold control characters");
  }
  return { key, value };
}
