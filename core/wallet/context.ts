/** Provides what the requests of `LocalWallet` share. @module */
import { type Address, type Hex, hexToBytes, keccak256 } from "viem";
import { type Creation, creationOf, currentCreation } from "../account/creation.ts";
import { IMPLEMENTATION_SLOT, readImplementation, requireKnown } from "../account/code.ts";
import { readHistory } from "../account/owners/history.ts";
import type { Implementation } from "../chain/contracts.ts";
import { AcctError } from "../protocol/errors.ts";
import { type Assertion, checkAssertion, verifyAssertion } from "../passkey/assertion.ts";
import type { Ceremony } from "../passkey/ceremony.ts";
import type { Expected } from "../passkey/expected.ts";
import type { ServiceClient } from "../client/client.ts";
import type { ChainJson } from "../protocol/service/mod.ts";
import type { WaitingRecoveries } from "../client/recoveries.ts";
import { signalUsed } from "./device/passkey_signals.ts";
import type { AccountBook, AccountRecord } from "./device/accounts.ts";
import type { ContactBook } from "./device/contacts.ts";
import type { FeeChoices } from "./device/fee_choices.ts";
import type { RecipientBook } from "./device/recipients.ts";
import type { RemovedBook } from "./device/removed.ts";
import type { TokenBook } from "./device/watched_tokens.ts";
import type { AccountView, AppView, ChainView, UIHandler } from "../dialog/types.ts";

/** The dependencies of a `LocalWallet`. */
export interface WalletContext {
  readonly ui: UIHandler;
  readonly service: ServiceClient;
  /** Reads which recoveries wait, and whether a device gets notices of them. */
  readonly recoveries?: WaitingRecoveries;
  readonly ceremony: Ceremony;
  readonly accounts: AccountBook;
  /** Addresses that this device has sent to. */
  readonly recipients: RecipientBook;
  /** Names that the user gave to addresses. */
  readonly contacts: ContactBook;
  /** Passkeys that were removed and may still work somewhere. */
  readonly removed: RemovedBook;
  /** Returns the site that asked for a permission, or the agent that has it, as this device knows it. */
  readonly holderOf?: (permission: Hex) => string | undefined;
  /** Tokens that the user watches. */
  readonly tokens: TokenBook;
  /** The token of the last fee, per chain. */
  readonly fees: FeeChoices;
  /** The requesting dApp. */
  readonly app: AppView;
  /** Relying party ID of the passkeys. */
  readonly rpId: string;
  /** RP ID of the wallet host that this page continues: its passkeys work here as well. */
  readonly continues?: string;
  /** Origin of the page that runs the ceremonies. */
  readonly origin: string;
  /** The only origin that may frame this page; `null` for none, absent if any may. */
  readonly topOrigin?: string | null;
  /** URL of the wallet's own page; absent where the wallet has none. */
  readonly homeUrl?: string;
  /** Unix milliseconds of this device, which may be far off; a fake in tests. */
  readonly now: () => number;
  /** Monotonic milliseconds, to measure durations; a fake in tests. */
  readonly monotonic: () => number;
}

/** Describes a chain for dialogs; without the service only its id is known. */
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

/** Returns what a passkey's response must match. */
export function expected(
  { origin, rpId: own, topOrigin }: Pick<WalletContext, "origin" | "rpId" | "topOrigin">,
  challenge: Uint8Array,
  /** RP ID of the passkey, if it is not the page's own. */
  other?: string,
): Expected {
  const rpId = other ?? own;
  return { challenge, origin, rpId, ...(topOrigin !== undefined && { topOrigin }) };
}

/** Returns the record of an account, which must be known on this device. */
export function recordOf(context: WalletContext, account: Address): AccountRecord {
  const record = context.accounts.at(account);
  if (record === undefined) throw new AcctError("unauthorized");
  return record;
}

/** Describes an account for dialogs. */
export function accountView(record: AccountRecord): AccountView {
  return { address: record.account.address, name: record.ens ?? record.name };
}

/**
 * Asks the account's passkey to sign a digest and verifies the assertion. Nothing is awaited before
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
 * derived), random bytes. They keep a new passkey from overwriting another.
 */
export function userIdOf(account: Uint8Array = new Uint8Array(20)): Uint8Array {
  return Uint8Array.of(
    USER_ID_VERSION,
    ...account,
    ...crypto.getRandomValues(new Uint8Array(16)),
  );
}

/** Call data of `ownerState()`, whose answer has the hash of each key. */
const OWNER_STATE = "0xaa0589c7";

/**
 * Returns the factory call that makes the passkey an owner on a chain: the account's deployment, or the
 * owner changes that the chain lacks; `null` if it is one already (ERC-6492).
 *
 * @throws {AcctError} `code_unknown` if this code is no version that is known
 */
export async function creationIfMissing(
  context: WalletContext,
  chainId: number,
  { account, ownerIndex, publicKey }: AccountRecord,
  signal: AbortSignal,
): Promise<Creation | null> {
  const { address, owners } = account;
  const version = await readVersion(context, chainId, address, signal);
  if (ownerIndex < owners.length) return version === null ? creationOf(account) : null;
  // A passkey that was added later is an owner only once that change is applied.
  const call = [{ to: address, data: OWNER_STATE }, "latest"];
  const state = await context.service.chain(chainId, "eth_call", call, signal) as Hex;
  if (state.includes(keccak256(publicKey).slice(2))) return null;
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
  // Tells both in one request: a proxy has an implementation, and nothing else can be at its address.
  const params = [account, IMPLEMENTATION_SLOT, "latest"];
  const slot = await context.service.chain(chainId, "eth_getStorageAt", params, signal);
  const implementation = readImplementation(slot);
  if (implementation === null) return null;
  const { name } = await chainView(context, chainId);
  return requireKnown(implementation, { account, chain: name });
}
