/**
 * Links between an account and a friend who helps to recover it. Anyone can write such a link.
 *
 * @module
 */
import { type Address, getAddress, type Hex, isAddress, isAddressEqual, isHex } from "viem";
import { isOnCurve } from "../../core/passkey/public_key.ts";
import { asRecord, fromBase64Json, toBase64UrlJson } from "../../pay/protocols/encoding.ts";
import { payeeName } from "../payees/payee_name.ts";
import { hashOf } from "../parts/route.ts";

/** Common to all links. */
interface Common {
  /** Account to recover. */
  readonly account: Address;
  /** Unverified name of the sender; empty if it is omitted or misleading. */
  readonly name: string;
}

/** Asks a friend for help. */
export interface Ask extends Common {
  readonly kind: "ask";
}

/** Answers: the friend agrees. */
export interface Reply extends Common {
  readonly kind: "reply";
  /** Address of the friend's key for this account. */
  readonly helper: Address;
}

/** Asks the friend to make a new passkey the owner. */
export interface Regain extends Common {
  readonly kind: "regain";
  /** Public key of the new passkey, x‖y, 64 bytes. */
  readonly key: Hex;
}

/** A link. */
export type FriendLink = Ask | Reply | Regain;

/** Longest encoded link, in characters. */
export const MAX_LINK_LENGTH = 800;

/** Encodes a link for a place of the page. */
export function encodeLink(link: FriendLink): string {
  return toBase64UrlJson(link);
}

/** Returns the URL of a link on this host. */
export function urlOf(link: FriendLink): string {
  return new URL(hashOf("friend", encodeLink(link)), location.href).href;
}

/** Reads a link; `null` if it is none. */
export function readLink(text: string): FriendLink | null {
  if (text.length > MAX_LINK_LENGTH) return null;
  const { kind, account, name, helper, key } = asRecord(fromBase64Json(text)) ?? {};
  const address = readAddress(account);
  if (address === null) return null;
  const common = { account: address, name: friendName(name) };
  if (kind === "ask") return { kind, ...common };
  if (kind === "reply") {
    const friend = readAddress(helper);
    return friend === null || isAddressEqual(friend, address)
      ? null
      : { kind, ...common, helper: friend };
  }
  return kind === "regain" && isKey(key)
    ? { kind, ...common, key: key.toLowerCase() as Hex }
    : null;
}

/** Quotation marks, and characters that look like them. */
const quotes = /["“”„‟«»‹›「」『』《》〈〉〝〞〟ʺ״″‶＂]/;
/** More digits than a year has: a phone number, or a code. */
const number = /(?:\p{N}.*?){5}/u;

/**
 * Returns the display name of a friend: its own, or an empty text if it is misleading. The pages
 * quote it, so it must not contain quotation marks. They ask the user to call the friend and to
 * compare a code, so it must not contain a number to call or a code.
 */
export function friendName(value: unknown): string {
  const name = payeeName(value);
  return quotes.test(name) || number.test(name) ? "" : name;
}

/** Reads an address; a wrong checksum makes it invalid. */
function readAddress(value: unknown): Address | null {
  return typeof value === "string" && isAddress(value) && BigInt(value) !== 0n
    ? getAddress(value)
    : null;
}

function isKey(value: unknown): value is Hex {
  return typeof value === "string" && value.length === 130 && isHex(value) && isOnCurve(value);
}
