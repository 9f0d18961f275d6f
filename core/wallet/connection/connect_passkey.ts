/** Runs the passkey prompt of a connection, and registers new passkeys. @module */
import { bytesToHex } from "viem";
import { accountOf } from "../../account/address.ts";
import { AcctError } from "../../ground/errors.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../ground/limits.ts";
import type { NewPasskey } from "../../passkey/attestation.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { cleanText } from "../../lib/text.ts";
import type { ConnectChoice } from "../../dialog/types.ts";
import { signDigest, used, userIdOf, type WalletContext } from "../context/context.ts";
import { makePasskey } from "../context/new_passkey.ts";
import { askAnyPasskey, type UnknownPasskey } from "./find_account.ts";

/** Called while a passkey is created. */
export interface CreationEvents {
  /** Called before the prompt: no passkey is available, or the user requested another account. */
  onCreate(): void;
  /** Called with the new passkey, before the service stores it. */
  onCreated(record: AccountRecord): void;
}

/** Runs the passkey prompt of a choice. */
export function choose(
  context: WalletContext,
  choice: ConnectChoice,
  signal: AbortSignal,
  events: CreationEvents,
): Promise<AccountRecord | UnknownPasskey> {
  switch (choice.kind) {
    case "immediate":
      return askImmediately(context, choice.name, signal, events);
    case "create":
      return create(context, choice.name, signal, events);
    case "existing":
      return askAnyPasskey(context, signal, otherHost(context, choice.continued));
    case "continue":
      return resume(context, knownRecord(context, choice.credentialId), signal);
  }
}

/** Returns the RP ID of the host that this page continues, for its passkeys. */
function otherHost({ continues }: WalletContext, continued = false): { readonly rpId?: string } {
  return continued && continues !== undefined ? { rpId: continues } : {};
}

/**
 * Prompts for an available passkey, preferring the page's own over one of the host that it
 * continues. Creates one in the same click if none exists.
 */
async function askImmediately(
  context: WalletContext,
  name: string,
  signal: AbortSignal,
  events: CreationEvents,
): Promise<AccountRecord | UnknownPasskey> {
  let asked = false;
  for (const continued of context.continues === undefined ? [false] : [false, true]) {
    try {
      return await askAnyPasskey(context, signal, {
        immediate: true,
        onAnswer: () => asked = true,
        ...otherHost(context, continued),
      });
    } catch (error) {
      // A passkey without an account is a different failure.
      const none = !asked && error instanceof AcctError && error.data.cause === "passkey_unknown";
      if (!none || signal.aborted) throw error;
    }
  }
  return await create(context, name, signal, events);
}

/** Creates a passkey and derives its account. A passkey that is created late is stored for the next attempt. */
async function create(
  context: WalletContext,
  wanted: string,
  signal: AbortSignal,
  events: CreationEvents,
): Promise<AccountRecord> {
  const name = cleanText(wanted, MAX_ACCOUNT_NAME_LENGTH) || "My account";
  const keep = (passkey: NewPasskey) =>
    used(context, {
      credentialId: passkey.credentialId,
      publicKey: passkey.publicKey,
      account: accountOf(passkey.publicKey),
      ownerIndex: 0,
      name,
      lastUsed: 0,
      registered: false,
      backedUp: passkey.backedUp,
      aaguid: passkey.aaguid,
    });
  events.onCreate();
  const passkey = await makePasskey(context, { userId: userIdOf(), name, onLate: keep }, signal);
  const record = keep(passkey);
  events.onCreated(record);
  return record;
}

/** Prompts for the passkey of a known account. */
async function resume(
  context: WalletContext,
  record: AccountRecord,
  signal: AbortSignal,
): Promise<AccountRecord> {
  const challenge = random(32);
  await signDigest(context, record, bytesToHex(challenge), signal);
  return used(context, record);
}

/** Registers a passkey with the service, unless it is registered. */
export async function register(
  context: WalletContext,
  record: AccountRecord,
  signal?: AbortSignal,
): Promise<void> {
  if (record.registered) return;
  const { credentialId, publicKey, account } = record;
  await context.service.call("acct_putCredential", { credentialId, publicKey, account }, signal);
  const current = context.accounts.of(credentialId) ?? record;
  context.accounts.put({ ...current, registered: true });
}

/** Returns the record of a passkey that is stored on this device. */
export function knownRecord(context: WalletContext, credentialId: string): AccountRecord {
  const record = context.accounts.of(credentialId);
  if (record === undefined) throw new AcctError("passkey_unknown");
  return record;
}

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
