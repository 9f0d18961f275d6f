/** Stores the secrets that the passkeys of this device have yielded. @module */
import { fromBase64Url, toBase64Url } from "../../core/lib/base64url.ts";
import type { Storage } from "../../core/lib/storage.ts";
import { storedList } from "../../core/wallet/device/stored_list.ts";
import { SECRETS_KEY } from "./secrets_key.ts";

/** A passkey with its secret. */
export interface PasskeySecret {
  /** Credential id of the passkey, base64url. */
  readonly credentialId: string;
  /** 32 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** Store of the secrets. */
export interface SecretBook {
  /** Lists all secrets. */
  list(): readonly PasskeySecret[];
  /** Adds or replaces one. */
  put(secret: PasskeySecret): void;
  /** Removes one. */
  forget(credentialId: string): void;
}

const MAX_SECRETS = 50;

/** Opens the secrets in a storage. */
export function secretBook(storage: Storage, key = SECRETS_KEY): SecretBook {
  const list = storedList(storage, key, (entries) => entries.flatMap(readEntry));
  const write = (secrets: readonly PasskeySecret[]) => {
    const entries = secrets.slice(0, MAX_SECRETS)
      .map(({ credentialId, secret }) => [credentialId, toBase64Url(secret)]);
    storage.set(key, entries.length === 0 ? null : JSON.stringify(entries));
  };
  const others = (credentialId: string) =>
    list().filter((each) => each.credentialId !== credentialId);
  return {
    list,
    put: (secret) => write([secret, ...others(secret.credentialId)]),
    forget: (credentialId) => write(others(credentialId)),
  };
}

function readEntry(entry: unknown): PasskeySecret[] {
  const [credentialId, text] = Array.isArray(entry) ? entry : [];
  const secret = typeof text === "string" ? fromBase64Url(text) : null;
  return typeof credentialId === "string" && secret?.length === 32
    ? [{ credentialId, secret }]
    : [];
}
