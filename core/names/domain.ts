/** Reads the ENS domain of a dApp. @module */
import { MAX_NAME_LENGTH } from "../protocol/limits.ts";
import { type At, text, wrong } from "../protocol/schema/check_first.ts";

/**
 * Reads an ENS domain such as `shop.eth`. Only its shape is checked: the service normalizes it
 * (ENSIP-15) and knows whether it is linked.
 */
export function readDomain(at: At): string {
  const domain = text(at, MAX_NAME_LENGTH);
  if (!/^[^\s/]+\.[^\s/]+$/.test(domain)) throw wrong(at.path, "must be a domain");
  return domain;
}
