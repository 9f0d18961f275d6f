/** What the parts of `LocalWallet` share. @module */
import { type Address, type Hex, hexToBytes } from "viem";
import { creationOf } from "../account/owners.ts";
import { AcctError } from "../protocol/errors.ts";
import { type Assertion, checkAssertion, verifyAssertion } from "../passkey/assertion.ts";
import type { Ceremony } from "../passkey/ceremony.ts";
import type { Expected } from "../passkey/expected.ts";
import type { ServiceClient } from "../client/client.ts";
import type { ChainJson } from "../protocol/service/mod.ts";
import type { Watch } from "../client/watch.ts";
import type { AccountBook, AccountRecord } from "./device/accounts.ts";
import type { FeeChoices } from "./device/fee_choices.ts";
import type { RecipientBook } from "./device/recipients.ts";
import type { AccountView, AppView, ChainView, ErrorView, UIHandler } from "../dialog/request.ts";

/** What a `LocalWallet` stands on. */
export interface WalletContext {
  /** Shows the dialogs. */
  readonly ui: UIHandler;
  /** The service. */
  readonly service: ServiceClient;
  /** Hears of changes while a question is open; without it quotes are renewed by the clock alone. */
  readonly watch?: Watch;
  /** The passkey ceremonies. */
  readonly ceremony: Ceremony;
  /** The accounts of this device. */
  readonly accounts: AccountBook;
  /** Whom this device has sent to. */
  readonly recipients: RecipientBook;
  /** In what fees were last paid here. */
  readonly fees: FeeChoices;
  /** The page that asks. */
  readonly app: AppView;
  /** RP ID of the passkeys. */
  readonly rpId: string;
  /** Origin of the page that runs the ceremonies. */
  readonly origin: string;
  /** The only page that may hold this one in a frame; `null` for none, absent if it does not matter. */
  readonly topOrigin?: string | null;
  /** Unix milliseconds of this device, which may be far off; a double in tests. */
  readonly now: () => number;
  /** Milliseconds that only ever grow, to measure how long something takes; a double in tests. */
  readonly monotonic: () => number;
}

/** The chain as dialogs name it; a service that cannot be reached leaves the bare number. */
export async function chainView(context: WalletContext, id: number): Promise<ChainView> {
  let chains: readonly ChainJson[];
  try {
    chains = (await context.service.configuration()).chains;
  } catch {
    return {
      id,
      name: `Chain ${id}`,
      testnet: false,
      nativeCurrency: { name: "Native currency", symbol: "?", decimals: 18 },
    };
  }
  const chain = chains.find((candidate) => candidate.id === id);
  if (chain === undefined) throw new AcctError("chain_unknown", { detail: `(chain ${id})` });
  return { id, name: chain.name, testnet: chain.testnet, nativeCurrency: chain.nativeCurrency };
}

/** What an answer of a passkey must match. */
export function expected(
  { origin, rpId, topOrigin }: WalletContext,
  challenge: Uint8Array,
): Expected {
  return { challenge, origin, rpId, ...(topOrigin !== undefined && { topOrigin }) };
}

/** The record of an account, which must be known on this device. */
export function recordOf(context: WalletContext, account: Address): AccountRecord {
  const record = context.accounts.at(account);
  if (record === undefined) throw new AcctError("unauthorized");
  return record;
}

/** An account as dialogs name it. */
export function accountView(record: AccountRecord): AccountView {
  return { address: record.account.address, name: record.ens ?? record.name };
}

/**
 * Asks the account's passkey to sign a digest, and checks what comes back. Nothing is awaited before
 * the browser is called.
 *
 * @throws {AcctError} `wrong_passkey` if another passkey answered
 */
export async function signDigest(
  context: WalletContext,
  record: AccountRecord,
  digest: Hex,
  signal: AbortSignal,
): Promise<Assertion> {
  const challenge = hexToBytes(digest);
  const given = await context.ceremony.get(
    { rpId: context.rpId, challenge, credentialIds: [record.credentialId] },
    signal,
  );
  const assertion = checkAssertion(given, expected(context, challenge));
  const own = assertion.credentialId === record.credentialId &&
    await verifyAssertion(assertion, record.publicKey);
  if (!own) throw new AcctError("wrong_passkey");
  used(context, { ...record, backedUp: assertion.backedUp });
  return assertion;
}

/** Notes that an account was used just now. */
export function used(context: WalletContext, record: AccountRecord): AccountRecord {
  const next = { ...record, lastUsed: Math.floor(context.now() / 1000) };
  context.accounts.put(next);
  return next;
}

/** Version of the layout of `user.id`. */
export const USER_ID_VERSION = 1;

/**
 * A new `user.id`: version, the account's address (zero for its first passkey, which the address
 * follows from), random bytes. A new passkey never overwrites another.
 */
export function userIdOf(account: Uint8Array = new Uint8Array(20)): Uint8Array {
  return Uint8Array.of(
    USER_ID_VERSION,
    ...account,
    ...crypto.getRandomValues(new Uint8Array(16)),
  );
}

/** What would deploy an account, for a signature that has to be checked before; `null` if it is. */
export type Creation = ReturnType<typeof creationOf> | null;

/** Looks whether an account has code on a chain, and what would give it its code and its owners. */
export async function creationIfMissing(
  context: WalletContext,
  chainId: number,
  { account, ownerIndex }: AccountRecord,
  signal: AbortSignal,
): Promise<Creation> {
  const { address, owners } = account;
  const code = await context.service.chain(chainId, "eth_getCode", [address, "latest"], signal);
  if (typeof code !== "string") throw new AcctError("chain_down");
  if (code !== "0x") return null;
  if (ownerIndex < owners.length) return creationOf(account, []);
  // A passkey that was added later is an owner only together with the change that added it.
  const { changes } = await context.service.call("acct_getOwners", { account }, signal);
  return creationOf(account, changes);
}

/** An error as previews carry it. */
export function errorView(error: unknown): ErrorView {
  const known = error instanceof AcctError ? error : new AcctError("internal", { cause: error });
  return { cause: known.data.cause, message: known.message };
}
