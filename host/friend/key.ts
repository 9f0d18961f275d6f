/**
 * Derives the key with which a friend helps an account, from the friend's passkey: the same on each
 * device that has the passkey, different for each account, and never stored.
 *
 * @module
 */
import { bytesToHex, type Hex, numberToHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Address } from "../../core/lib/hex.ts";
import {
  browserCeremony,
  type Ceremony,
  type PromptExtension,
} from "../../core/passkey/browser/ceremony.ts";
import { readOutput } from "../sync/output.ts";

/** Input of the passkey's function; synced data use another one. */
const SALT = "acct friend help 1";
/** The order of secp256k1 (SEC 2). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** 128 bits more than the order, so that the remainder is uniform. */
const BITS = 384;

const encode = (text: string) => new TextEncoder().encode(text);

/** A passkey to use. */
export interface FriendPasskey {
  readonly rpId: string;
  /** Ids (base64url) of allowed passkeys. Default: any passkey of the site. */
  readonly credentialIds?: readonly string[];
}

/**
 * Prompts for a passkey and derives the friend's key of an account. Call it within the click.
 *
 * @param open creates the ceremonies with an extension; a fake in tests
 * @returns `null` if the passkey or the browser has no such function
 * @throws {AcctError} if the user closed the prompt
 */
export async function askFriendKey(
  account: Address,
  passkey: FriendPasskey,
  open: (extension: PromptExtension) => Ceremony = browserCeremony,
): Promise<PrivateKeyAccount | null> {
  const answers: object[] = [];
  const ceremony = open({
    inputs: { prf: { eval: { first: encode(SALT) } } },
    onAnswer: (credential) => answers.push(credential),
  });
  await ceremony.get({ ...passkey, challenge: crypto.getRandomValues(new Uint8Array(32)) });
  const secret = readOutput(answers[0] ?? {});
  return secret === null ? null : privateKeyToAccount(await friendKey(secret, account));
}

/** Derives a private key of secp256k1 from a passkey's secret (HKDF with SHA-256). */
export async function friendKey(secret: Uint8Array<ArrayBuffer>, account: Address): Promise<Hex> {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(),
      info: encode(`acct friend help: ${account.toLowerCase()}`),
    },
    base,
    BITS,
  );
  const key = BigInt(bytesToHex(new Uint8Array(bits))) % (ORDER - 1n) + 1n;
  return numberToHex(key, { size: 32 });
}
