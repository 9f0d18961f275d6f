/**
 * Builds the typed data that an account signs to claim a subname of an app's ENS domain. Wallet and
 * service each compute it themselves.
 *
 * @module
 */
import { MAX_TEXT_KEY_LENGTH, MAX_TEXT_VALUE_LENGTH } from "../protocol/limits.ts";
import type { Address } from "../lib/hex.ts";
import type { TypedData } from "../account/message.ts";

/** A text record (ENSIP-5). */
export interface TextRecord {
  /** Its key, such as `avatar` or `com.github`. */
  readonly key: string;
  /** Its value. */
  readonly value: string;
}

/** A claim of a subname. */
export interface NameClaim {
  /** The full name, normalized (ENSIP-15): `alice.demo.eth`. */
  readonly name: string;
  /** Address that the name resolves to. */
  readonly account: Address;
  /** Records to store with it. */
  readonly texts: readonly TextRecord[];
  /** Unix seconds; the service accepts the claim for ten minutes. */
  readonly issuedAt: number;
}

/** Builds the claim's typed data (EIP-712); the account nests it in its own domain (ERC-7739). */
export function claimTypedData({ name, account, texts, issuedAt }: NameClaim): TypedData {
  return {
    domain: { name: "Acct Names", version: "1" },
    types: {
      Claim: [
        { name: "name", type: "string" },
        { name: "account", type: "address" },
        { name: "texts", type: "Text[]" },
        { name: "issuedAt", type: "uint64" },
      ],
      Text: [{ name: "key", type: "string" }, { name: "value", type: "string" }],
    },
    primaryType: "Claim",
    message: {
      name,
      account,
      texts: texts.map(({ key, value }) => ({ key, value })),
      issuedAt: String(issuedAt),
    },
  };
}

/** Returns why a record cannot be stored, or `null`. */
export function textFault({ key, value }: TextRecord): string | null {
  // deno-lint-ignore no-control-regex -- records must not have control or bidirectional characters
  const control = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
  if (key === "" || key.length > MAX_TEXT_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    return `key must be 1 to ${MAX_TEXT_KEY_LENGTH} visible ASCII characters`;
  }
  if (value.length > MAX_TEXT_VALUE_LENGTH) {
    return `value must have at most ${MAX_TEXT_VALUE_LENGTH} characters`;
  }
  return control.test(value) || !value.isWellFormed()
    ? "value must not hold control characters"
    : null;
}
