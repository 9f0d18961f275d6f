/** Stores the recovery that this device waits for, so that it continues after a reload. @module */
import { type Hex, isHex } from "viem";
import { isDerived } from "../../core/account/address.ts";
import { readJson } from "../../core/lib/json.ts";
import type { Storage } from "../../core/lib/storage.ts";
import { isAccount } from "../../core/wire/account_json.ts";
import type { AccountJson } from "../../core/wire/values.ts";

/** A new passkey that a friend has not yet made the owner. */
export interface Regaining {
  readonly account: AccountJson;
  /** Name of the account on this device, and of its owner in the link. */
  readonly name: string;
  /** Credential id of the passkey, base64url. */
  readonly credentialId: string;
  /** Public key of the passkey, x‖y, 64 bytes. */
  readonly publicKey: Hex;
  readonly backedUp: boolean;
  readonly aaguid: Hex;
  /** Hashes of recoveries to the passkey that waited. */
  readonly started: readonly Hex[];
}

const KEY = "acct.regaining.1";

/** Returns the recovery that this device waits for; `null` if there is none. */
export function regaining(storage: Storage): Regaining | null {
  return readJson(storage, KEY, isRegaining) ?? null;
}

/** Stores the recovery that this device waits for; `null` removes it. */
export function keepRegaining(storage: Storage, state: Regaining | null): void {
  storage.set(KEY, state === null ? null : JSON.stringify(state));
}

function isRegaining(value: unknown): value is Regaining {
  const state = value as Regaining | null;
  return typeof state === "object" && state !== null && isAccount(state.account) &&
    isDerived(state.account) && typeof state.name === "string" &&
    typeof state.credentialId === "string" && /^[\w-]+$/.test(state.credentialId) &&
    isHex(state.publicKey) && state.publicKey.length === 130 &&
    typeof state.backedUp === "boolean" && isHex(state.aaguid) &&
    Array.isArray(state.started) && state.started.every((id) => isHex(id));
}
