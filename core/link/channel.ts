/**
 * Encrypts the messages of a device link. Each direction has its own key, and the number of a message
 * is its nonce: a message that was altered, repeated, reordered or dropped before another one ends the
 * session.
 *
 * @module
 */
import { fromBase64Url, toBase64Url } from "../lib/base64url.ts";
import { isBounded } from "../ground/bounded.ts";
import { MAX_MESSAGE_SIZE } from "../ground/limits.ts";
import { MAX_LINK_MESSAGE_LENGTH } from "../protocol/service/link.ts";
import { LinkBroken } from "./broken.ts";
import { type Bytes, concat, randomBytes, type SessionKeys, type Side } from "./keys.ts";

/** Bytes of a nonce of AES-GCM. */
const NONCE = 12;
/** Bytes of plaintext per message: base64url, the tags and the prefix fit into the service's limit. */
const PIECE = Math.floor((MAX_LINK_MESSAGE_LENGTH - 64) * 3 / 4) - 32;
/** Bytes of a message in all of its pieces; larger ones would not be plain data within the limits. */
const MAX_BYTES = 4 * MAX_MESSAGE_SIZE;

/** Marks a message of a session, before its tag. */
const SEALED = "m.";
/** Marks an introduction. */
const INTRODUCTION = "i.";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Messages of one session. */
export interface Channel {
  /** Encrypts a message; a long one becomes several. */
  seal(message: unknown): Promise<string[]>;
  /**
   * Decrypts the next message. Returns `null` for part of a longer one, and for messages of another
   * session.
   *
   * @throws {LinkBroken} if it is not the next message of the other side
   */
  open(text: string): Promise<{ readonly message: unknown } | null>;
}

/** Opens the channel of a session. */
export function openChannel({ sending, receiving, tag }: SessionKeys): Channel {
  const prefix = `${SEALED}${tag}.`;
  let sent = 0;
  let received = 0;
  let begun: Bytes[] = [];
  return {
    async seal(message) {
      const bytes = encoder.encode(JSON.stringify(message));
      if (bytes.length > MAX_BYTES) throw new RangeError("The message is too long for a link.");
      const pieces: Bytes[] = [];
      for (let at = 0; at < bytes.length; at += PIECE) {
        const isLast = at + PIECE >= bytes.length;
        pieces.push(concat(Uint8Array.of(isLast ? 1 : 0), bytes.subarray(at, at + PIECE)));
      }
      // Numbers are taken before anything is awaited: two messages never share a nonce.
      const first = sent;
      sent += pieces.length;
      return await Promise.all(pieces.map(async (piece, index) => {
        const algorithm = { name: "AES-GCM", iv: nonce(first + index) };
        const box = await crypto.subtle.encrypt(algorithm, sending, piece);
        return prefix + toBase64Url(new Uint8Array(box));
      }));
    },
    async open(text) {
      if (!text.startsWith(prefix)) {
        if (text.startsWith(SEALED) || text.startsWith(INTRODUCTION)) return null;
        throw new LinkBroken("A message has an unknown form.");
      }
      const box = fromBase64Url(text.slice(prefix.length));
      const algorithm = { name: "AES-GCM", iv: nonce(received) };
      const piece = box && await crypto.subtle.decrypt(algorithm, receiving, box).catch(() => null);
      if (piece === null) throw new LinkBroken("A message was altered, repeated or lost.");
      received++;
      begun.push(new Uint8Array(piece, 1));
      if (begun.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES) {
        throw new LinkBroken("A message is too long.");
      }
      const [isLast] = new Uint8Array(piece);
      if (isLast !== 1) return null;
      const whole = concat(...begun);
      begun = [];
      return { message: parse(whole) };
    },
  };
}

/**
 * Encrypts a message on its own: the introduction of a side, with a key that follows from the link
 * alone, or an answer that requires a ticket.
 */
export async function sealAlone(
  key: CryptoKey,
  side: Side,
  content: unknown,
): Promise<string> {
  const iv = randomBytes(NONCE);
  const algorithm = { name: "AES-GCM", iv, additionalData: encoder.encode(side) };
  const bytes = encoder.encode(JSON.stringify(content));
  const box = await crypto.subtle.encrypt(algorithm, key, bytes);
  return INTRODUCTION + toBase64Url(concat(iv, new Uint8Array(box)));
}

/** Returns true if a message is an introduction. */
export function isIntroduction(text: string): boolean {
  return text.startsWith(INTRODUCTION);
}

/**
 * Decrypts a message that was encrypted on its own.
 *
 * @throws {LinkBroken} if the other side of this link did not write it
 */
export async function openAlone(
  key: CryptoKey,
  side: Side,
  text: string,
): Promise<unknown> {
  const bytes = isIntroduction(text) ? fromBase64Url(text.slice(INTRODUCTION.length)) : null;
  const plain = bytes && await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes.slice(0, NONCE), additionalData: encoder.encode(side) },
    key,
    bytes.slice(NONCE),
  ).catch(() => null);
  if (plain === null) throw new LinkBroken("A message is not from this link.");
  return parse(new Uint8Array(plain));
}

function nonce(index: number): Bytes {
  const iv = new Uint8Array(NONCE);
  new DataView(iv.buffer).setUint32(NONCE - 4, index);
  return iv;
}

/** Parses decrypted JSON, within the bounds of messages between windows. */
function parse(bytes: Bytes): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new LinkBroken("A message is not JSON.");
  }
  if (!isBounded(value, MAX_MESSAGE_SIZE)) throw new LinkBroken("A message is too long.");
  return value;
}
