/**
 * Implements the Payment scheme of HTTP authentication (MPP), with the method `evm` and the intent
 * `charge`.
 *
 * @see https://paymentauth.org
 * @module
 */
import { getAddress, keccak256, stringToBytes } from "viem";
import type { Address, Hex } from "@sdk/core/permission";
import {
  type Demand,
  type Demands,
  MAX_SECONDS,
  readAddress,
  readAmount,
  readEach,
  WrongField,
} from "./demand.ts";
import { asRecord, fromBase64Json, MAX_TEXT, toBase64UrlJson } from "./encoding.ts";
import { isHash, type Settlement } from "./x402.ts";

/** Parameters of one challenge. */
type Challenge = Readonly<Record<string, string>>;

/**
 * Reads a payment request; `undefined` if the server does not support MPP. `now` is in Unix
 * seconds.
 */
export function readMpp(headers: Headers, now: number): Demands | undefined {
  const challenges = readChallenges(headers.get("www-authenticate") ?? "");
  if (challenges.length === 0) return undefined;
  return readEach(
    challenges,
    (challenge, index) => readDemand(challenge, `Payment[${index}]`, now),
  );
}

function readDemand(challenge: Challenge, at: string, now: number): Demand {
  if (challenge.method !== "evm") throw new WrongField(`${at}.method`, "is not evm");
  if (challenge.intent !== "charge") throw new WrongField(`${at}.intent`, "is not charge");
  for (const name of ["id", "realm"]) {
    if (!challenge[name]) throw new WrongField(`${at}.${name}`, "is missing");
  }
  const request = asRecord(fromBase64Json(challenge.request ?? ""));
  if (request === undefined) throw new WrongField(`${at}.request`, "is not JSON in base64url");
  const details = asRecord(request.methodDetails);
  const field = `${at}.request.methodDetails`;
  if (details === undefined) throw new WrongField(field, "is missing");
  const { chainId, credentialTypes, splits } = details;
  if (typeof chainId !== "number" || !Number.isSafeInteger(chainId) || chainId < 1) {
    throw new WrongField(`${field}.chainId`, "is not a chain id");
  }
  if (!Array.isArray(credentialTypes) || !credentialTypes.includes("authorization")) {
    throw new WrongField(`${field}.credentialTypes`, "has no authorization");
  }
  if (splits !== undefined && !(Array.isArray(splits) && splits.length === 0)) {
    throw new WrongField(`${field}.splits`, "cannot be paid by one authorization");
  }
  return {
    protocol: { name: "mpp", challenge, header: readHeader(challenge.header, `${at}.header`) },
    transfer: "eip3009",
    chainId,
    token: readAddress(request.currency, `${at}.request.currency`),
    payTo: readAddress(request.recipient, `${at}.request.recipient`),
    amount: readAmount(request.amount, `${at}.request.amount`),
    seconds: readExpiry(challenge.expires, `${at}.expires`, now),
    redeemers: [],
    path: {
      network: `${field}.chainId`,
      asset: `${at}.request.currency`,
      amount: `${at}.request.amount`,
      payTo: `${at}.request.recipient`,
    },
  };
}

/** Validity of a payment in seconds: until the challenge expires, up to a maximum. */
function readExpiry(text: string | undefined, field: string, now: number): number {
  if (text === undefined) return 300;
  const seconds = Math.floor(Date.parse(text) / 1000) - now;
  if (!Number.isFinite(seconds)) throw new WrongField(field, "is not a time");
  if (seconds < 1) throw new WrongField(field, "is over");
  return Math.min(seconds, MAX_SECONDS);
}

/** Names the header of the credential: a server can only choose one of these. */
function readHeader(text: string | undefined, field: string): string {
  const known = ["Authorization", "Payment-Authorization"];
  if (text === undefined) return known[0]!;
  const found = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new WrongField(field, "is not a header for payments");
  return found;
}

/** The nonce of the authorization, derived from the challenge. */
export function nonceOfChallenge({ id, realm }: Challenge): Hex {
  return keccak256(stringToBytes(`${id}${realm}`));
}

/** Encodes a payment as a header. */
export function writeMpp(
  { protocol, chainId }: Demand,
  from: Address,
  payload: unknown,
): { readonly name: string; readonly value: string } {
  if (protocol.name !== "mpp") throw new TypeError("Not an MPP demand.");
  const { description: _, header: __, ...challenge } = protocol.challenge;
  const credential = {
    challenge: {
      ...challenge,
      ...(protocol.challenge.header && { header: protocol.challenge.header }),
    },
    payload,
    source: `did:pkh:eip155:${chainId}:${getAddress(from)}`,
  };
  return { name: protocol.header, value: `Payment ${toBase64UrlJson(credential)}` };
}

/** Reads the outcome of a payment; `undefined` if the server does not report it. */
export function readMppSettlement(headers: Headers): Settlement | undefined {
  const receipt = asRecord(fromBase64Json(headers.get("payment-receipt") ?? ""));
  if (receipt?.status !== "success") return undefined;
  const { reference } = receipt;
  return { success: true, ...(isHash(reference) && { transaction: reference }) };
}

/** Reads the challenges of the scheme `Payment` from a header that can contain other schemes. */
export function readChallenges(header: string): Challenge[] {
  if (header.length > MAX_TEXT) return [];
  const found: Record<string, string>[] = [];
  let current: Record<string, string> | undefined;
  const pattern = /[\s,]*([A-Za-z0-9_-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/gy;
  for (const [, name, quoted, plain] of header.matchAll(pattern)) {
    const value = quoted === undefined ? plain : unescape(quoted);
    if (value === undefined) {
      // A token without a value names the next scheme.
      current = name!.toLowerCase() === "payment" ? {} : undefined;
      if (current !== undefined) found.push(current);
    } else if (current !== undefined) {
      const key = name!.toLowerCase();
      // A duplicate parameter could have different meanings for this client and the server.
      if (key in current) return [];
      current[key] = value;
    }
  }
  return found;
}

function unescape(quoted: string): string {
  return quoted.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_, code: string | undefined, character: string) =>
      code === undefined ? character : String.fromCharCode(parseInt(code, 16)),
  );
}
