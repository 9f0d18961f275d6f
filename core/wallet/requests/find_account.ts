/**
 * The account of a passkey that this device does not know: from the service's registry, or, where that
 * knows nothing, from two uses of the passkey and the chains.
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

/** A passkey that the registry does not know, after its first use. */
export interface UnknownPasskey {
  /** What it signed. */
  readonly assertion: Assertion;
  /** The account that it was made for; `null`: its own. */
  readonly madeFor: Address | null;
}

/** Whether there was a passkey, and no account for it yet. */
export function isUnknown(found: object): found is UnknownPasskey {
  return "madeFor" in found;
}

/**
 * Asks for any passkey of this site and for its account.
 *
 * @throws {AcctError} `passkey_unknown` if the passkey was not made by this wallet
 */
export async function askAnyPasskey(
  context: WalletContext,
  signal: AbortSignal,
): Promise<AccountRecord | UnknownPasskey> {
  const { rpId } = context;
  const challenge = random();
  const given = await context.ceremony.get({ rpId, challenge }, signal);
  const assertion = checkAssertion(given, expected(context, challenge));
  const here = context.accounts.of(assertion.credentialId);
  if (here !== undefined && await verifyAssertion(assertion, here.publicKey)) {
    return used(context, { ...here, backedUp: assertion.backedUp });
  }
  // Several keys may be stored for an id; only the one that made this assertion counts.
  const { keys } = await context.service.call("acct_getCredential", {
    credentialId: assertion.credentialId,
  }, signal);
  for (const { publicKey, account, changes = [] } of keys.slice(0, 64)) {
    if (!isDerived(account)) continue;
    // Who the owners are by now follows from what they signed, not from what the service says.
    const owners = await ownersAfter(account, changes).catch(() => []);
    const ownerIndex = ownerIndexOf(owners, publicKey);
    if (!await verifyAssertion(assertion, publicKey).catch(() => false)) continue;
    if (ownerIndex >= 0) {
      return used(context, newRecord(assertion, publicKey, account, ownerIndex, true));
    }
    // An owner removed it: no chain that has not heard of it yet is asked for another answer.
    if (owners.length > 0 && changes.length > 0) throw new AcctError("passkey_unknown");
  }
  const madeFor = readUserId(given.userHandle);
  if (madeFor === null) throw new AcctError("passkey_unknown");
  return { assertion, madeFor: isAddressEqual(madeFor, zeroAddress) ? null : madeFor };
}

/**
 * Asks for the same passkey once more: two uses give its key, and the chains say whose it is. Only the
 * account that the passkey was made for is taken: anybody can make a key an owner of an account of
 * theirs, and wait for its deposits.
 *
 * @throws {AcctError} `passkey_unknown` if no chain knows it as an owner of that account,
 * `chain_down` if none could be asked
 */
export async function findByChains(
  context: WalletContext,
  { assertion, madeFor }: UnknownPasskey,
  signal: AbortSignal,
): Promise<AccountRecord> {
  const { rpId } = context;
  const challenge = random();
  const { credentialId } = assertion;
  const given = await context.ceremony.get(
    { rpId, challenge, credentialIds: [credentialId] },
    signal,
  );
  const second = checkAssertion(given, expected(context, challenge));
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
  // The chain that has seen the most changes of the owners knows best who they are.
  const [best] = answers.filter((answer) => answer !== null)
    .sort((a, b) => b.found.sequence - a.found.sequence);
  if (best === undefined) {
    const failed = looks.find((look) => look.status === "rejected");
    if (answers.length === 0 && failed !== undefined) throw failed.reason;
    // On no chain yet: a key's own account is where it always was.
    if (madeFor === null) return used(context, newRecord(second, publicKey, own, 0, false));
    if (failed !== undefined) throw failed.reason;
    throw new AcctError("passkey_unknown");
  }
  const { account, ownerIndex } = best.found;
  if (ownerIndex < 0) throw new AcctError("passkey_unknown");
  // A registry that forgot the passkey has forgotten the owners as well.
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
  // Written as it is derived here: the service may spell it otherwise.
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

/** The account in a passkey's `user.id`; `null` if another kind of site made the passkey. */
function readUserId(userId: Uint8Array | null): Address | null {
  if (userId === null || userId.length !== 37 || userId[0] !== USER_ID_VERSION) return null;
  return bytesToHex(userId.subarray(1, 21));
}

function random(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}
