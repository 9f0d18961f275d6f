/** Reads the capabilities of a connection that the first load does not read. @module */
import "../chunks/session.ts";
import { readTexts } from "../names/request.ts";
import { type At, isPresent, member, wrong } from "../ground/check.ts";
import { readSiweFields } from "../siwe/fields.ts";
import type { SiweRequest } from "../siwe/request.ts";
import type { ConnectCapabilities, PageContext } from "./handlers/context.ts";

/**
 * Reads all fields of a sign-in, and the text records of a name.
 *
 * @throws {AcctError} `invalid_params` with the field
 */
export function readCapabilities(
  at: At,
  { options, origin }: Pick<PageContext, "options" | "origin">,
  siwe: SiweRequest | undefined,
): ConnectCapabilities {
  const texts = member(at, "subnameTextRecords");
  if (isPresent(texts) && !options.ens) throw wrong(texts.path, "needs the option ens");
  return {
    siwe: siwe && readSiweFields(member(at, "signInWithEthereum"), origin, siwe),
    texts: readTexts(texts),
  };
}
