/**
 * Finds the account of a passkey that is not stored on this device: in the service's registry, or
 * otherwise from two uses of the passkey and the chains.
 *
 * @module
 */
import { type Address, bytesToHex, type Hex, isAddressEqual, zeroAddress } from "viem";
import { accountOf, derivedAddress, isDerived } from "../../account/address.ts";
import { readHistory, tipOf, wordsOf } from "../../account/owners/history.ts";
import { indexOfOwner } from "../../account/owners/key.ts";
import { lazy } from "../../client/lazy.ts";
import { AcctError } from "../../ground/errors.ts";
import { type Assertion, checkAssertion, verifyAssertion } from "../../passkey/assertion.ts";
import type { AccountJson } from "../../wire/values.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { expected, used, USER_ID_VERSION, type WalletContext } from "../context/context.ts";

/** Code that finds an account with the chains; few users need it. */
const chainSearch = lazy(() => import("./search_chains.ts"));

/** A passkey without a registry entry, after its first use. */
export interface UnknownPasskey {
  /** The first assertion. */
  readonly assertion: Assertion;
  /** The account that it was created for; `null` for the one derived from it. */
  readonly madeFor: Address | null;
  /** RP ID of the passkey, if it is not the page's own. */
  readonly rpId?: string;
}

/** Returns true if the passkey's account was not found. */
export function isUnknown(found: object): found is UnknownPasskey {
  return "madeFor" in found;
}

/**
 * Prompts for any passkey of this site and finds its account.
 *
 * @throws {AcctError} `passkey_unknown` if the passkey was not created by this wallet
 */
export async function askAnyPasskey(
  context: WalletContext,
  signal: AbortSignal,
  { immediate, rpId, onAnswer }: {
    /** True to use only a passkey that is available without further steps. */
    readonly immediate?: boolean;
    /** RP ID of the host that this page continues. Default: the page's own. */
    readonly rpId?: string;
    /** Called once a passkey has answered. */
    readonly onAnswer?: () => void;
  } = {},
): Promise<AccountRecord | UnknownPasskey> {
  const challenge = random();
  const response = await context.ceremony.get(
    { rpId: rpId ?? context.rpId, challenge, ...(immediate && { immediate }) },
    signal,
  );
  onAnswer?.();
  const assertion = checkAssertion(response, expected(context, challenge, rpId));
  const recordOf = (
    publicKey: Hex,
    account: AccountJson,
    ownerIndex: number,
    registered: boolean,
  ) => newRecord(assertion, { publicKey, account, ownerIndex, registered, rpId });
  const local = context.accounts.of(assertion.credentialId);
  if (local !== undefined && await verifyAssertion(assertion, local.publicKey)) {
    // Its RP ID belongs to the passkey that signed, regardless of the record.
    const { rpId: _, ...rest } = local;
    return used(context, {
      ...rest,
      ...(rpId !== undefined && { rpId }),
      backedUp: assertion.backedUp,
    });
  }
  // Several keys may be registered for an id; only the key that made this assertion counts.
  const { keys } = await context.service.call("acct_getCredential", {
    credentialId: assertion.credentialId,
  }, signal);
  for (const { publicKey, account, changes = [] } of keys.slice(0, 64)) {
    if (!isDerived(account)) continue;
    if (!await verifyAssertion(assertion, publicKey).catch(() => false)) continue;
    // The current owners are computed from their signed changes; the service's claim is not used.
    const history = await readHistory(account, changes).catch(() => null);
    if (history === null) continue;
    const tip = tipOf(history, publicKey);
    if (tip !== null) {
      const ownerIndex = indexOfOwner(wordsOf(tip), publicKey);
      return used(context, recordOf(publicKey, account, ownerIndex, true));
    }
    // The passkey was removed here. It may own the account on a chain that has other owners.
    const { findOnChains } = await chainSearch.load(signal);
    const found = await findOnChains(context, { publicKey, only: account.address }, signal);
    if (found === null) throw new AcctError("passkey_unknown");
    return used(context, recordOf(publicKey, account, found.ownerIndex, false));
  }
  const madeFor = readUserId(response.userHandle);
  if (madeFor === null) throw new AcctError("passkey_unknown");
  return {
    assertion,
    madeFor: isAddressEqual(madeFor, zeroAddress) ? null : madeFor,
    ...(rpId !== undefined && { rpId }),
  };
}

/**
 * Prompts for the same passkey again: its key is recovered from two uses, and its account is found
 * on the chains. Only the account that the passkey was created for is accepted, because an attacker
 * can add any key to an own account and wait for deposits.
 *
 * @throws {AcctError} `passkey_unknown` if the passkey does not own that account on any chain,
 * `chain_down` if no chain could be reached
 */
export async function findByChains(
  context: WalletContext,
  { assertion, madeFor, rpId }: UnknownPasskey,
  signal: AbortSignal,
): Promise<AccountRecord> {
  const challenge = random();
  const { credentialId } = assertion;
  const response = await context.ceremony.get(
    { rpId: rpId ?? context.rpId, challenge, credentialIds: [credentialId] },
    signal,
  );
  const second = checkAssertion(response, expected(context, challenge, rpId));
  const { findOnChains, recoverKey } = await chainSearch.load(signal);
  const publicKey = await recoverKey(assertion, second);
  const own = accountOf(publicKey);
  const found = await findOnChains(context, { publicKey, only: madeFor ?? own.address }, signal);
  const recordOf = (account: AccountJson, ownerIndex: number) =>
    newRecord(second, { publicKey, account, ownerIndex, registered: false, rpId });
  if (found !== null) return used(context, recordOf(found.account, found.ownerIndex));
  // On no chain yet: the account derived from the key.
  if (madeFor === null) return used(context, recordOf(own, 0));
  throw new AcctError("passkey_unknown");
}

function newRecord(
  { credentialId, backedUp }: Assertion,
  { publicKey, account, ownerIndex, registered, rpId }: {
    readonly publicKey: Hex;
    readonly account: AccountJson;
    readonly ownerIndex: number;
    readonly registered: boolean;
    readonly rpId: string | undefined;
  },
): AccountRecord {
  // Stores the derived spelling, because the service may use another case.
  const address = derivedAddress(account);
  return {
    credentialId,
    ...(rpId !== undefined && { rpId }),
    publicKey,
    account: { ...account, address },
    ownerIndex,
    name: `${address.slice(0, 6)}…${address.slice(-4)}`,
    lastUsed: 0,
    registered,
    backedUp,
  };
}

/** Reads the account in a passkey's `user.id`; `null` if another site created the passkey. */
function readUserId(userId: Uint8Array | null): Address | null {
  if (userId === null || userId.length !== 37 || userId[0] !== USER_ID_VERSION) return null;
  return bytesToHex(userId.subarray(1, 21));
}

function random(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}
