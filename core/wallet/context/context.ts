/** Provides the shared dependencies of `LocalWallet` requests. @module */
import { type Address, type Hex, hexToBytes } from "viem";
import { type Creation, creationOf, currentCreation } from "../../account/owners/creation.ts";
import { passkeySignature } from "../../account/signature.ts";
import type { Storage } from "../../lib/storage.ts";
import type { ToSign } from "../../account/to_sign.ts";
import { IMPLEMENTATION_SLOT, readImplementation, requireKnown } from "../../account/code.ts";
import { readHistory } from "../../account/owners/history.ts";
import { ownerWord } from "../../account/owners/key.ts";
import type { Implementation } from "../../chain/contracts.ts";
import { AcctError } from "../../ground/errors.ts";
import { type Assertion, checkAssertion, verifyAssertion } from "../../passkey/assertion.ts";
import type { Ceremony } from "../../passkey/browser/ceremony.ts";
import type { Expected } from "../../passkey/expected.ts";
import type { ServiceClient } from "../../client/client.ts";
import type { ChainJson } from "../../wire/values.ts";
import type { WaitingRecoveries } from "../../client/recoveries.ts";
import { signalUsed } from "../device/passkey_signals.ts";
import type { AccountBook, AccountRecord } from "../device/accounts.ts";
import type { ContactBook } from "../device/contacts.ts";
import type { FeeChoices } from "../device/fee_choices.ts";
import type { RecipientBook } from "../device/recipients.ts";
import type { RemovedBook } from "../device/removed.ts";
import type { TokenBook } from "../device/watched_tokens.ts";
import type { AccountView, AppView, ChainView, UIHandler } from "../../dialog/types.ts";

/** An owner of an account that signs outside of the wallet. */
export interface ExternalOwner {
  /** Its account. */
  readonly record: AccountRecord;
  /** Adds the account to the accounts of this device, without storing it. */
  addTo(book: AccountBook): AccountBook;
  /** Signs; returns the signature as the account contract reads it. */
  sign(data: ToSign, signal: AbortSignal): Promise<Hex>;
}

/** The dependencies of a `LocalWallet`. */
export interface WalletContext {
  readonly ui: UIHandler;
  readonly service: ServiceClient;
  /** Returns the waiting recoveries, and whether a device receives notices of them. */
  readonly recoveries?: WaitingRecoveries;
  readonly ceremony: Ceremony;
  /** The signer that the app named as the owner, instead of a passkey. */
  readonly owner?: ExternalOwner;
  readonly accounts: AccountBook;
  /** Storage of this device, for settings that are read rarely. */
  readonly storage: Storage;
  /** Addresses that this device has sent to. */
  readonly recipients: RecipientBook;
  /** Names that the user gave to addresses. */
  readonly contacts: ContactBook;
  /** Passkeys that were removed and may still be valid on some network. */
  readonly removed: RemovedBook;
  /**
   * Returns the site that requested a permission, or the agent that has it, from this device's
   * records.
   */
  readonly holderOf?: (permission: Hex) => Promise<string | undefined>;
  /** Tokens that the user watches. */
  readonly tokens: TokenBook;
  /** The token of the last fee, per chain. */
  readonly fees: FeeChoices;
  /** The requesting dApp. */
  readonly app: AppView;
  /** Relying party ID of the passkeys. */
  readonly rpId: string;
  /** RP ID of the wallet host that this page continues: its passkeys also work here. */
  readonly continues?: string;
  /** Origin of the page that runs the ceremonies. */
  readonly origin: string;
  /** The only origin that may frame this page; `null` for none, absent if any may. */
  readonly topOrigin?: string | null;
  /** URL of the wallet home; absent if the wallet has none. */
  readonly homeUrl?: string;
  /** The device's clock in Unix milliseconds, which may be far off; a fake in tests. */
  readonly now: () => number;
  /** Monotonic milliseconds, to measure durations; a fake in tests. */
  readonly monotonic: () => number;
}

/** Describes a chain for dialogs; if the service is unreachable, only its id is known. */
export async function chainView(
  context: Pick<WalletContext, "service">,
  id: number,
): Promise<ChainView> {
  let chains: readonly ChainJson[];
  try {
    chains = (await context.service.configuration()).chains;
  } catch {
    return {
      id,
      name: `Chain ${id}`,
      testnet: false,
      nativeCurrency: { name: "Native currency", symbol: "coins", decimals: 18 },
    };
  }
  const chain = chains.find((candidate) => candidate.id === id);
  if (chain === undefined) throw new AcctError("chain_unknown", { detail: `(chain ${id})` });
  return { id, name: chain.name, testnet: chain.testnet, nativeCurrency: chain.nativeCurrency };
}

/** Returns the values that a passkey's response must match. */
export function expected(
  { origin, rpId: own, topOrigin }: Pick<WalletContext, "origin" | "rpId" | "topOrigin">,
  challenge: Uint8Array,
  /** RP ID of the passkey, if it is not the page's own. */
  other?: string,
): Expected {
  const rpId = other ?? own;
  return { challenge, origin, rpId, ...(topOrigin !== undefined && { topOrigin }) };
}

/** Returns the record of an account, which must exist on this device. */
export function recordOf(context: WalletContext, account: Address): AccountRecord {
  const record = context.accounts.at(account);
  if (record === undefined) throw new AcctError("unauthorized");
  return record;
}

/** Describes an account for dialogs. */
export function accountView(record: AccountRecord): AccountView {
  const { account, credentialId, publicKey } = record;
  return {
    address: account.address,
    name: record.ens ?? record.name,
    // A signer of the app has no credential.
    ...(credentialId === publicKey && { external: true }),
  };
}

/**
 * Signs as the owner of an account: with its passkey, or the signer that the app named. Nothing is
 * awaited before the passkey's prompt.
 *
 * @returns the signature as the account contract reads it
 * @throws {AcctError} `wrong_passkey` if another passkey signed
 */
export async function signAsOwner(
  context: WalletContext,
  record: AccountRecord,
  data: ToSign,
  signal: AbortSignal,
): Promise<Hex> {
  if (context.owner?.record.credentialId === record.credentialId) {
    return await context.owner.sign(data, signal);
  }
  return passkeySignature(record, await signDigest(context, record, data.digest, signal));
}

/**
 * Prompts for the account's passkey over a digest and verifies the assertion. Nothing is awaited before
 * the browser is called.
 *
 * @throws {AcctError} `wrong_passkey` if another passkey signed
 */
export async function signDigest(
  context: WalletContext,
  record: AccountRecord,
  digest: Hex,
  signal: AbortSignal,
): Promise<Assertion> {
  const challenge = hexToBytes(digest);
  const response = await context.ceremony.get(
    { rpId: record.rpId ?? context.rpId, challenge, credentialIds: [record.credentialId] },
    signal,
  );
  const assertion = checkAssertion(response, expected(context, challenge, record.rpId));
  const own = assertion.credentialId === record.credentialId &&
    await verifyAssertion(assertion, record.publicKey);
  if (!own) throw new AcctError("wrong_passkey");
  used(context, { ...record, backedUp: assertion.backedUp });
  signalUsed(context, record, response.userHandle);
  return assertion;
}

/** Records that an account was used just now. */
export function used(context: WalletContext, record: AccountRecord): AccountRecord {
  const next = { ...record, lastUsed: Math.floor(context.now() / 1000) };
  context.accounts.put(next);
  return next;
}

/** Layout version of `user.id`. */
export const USER_ID_VERSION = 1;

/**
 * Creates a `user.id`: version, the account's address (zero for its first passkey, from which it is
 * derived), random bytes. The random bytes prevent a new passkey from overwriting another.
 */
export function userIdOf(account: Uint8Array = new Uint8Array(20)): Uint8Array {
  return Uint8Array.of(
    USER_ID_VERSION,
    ...account,
    ...crypto.getRandomValues(new Uint8Array(16)),
  );
}

/** Call data of `ownerState()`, which returns the hash of each key. */
const OWNER_STATE = "0xaa0589c7";

/** Returns true if a signer of the app owns the account, instead of a passkey. */
export function isExternal({ owner }: WalletContext, { publicKey }: AccountRecord): boolean {
  return owner?.record.publicKey === publicKey;
}

/**
 * Returns the factory call that makes the passkey an owner on a chain: the account's deployment, or
 * the owner changes that the chain lacks; `null` if it is one already (ERC-6492).
 *
 * @throws {AcctError} `code_unknown` if the code is not a known version
 */
export async function creationIfMissing(
  context: WalletContext,
  chainId: number,
  record: AccountRecord,
  signal: AbortSignal,
): Promise<Creation | null> {
  const { account, ownerIndex, publicKey } = record;
  const { address, owners } = account;
  const version = await readVersion(context, chainId, address, signal);
  const isFirst = ownerIndex < owners.length;
  if (isFirst && version === null) return creationOf(account);
  const external = isExternal(context, record);
  if (isFirst && !external) return null;
  // A passkey that was added later is an owner only after that change is applied.
  const call = [{ to: address, data: OWNER_STATE }, "latest"];
  const state = await context.service.chain(chainId, "eth_call", call, signal) as Hex;
  if (state.includes(ownerWord(publicKey).slice(2))) return null;
  // The app names a signer that was removed from its account.
  if (external) throw new AcctError("unauthorized", { field: "preference.owner" });
  const { changes, chains } = await context.service.call("acct_getOwners", { account }, signal);
  const here = chains.find((chain) => chain.deployed && Number(chain.chainId) === chainId);
  return currentCreation(await readHistory(account, changes), here);
}

/**
 * Reads the version of the code that an account runs; `null` before it is deployed.
 *
 * @throws {AcctError} `code_unknown` if it runs no known version
 */
export async function readVersion(
  context: Pick<WalletContext, "service">,
  chainId: number,
  account: Address,
  signal: AbortSignal,
): Promise<Implementation | null> {
  // Both cases need one request: a proxy has an implementation, and no other contract can have its
  // address.
  const params = [account, IMPLEMENTATION_SLOT, "latest"];
  const slot = await context.service.chain(chainId, "eth_getStorageAt", params, signal);
  const implementation = readImplementation(slot);
  if (implementation === null) return null;
  const { name } = await chainView(context, chainId);
  return requireKnown(implementation, { account, chain: name });
}
