/** Validates the parameters of name requests. @module */
import { MAX_NAME_LENGTH, MAX_TEXT_RECORDS } from "../protocol/limits.ts";
import { type At, elements, member, text, wrong } from "../protocol/schema/check.ts";
import { textFault, type TextRecord } from "./claim.ts";

/** Capability that the records come from, for paths in errors. */
const PATH = "subnameTextRecords";

/**
 * Reads an ENS domain such as `shop.eth`. Only its shape is checked: the service normalizes it
 * (ENSIP-15) and knows whether it is linked.
 */
export function readDomain(at: At): string {
  const domain = text(at, MAX_NAME_LENGTH);
  if (!/^[^\s/]+\.[^\s/]+$/.test(domain)) throw wrong(at.path, "must be a domain");
  return domain;
}

/**
 * Reads text records (ENSIP-5); returns an empty list if they are absent.
 *
 * @throws {AcctError} `invalid_params` naming the record
 */
export function readTexts(value: unknown): readonly TextRecord[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.length > MAX_TEXT_RECORDS) {
    throw wrong(PATH, `must have at most ${MAX_TEXT_RECORDS} records`);
  }
  return elements({ value, path: PATH }, MAX_TEXT_RECORDS).map(readText);
}

/** Reads a text record. */
export function readText(at: At): TextRecord {
  const record = { key: text(member(at, "key")), value: text(member(at, "value")) };
  const fault = textFault(record);
  if (fault !== null) throw wrong(at.path, fault);
  return record;
}
