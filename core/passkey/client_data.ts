/**
 * Parses `clientDataJSON` and finds the byte offsets that the account contract needs. Browsers may
 * serialize it in any order and add members. A wrong index would make a valid signature fail or,
 * worse, accept a look-alike inside a string. The text is therefore scanned as JSON, and only
 * members of the outermost object are used.
 *
 * @see https://www.w3.org/TR/webauthn-3/#clientdatajson-serialization
 * @module
 */
import { AcctError } from "../ground/errors.ts";

/** Parsed client data, with the byte offsets that the contract needs. */
export interface ClientData {
  /** `webauthn.create` or `webauthn.get`. */
  readonly type: string;
  /** The challenge, base64url. */
  readonly challenge: string;
  /** The page's origin. */
  readonly origin: string;
  /** `true` if the page was in an iframe of another origin. */
  readonly crossOrigin: boolean;
  /** Origin of the page that embedded the iframe, if the browser reports it. */
  readonly topOrigin: string | null;
  /** Byte offset of `"type":"…"`. */
  readonly typeIndex: number;
  /** Byte offset of `"challenge":"…"`. */
  readonly challengeIndex: number;
}

/** The contract accepts an offset in two bytes. */
const MAX_INDEX = 0xffff;

/**
 * Reads client data.
 *
 * @throws {AcctError} `passkey_invalid` if it is not a JSON object, lacks a member, repeats one, or
 * encodes it in a form or at a position that the contract does not accept (spaces or escapes
 * inside).
 */
export function readClientData(bytes: Uint8Array): ClientData {
  const refuse = (detail: string) => new AcctError("passkey_invalid", { detail });
  let text: string;
  let parsed: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new AcctError("passkey_invalid", { detail: "clientDataJSON is not JSON.", cause });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw refuse("clientDataJSON is not an object.");
  }
  const values = parsed as Record<string, unknown>;
  const members = topLevelMembers(text);
  const find = (name: "type" | "challenge" | "origin") => {
    const value = values[name];
    const places = members.filter((member) => member.name === name);
    const [place] = places;
    if (typeof value !== "string" || place === undefined || places.length !== 1) {
      throw refuse(`clientDataJSON must have one ${name}.`);
    }
    return { value, start: place.start };
  };
  const type = find("type");
  const challenge = find("challenge");
  const origin = find("origin");
  for (const [name, member] of [["type", type], ["challenge", challenge]] as const) {
    if (!text.startsWith(`"${name}":"${member.value}"`, member.start)) {
      throw refuse(`clientDataJSON writes ${name} in a form that cannot be verified on chain.`);
    }
  }
  const byteIndex = (start: number) => {
    const index = new TextEncoder().encode(text.slice(0, start)).length;
    if (index > MAX_INDEX) throw refuse("clientDataJSON is too long before its members.");
    return index;
  };
  return {
    type: type.value,
    challenge: challenge.value,
    origin: origin.value,
    crossOrigin: values.crossOrigin === true,
    topOrigin: typeof values.topOrigin === "string" ? values.topOrigin : null,
    typeIndex: byteIndex(type.start),
    challengeIndex: byteIndex(challenge.start),
  };
}

/** Lists name and position of each member of the outermost object of a valid JSON text. */
function topLevelMembers(text: string): { readonly name: string; readonly start: number }[] {
  const members: { name: string; start: number }[] = [];
  let depth = 0;
  let expectsName = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') {
      const start = index;
      for (index++; text[index] !== '"'; index++) if (text[index] === "\\") index++;
      if (depth === 1 && expectsName) {
        members.push({ name: JSON.parse(text.slice(start, index + 1)), start });
        expectsName = false;
      }
    } else if (char === "{" || char === "[") {
      depth++;
      expectsName = depth === 1;
    } else if (char === "}" || char === "]") {
      depth--;
    } else if (char === "," && depth === 1) {
      expectsName = true;
    }
  }
  return members;
}
