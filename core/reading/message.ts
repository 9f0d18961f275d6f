/** Reads messages: as text, and for other possible meanings. @module */
import { type Address, type Hex, hexToBytes, size } from "viem";
import type { TypedData } from "../account/typed_data_hash.ts";
import type { Warning } from "../dialog/common.ts";
import type { MessagePreview, SignInView } from "../dialog/signing.ts";
import type { Pieces } from "../lib/pieces.ts";
import { hasHidden } from "../lib/hidden.ts";
import { readSignIn } from "./sign_in.ts";

/** Bytes of a hash. */
const HASH_BYTES = 32;

/** Describes a message for a dialog. */
export function describeMessage(
  message: Hex,
  origin: string,
): Pick<MessagePreview, "text" | "warnings" | "signIn"> {
  const text = textOf(message);
  if (text === null) {
    const isHash = size(message) === HASH_BYTES || isDigestInput(message);
    return {
      warnings: isHash
        ? [{ code: "signs_hash", level: "danger" }]
        : [{ code: "not_text", level: "warning" }],
    };
  }
  const signIn = readSignIn(text, origin);
  const warnings: Warning[] = [];
  if (signIn?.own === false) {
    warnings.push({ code: "sign_in_elsewhere", level: "danger", detail: signIn.domain });
  }
  if (isHashText(text) || isOddHash(message)) {
    warnings.push({ code: "signs_hash", level: "danger" });
  }
  if (hasHidden(text.replace(/[\n\r\t]/g, ""))) {
    warnings.push({ code: "hidden_characters", level: "danger" });
  }
  return { text, warnings, ...(signIn && { signIn }) };
}

/**
 * Describes data for a contract. Only the contract's code determines the effect of its signature,
 * so even readable data does not explain it.
 */
export function describeData(validator: Address): Pick<MessagePreview, "warnings"> {
  return { warnings: [{ code: "for_contract", level: "danger", detail: validator }] };
}

/** Decodes bytes as text; `null` if they are not text. */
export function textOf(message: Hex): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(hexToBytes(message));
  } catch {
    return null;
  }
}

/**
 * Returns whether bytes are the input of an operation or typed data hash: `0x1901`, domain,
 * message.
 */
function isDigestInput(message: Hex): boolean {
  return message.startsWith("0x1901") && size(message) === 2 + 2 * HASH_BYTES;
}

/** Returns whether a text is a hash, or typed data before hashing. */
function isHashText(text: string): boolean {
  const plain = text.trim();
  return /^(?:0x)?[0-9a-f]{64}$/i.test(plain) || /^0x1901[0-9a-f]{128}$/i.test(plain) ||
    text.charCodeAt(0) === 0x19;
}

/**
 * Returns whether the bytes of a hash happen to be text. An attacker finds such a hash within 2^40
 * tries; one of letters, digits and spaces alone takes more than 2^55.
 */
function isOddHash(message: Hex): boolean {
  return size(message) === HASH_BYTES &&
    !/^[\w\s.,:;!?'()-]*$/.test(String.fromCharCode(...hexToBytes(message)));
}

/** Finds a sign-in text within typed data; a sign-in to another site takes precedence. */
export function* readTypedSignIn(
  { domain, message }: Pick<TypedData, "domain" | "message">,
  origin: string,
): Pieces<{ readonly view: SignInView; readonly warnings: readonly Warning[] } | null> {
  let view: SignInView | null = null;
  for (const text of textsIn([domain, message])) {
    yield;
    const found = readSignIn(text, origin);
    if (found !== null && (view === null || !found.own)) view = found;
    if (view?.own === false) break;
  }
  if (view === null) return null;
  return {
    view,
    warnings: view.own ? [] : [{ code: "sign_in_elsewhere", level: "danger", detail: view.domain }],
  };
}

/**
 * Lists the texts within a value. The texts of a struct are also joined, one line per member, with
 * their names.
 */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  const fields = entries.flatMap(([name, each]) =>
    typeof each === "string" ? [`${name}: ${each}`] : []
  );
  yield fields.join("\n");
  for (const [, each] of entries) yield* textsIn(each);
}
