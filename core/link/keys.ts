/**
 * Derives the keys of a device link. The link's fragment holds a secret that the service never
 * receives. Both sides add an ephemeral key; the session keys follow from both keys, the secret and
 * the introductions of both sides. A link therefore works once: a second opener gets other keys.
 *
 * @module
 */
import { bytesToHex } from "viem";
import { fromBase64Url, toBase64Url } from "../lib/base64url.ts";
import { isOnCurve } from "../passkey/public_key.ts";
import { LinkBroken } from "./broken.ts";

/** Bytes of a link's secret, of a commitment, of an id and of a token. */
const SHORT = 16;
/** Bytes of a derived key. */
const LONG = 32;
/** Bytes of an uncompressed P-256 point. */
const POINT = 65;

const curve = { name: "ECDH", namedCurve: "P-256" } as const;
const encoder = new TextEncoder();

/** Bytes that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Secret of a link, as in its fragment. */
export interface LinkSecret {
  readonly secret: Bytes;
  /**
   * Commitment to the ephemeral key of the requesting side and the return address; `null` in links of
   * a known connection.
   */
  readonly commitment: Bytes | null;
  /** Address at which the wallet returns to an app on the same device; `null` for another device. */
  readonly returnTo: string | null;
}

/** Keys of one session, from the perspective of one side. */
export interface SessionKeys {
  /** Encrypts own messages. */
  readonly sending: CryptoKey;
  /** Decrypts the other side's messages. */
  readonly receiving: CryptoKey;
  /** Six digits. Both sides derive the same ones unless an attacker is between them. */
  readonly code: string;
  /** Secret of the connection: later sessions of the same link require it. */
  readonly resume: Bytes;
  /** Public name of the session, so that both sides skip messages of an earlier one. */
  readonly tag: string;
}

/** Side of a link: the requesting app, or the wallet. */
export type Side = "app" | "wallet";

/** Returns random bytes. */
export function randomBytes(length: number = SHORT): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Writes the fragment of a link. */
export function formatSecret({ secret, commitment, returnTo }: LinkSecret): string {
  const bytes = toBase64Url(commitment === null ? secret : concat(secret, commitment));
  return returnTo === null ? bytes : `${bytes}.${returnTo}`;
}

/** Reads the fragment of a link; returns `null` if it is malformed. */
export function parseSecret(fragment: string): LinkSecret | null {
  const [, text, returnTo = null] = /^#?([^.]*)(?:\.(.*))?$/.exec(fragment) ?? [];
  const bytes = text === undefined ? null : fromBase64Url(text);
  if (bytes === null || (bytes.length !== SHORT && bytes.length !== 2 * SHORT)) return null;
  return {
    secret: bytes.slice(0, SHORT),
    commitment: bytes.length > SHORT ? bytes.slice(SHORT) : null,
    returnTo,
  };
}

/**
 * Returns the id of a mailbox, from which the secret does not follow.
 *
 * @param secret secret of a new link, or of the connection in later sessions: anyone can have seen
 * the link, and could occupy the mailbox
 */
export async function mailboxId(secret: Bytes): Promise<string> {
  return toBase64Url(await derive(secret, new Uint8Array(), "id", SHORT));
}

/** Returns the key that encrypts the introductions of both sides. */
export async function introductionKey(secret: Bytes): Promise<CryptoKey> {
  return await importKey(await derive(secret, new Uint8Array(), "introduction", LONG));
}

/** Creates an ephemeral key pair. */
export async function createPair(): Promise<{ privateKey: CryptoKey; point: Bytes }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ["deriveBits"]);
  return { privateKey, point: new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)) };
}

/** Returns the commitment to an ephemeral key and a return address. */
export async function commitTo(point: Bytes, returnTo: string | null): Promise<Bytes> {
  return (await sha256(concat(point, encoder.encode(returnTo ?? "")))).slice(0, SHORT);
}

/** Secrets of a connection that require its ticket. */
export interface TicketKeys {
  /** Secret that later sessions require. */
  readonly resume: Bytes;
  /** Encrypts the answer to the connection. */
  readonly key: CryptoKey;
}

/** Derives the secrets of a connection from its first session and its ticket. */
export async function redeemTicket(first: Bytes, ticket: Bytes): Promise<TicketKeys> {
  const input = concat(first, ticket);
  const [resume, key] = await Promise.all([
    derive(input, new Uint8Array(), "ticket resume", LONG),
    derive(input, new Uint8Array(), "ticket answer", LONG).then(importKey),
  ]);
  return { resume, key };
}

/** Returns the hash under which the service stores a token. */
export async function hashToken(token: string): Promise<string> {
  return toBase64Url(await sha256(encoder.encode(token)));
}

/** Input of {@linkcode deriveSession}. */
export interface Handshake {
  readonly side: Side;
  readonly secret: Bytes;
  /** Secret of the connection; `null` in its first session. */
  readonly resume: Bytes | null;
  readonly privateKey: CryptoKey;
  /** Ephemeral keys of both sides. */
  readonly points: { readonly [S in Side]: Bytes };
  /** Introductions of both sides, as they were sent. */
  readonly introductions: { readonly [S in Side]: string };
}

/**
 * Derives the keys of a session.
 *
 * @throws {LinkBroken} if the other side's key is not a point of the curve
 */
export async function deriveSession(handshake: Handshake): Promise<SessionKeys> {
  const { side, secret, resume, privateKey, points, introductions } = handshake;
  const other = points[side === "app" ? "wallet" : "app"];
  // Some runtimes import points that are not on the curve.
  const isPoint = other.length === POINT && other[0] === 4 &&
    isOnCurve(bytesToHex(other.subarray(1)));
  if (!isPoint) throw new LinkBroken("The other side's key is not a point of P-256.");
  const publicKey = await crypto.subtle.importKey("raw", other, curve, false, []);
  const shared = await bitsOf({ name: "ECDH", public: publicKey }, privateKey, LONG);
  const transcript = await sha256(concat(
    await sha256(encoder.encode("acct link 1")),
    await sha256(secret),
    await sha256(points.app),
    await sha256(points.wallet),
    await sha256(encoder.encode(introductions.app)),
    await sha256(encoder.encode(introductions.wallet)),
  ));
  // Later sessions also require the connection's secret.
  const input = concat(shared, secret, resume ?? new Uint8Array());
  const [app, wallet, code, next] = await Promise.all([
    derive(input, transcript, "app", LONG).then(importKey),
    derive(input, transcript, "wallet", LONG).then(importKey),
    derive(input, transcript, "code", 8),
    derive(input, transcript, "resume", LONG),
  ]);
  return {
    sending: side === "app" ? app : wallet,
    receiving: side === "app" ? wallet : app,
    code: String(new DataView(code.buffer).getBigUint64(0) % 1_000_000n).padStart(6, "0"),
    resume: resume ?? next,
    tag: toBase64Url((await sha256(concat(points.app, points.wallet))).slice(0, 6)),
  };
}

/** Derives bytes with HKDF (RFC 5869). */
async function derive(input: Bytes, salt: Bytes, use: string, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", input, "HKDF", false, ["deriveBits"]);
  const info = encoder.encode(`acct link 1 ${use}`);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt, info };
  return await bitsOf(hkdf, key, length);
}

async function bitsOf(
  algorithm: Parameters<SubtleCrypto["deriveBits"]>[0],
  key: CryptoKey,
  length: number,
): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 8 * length));
}

async function importKey(bytes: Bytes): Promise<CryptoKey> {
  return await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Joins bytes. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
