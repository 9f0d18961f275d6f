/** Reads the ENS domain of a dApp. @module */
import { MAX_NAME_LENGTH } from "../ground/limits.ts";
import { type At, text, wrong } from "../ground/check.ts";

/**
 * Reads an ENS domain such as `shop.eth`. Only its shape is checked: the service normalizes it
 * (ENSIP-15) and checks whether it is linked.
 */
export function readDomain(at: At): string {
  const domain = text(at, MAX_NAME_LENGTH);
  if (!/^[^\s/]+\.[^\s/]+$/.test(domain)) throw wrong(at.path, "must be a domain");
  return domain;
}
