/**
 * Finds the account of a passkey that this device does not know: in the service's registry, or else
 * from two uses of the passkey and the chains.
 *
 * @module
 */
import { type Address, bytesToHex, isAddressEqual, zeroAddress } from "viem";
import { accountOf, derivedAddress, isDerived } from "../../account/address.ts";
import { ownerIndexOf, ownersAfter } from "../../account/owners.ts";
import { AcctError } from "../../protocol/errors.ts";
import { type Assertion, checkAssertion, verifyAssertion } from "../../passkey/assertion.ts";
import type { AccountJson } from "../../protocol/service/mod.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { expected, used, USER_ID_VERSION, type WalletContext } from "../context.ts";

/** A passkey without a registry entry, after its first use. */
export interface UnknownPasskey {
  /** The first assertion. */
  readonly assertion: Assertion;
  /** The account that it was created for; `null` for the one derived from it. */
  readonly madeFor: Address | null;
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
): Promise<AccountRecord | UnknownPasskey> {
  const { rpId } = context;
  const challenge = random();
  const response = await context.ceremony.get({ rpId, challenge }, signal);
  const assertion = checkAssertion(response, expected(context, challenge));
  const local = context.accounts.of(assertion.credentialId);
  if (local !== undefined && await verifyAssertion(assertion, local.publicKey)) {
    return used(context, { ...local, backedUp: assertion.backedUp });
  }
  // Several keys may be registered for an id; only the one that made this assertion counts.
  const { keys } = await context.service.call("acct_getCredential", {
    credentialId: assertion.credentialId,
  }, signal);
  for (const { publicKey, account, changes = [] } of keys.slice(0, 64)) {
    if (!isDerived(account)) continue;
    // The current owners follow from their signed changes, not from the service's word.
    const owners = await ownersAfter(account, changes).catch(() => []);
    const ownerIndex = ownerIndexOf(owners, publicKey);
    if (!await verifyAssertion(assertion, publicKey).catch(() => false)) continue;
    if (ownerIndex >= 0) {
      return used(context, newRecord(assertion, publicKey, account, ownerIndex, true));
    }
    // The passkey was removed; a chain that has not applied the removal yet does not count.
    if (owners.length > 0 && changes.length > 0) throw new AcctError("passkey_unknown");
  }
  const madeFor = readUserId(response.userHandle);
  if (madeFor === null) throw new AcctError("passkey_unknown");
  return { assertion, madeFor: isAddressEqual(madeFor, zeroAddress) ? null : madeFor };
}

/**
 * Prompts for the same passkey once more: its key is recovered from two uses, and its account found
 * on the chains. Only the account that the passkey was created for is accepted, since an attacker
 * can add any key to an account of their own and wait for its deposits.
 *
 * @throws {AcctError} `passkey_unknown` if it owns that account on no chain, `chain_down` if none
 * could be reached
 */
export async function findByChains(
  context: WalletContext,
  { assertion, madeFor }: UnknownPasskey,
  signal: AbortSignal,
): Promise<AccountRecord> {
  const { rpId } = context;
  const challenge = random();
  const { credentialId } = assertion;
  const response = await context.ceremony.get(
    { rpId, challenge, credentialIds: [credentialId] },
    signal,
  );
  const second = checkAssertion(response, expected(context, challenge));
  const [{ recoverKey }, { accountsOfKey }, { changesOnChain }] = await Promise.all([
    import("../../passkey/recover_key.ts"),
    import("../../account/find.ts"),
    import("../../account/chain_changes.ts"),
  ]);
  const publicKey = await recoverKey(assertion, second);
  const own = accountOf(publicKey);
  const { chains } = await context.service.configuration(signal);
  const looks = await Promise.allSettled(chains.map(async ({ id }) => {
    const read = (method: string, params: readonly unknown[]) =>
      context.service.chain(id, method, params, signal);
    const [found] = await accountsOfKey(read, publicKey, madeFor ?? own.address);
    return found === undefined ? null : { found, read };
  }));
  const answers = looks.flatMap((look) => look.status === "fulfilled" ? [look.value] : []);
  // The chain that applied the most owner changes is the most recent.
  const [best] = answers.filter((answer) => answer !== null)
    .sort((a, b) => b.found.sequence - a.found.sequence);
  if (best === undefined) {
    const failed = looks.find((look) => look.status === "rejected");
    if (answers.length === 0 && failed !== undefined) throw failed.reason;
    // On no chain yet: the account derived from the key.
    if (madeFor === null) return used(context, newRecord(second, publicKey, own, 0, false));
    if (failed !== undefined) throw failed.reason;
    throw new AcctError("passkey_unknown");
  }
  const { account, ownerIndex } = best.found;
  if (ownerIndex < 0) throw new AcctError("passkey_unknown");
  // A registry without the passkey also lacks the owner changes.
  if (best.found.sequence > 0) {
    void (async () => {
      for (const change of await changesOnChain(best.read, account)) {
        await context.service.call("acct_putOwnerChange", { account, change });
      }
    })().catch(() => {});
  }
  return used(context, newRecord(second, publicKey, account, ownerIndex, false));
}

function newRecord(
  { credentialId, backedUp }: Assertion,
  publicKey: AccountRecord["publicKey"],
  account: AccountJson,
  ownerIndex: number,
  registered: boolean,
): AccountRecord {
  // Stores the derived spelling; the service may use another case.
  const address = derivedAddress(account);
  return {
    credentialId,
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
