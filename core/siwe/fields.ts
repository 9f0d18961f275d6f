/**
 * Validates the fields of Sign-In with Ethereum that few dApps send, separately from the first load
 * of a page.
 *
 * @module
 */
import { hasHidden } from "../lib/hidden.ts";
import {
  MAX_RESOURCE_LENGTH,
  MAX_RESOURCES,
  MAX_RFC3339_LENGTH,
  MAX_SIGN_IN_ID_LENGTH,
} from "../ground/limits.ts";
import { type At, elements, isPresent, member, object, text, wrong } from "../schema/check.ts";
import type { SiweFields, SiweRequest } from "./request.ts";

/** Every field of the capability (ERC-7846). */
const names: readonly string[] = [
  "nonce",
  "chainId",
  "domain",
  "uri",
  "statement",
  "version",
  "scheme",
  "issuedAt",
  "expirationTime",
  "notBefore",
  "requestId",
  "resources",
];

/** RFC 3339, as required by EIP-4361. */
const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Characters of a URI (RFC 3986), with a scheme. */
const absoluteUri = /^[a-z][a-z\d+.-]*:(?:[\w:/?#[\]@!$&'()*+,;=.~-]|%[\da-f]{2})+$/i;

/**
 * Adds these fields to the fields of `readSiwe`. Unknown fields are rejected, because a message
 * without them would not express the dApp's intent.
 *
 * @throws {AcctError} `invalid_params` with the field
 * @see https://eips.ethereum.org/EIPS/eip-7846
 */
export function readSiweFields(
  at: At,
  origin: string | null,
  read: SiweRequest,
): SiweRequest {
  for (const name of Object.keys(object(at))) {
    if (!names.includes(name)) throw wrong(`${at.path}.${name}`, "is no field of a sign-in");
  }
  const version = member(at, "version");
  if (isPresent(version) && version.value !== "1") {
    throw wrong(version.path, "must be 1, the version of EIP-4361");
  }
  const fields: SiweFields = {
    scheme: schemeOf(member(at, "scheme"), origin),
    issuedAt: time(member(at, "issuedAt")),
    expirationTime: time(member(at, "expirationTime")),
    notBefore: time(member(at, "notBefore")),
    requestId: requestId(member(at, "requestId")),
    resources: resources(member(at, "resources")),
  };
  // If one of the two is missing, it is NaN, so the comparison is false.
  if (Date.parse(fields.expirationTime!) <= Date.parse(fields.notBefore!)) {
    throw wrong(`${at.path}.expirationTime`, "must be after notBefore");
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...read, ...Object.fromEntries(given) };
}

function schemeOf(at: At, origin: string | null): string | undefined {
  if (!isPresent(at)) return undefined;
  const scheme = text(at, 8);
  if (origin === null ? !/^https?$/.test(scheme) : `${scheme}:` !== new URL(origin).protocol) {
    throw wrong(at.path, "must be the scheme of the page");
  }
  return scheme;
}

function time(at: At): string | undefined {
  if (!isPresent(at)) return undefined;
  const given = text(at, MAX_RFC3339_LENGTH);
  if (!rfc3339.test(given) || !isDay(given.slice(0, 10)) || Number.isNaN(Date.parse(given))) {
    throw wrong(at.path, "must be a time such as 2026-11-24T12:00:00Z (RFC 3339)");
  }
  return given;
}

/**
 * Checks that a day exists in the calendar: engines parse the 31st of a shorter month differently.
 */
function isDay(day: string): boolean | undefined {
  return new Date(day).toJSON()?.startsWith(day);
}

function requestId(at: At): string | undefined {
  if (!isPresent(at)) return undefined;
  const given = text(at, MAX_SIGN_IN_ID_LENGTH);
  if (!/^(?:[\w:@!$&'()*+,;=.~-]|%[\da-f]{2})*$/i.test(given) || hasHidden(given)) {
    throw wrong(at.path, "must be one line of letters, digits and URI characters");
  }
  return given;
}

function resources(at: At): readonly string[] | undefined {
  if (!isPresent(at)) return undefined;
  const listed = elements(at, MAX_RESOURCES).map((each) => {
    const given = text(each, MAX_RESOURCE_LENGTH);
    if (!absoluteUri.test(given)) throw wrong(each.path, "must be a URI");
    return given;
  });
  return listed.length === 0 ? undefined : listed;
}
