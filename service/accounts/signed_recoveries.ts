/**
 * Stores recoveries that a recovery owner signed, until they have ended on every chain. A recovery
 * becomes an owner change once a chain has it as its head.
 *
 * @module
 */
import { type Hex, toFunctionSelector } from "viem";
import { runsUnknown } from "../../core/account/code.ts";
import { stepDigest } from "../../core/account/owners/change.ts";
import { isSound, wordsOf } from "../../core/account/owners/history.ts";
import { storedWord, ZERO_WORD } from "../../core/account/owners/key.ts";
import { atIndex, signerOf } from "../../core/account/owners/signer.ts";
import type { UnsignedVeto } from "../../core/account/owners/veto.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { OwnersOnChain, RecoveryJson } from "../../core/wire/owners.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import { chainFailure, isRevert } from "../chain/node/failure.ts";
import { hasOperated } from "../store/rows/operations.ts";
import { readOwnerHistory } from "../store/rows/owner_changes.ts";
import { serially, subjects } from "../store/serially.ts";
import type { Store } from "../store/store.ts";
import { type ChangeSender, takeRecovery } from "./change_limits.ts";
import type { OwnersContext } from "./context.ts";
import { refuseContracts } from "./contract_owners.ts";
import {
  isStopped,
  type MissingCall,
  putOwnerChange,
  readChains,
  recoveryCall,
  today,
} from "./owners.ts";
import { readVetoes } from "./vetoes.ts";

/** Maximum stored recoveries per recovery owner: four at each head of chains that forked. */
const MAX_PER_OWNER = 16;

const rejections = [
  ["Vetoed()", "A full owner stopped it."],
  ["TooManyRecoveries()", "Four recoveries of this recovery owner already wait."],
] as const;

type NamedVetoes = readonly Pick<UnsignedVeto, "heads" | "target">[];

/** A recovery with a verified signature. */
export interface StoredRecovery {
  readonly recovery: RecoveryJson;
  /** Head after the recovery. */
  readonly digest: Hex;
  /** Stored word of the recovery owner who signed it. */
  readonly signer: Hex;
  /** Key that stored it. */
  readonly keyId: string;
}

/**
 * Stores a recovery. Storing it again has no effect.
 *
 * @throws {AcctError} `invalid_params` if no recovery owner of a chain signed it at a head that it
 * continues, if it was stopped, or if the account has no included operation; `owner_is_contract`;
 * `chain_down`; `limit_exceeded`
 */
export async function putRecovery(
  context: OwnersContext,
  sender: ChangeSender,
  account: AccountJson,
  recovery: RecoveryJson,
): Promise<void> {
  // Check the signature before any chain or database access, so that unsigned requests cause no
  // load.
  const stored = { ...await verify(account, recovery), keyId: sender.keyId };
  const { store } = context;
  if (!await hasOperated(store, account.address)) {
    throw new AcctError("invalid_params", {
      field: "params[0].account",
      detail: "The service only starts recoveries of accounts with an included operation.",
    });
  }
  if ((await readRecoveries(store, account)).some((each) => each.digest === stored.digest)) return;
  const history = await readOwnerHistory(store, account);
  if (history.steps.has(stored.digest)) return;
  await requireAccepted(context, account, stored);
  await refuseContracts(context.chains, recovery, {
    stored: history,
    field: "params[0].recovery.owners",
    hasLanded: () => Promise.resolve(false),
  });
  await serially(
    store,
    [subjects.owners(account.address)],
    (tx) => insert(tx, sender, account, stored),
  );
}

/** Checks a recovery without any chain. */
async function verify(
  account: AccountJson,
  recovery: RecoveryJson,
): Promise<Omit<StoredRecovery, "keyId">> {
  if (recovery.from.some((head) => head !== head.toLowerCase())) {
    throw wrong("from", "Heads must be in lower case.");
  }
  if (!isSound(account, recovery)) {
    throw wrong("owners", "Indices must ascend below next; owners must differ and have keys.");
  }
  const digest = stepDigest(account.address, recovery);
  const owner = await signerOf(digest, recovery.signature);
  // The word of a passkey is a hash.
  if (owner === null || BigInt(owner) >> 160n !== 0n) {
    throw wrong("signature", "No address signed it.");
  }
  return { recovery, digest, signer: storedWord({ kind: "recovery", owner }) };
}

/** Inserts a recovery within the limits. */
async function insert(
  tx: Store,
  sender: ChangeSender,
  account: AccountJson,
  stored: StoredRecovery,
): Promise<void> {
  const { digest, signer, recovery, keyId } = stored;
  const address = account.address.toLowerCase();
  const rows = await readRecoveries(tx, account);
  if (rows.some((row) => row.digest === digest)) return;
  if (rows.filter((row) => row.signer === signer).length >= MAX_PER_OWNER) {
    throw new AcctError("limit_exceeded", { retryAfter: 3_600, detail: "Too many recoveries." });
  }
  await takeRecovery(tx, sender, { account, signer }, today());
  await tx.insertInto("signed_recoveries").values({
    account: address,
    digest,
    owners: JSON.stringify(account.owners),
    nonce: account.nonce,
    recovery: JSON.stringify(recovery),
    signer,
    key_id: keyId,
    created_at: Date.now(),
  }).execute();
}

/** Returns an account's recoveries that have not ended on every chain. */
export async function readRecoveries(
  store: Store,
  { address }: Pick<AccountJson, "address">,
): Promise<StoredRecovery[]> {
  const rows = await store.selectFrom("signed_recoveries")
    .select(["recovery", "digest", "signer", "key_id"])
    .where("account", "=", address.toLowerCase()).orderBy("created_at").execute();
  return rows.map(({ recovery, digest, signer, key_id }) => ({
    recovery: JSON.parse(recovery),
    digest: digest as Hex,
    signer: signer as Hex,
    keyId: key_id,
  }));
}

/**
 * Returns the call that starts a recovery on a chain, or finishes it; `null` if the recovery does
 * not continue the chain's owners, or if a stored veto names it. Recoveries have their own budget
 * per key, and each account has a share of it. A leaked recovery key therefore cannot delay vetoes
 * and owner changes, which remove it.
 */
export function signedRecoveryCall(
  { address }: Pick<AccountJson, "address">,
  { recovery, digest, signer, keyId }: StoredRecovery,
  chain: OwnersOnChain,
  vetoes: NamedVetoes,
): MissingCall | null {
  const index = chain.words.indexOf(signer);
  if (
    chain.deployed !== true || runsUnknown(chain) || index < 0 ||
    !recovery.from.includes(chain.head) || recovery.next < chain.words.length ||
    isStopped(vetoes, chain, [digest, signer])
  ) return null;
  const placed = { change: recovery, signature: atIndex(recovery.signature, index) };
  const payer = { keyId: `recoveries of ${keyId}`, account: address };
  return { ...recoveryCall(address, chain, placed), payer, mayFail: true };
}

/**
 * Adds finished recoveries to the account's owner changes, and deletes recoveries that no chain can
 * start or finish.
 *
 * @returns true if a recovery was added, which other chains may lack
 */
export async function settleRecoveries(
  context: OwnersContext,
  account: AccountJson,
): Promise<boolean> {
  const { store } = context;
  const recoveries = await readRecoveries(store, account);
  if (recoveries.length === 0) return false;
  const [chains, vetoes] = await Promise.all([
    readChains(context, account),
    readVetoes(store, account),
  ]);
  const stops = vetoes.map(({ veto }) => veto);
  let added = false;
  for (const stored of recoveries) {
    const open = await Promise.all(
      chains.map((chain) => mayContinue(context, account, { stored, chain, stops })),
    );
    const isOver = !open.includes(true);
    if (!isOver && !chains.some(({ head }) => head === stored.digest)) continue;
    added = await addFinished(context, account, stored) || added;
    if (!isOver) continue;
    await store.deleteFrom("signed_recoveries")
      .where("account", "=", account.address.toLowerCase())
      .where("digest", "=", stored.digest).execute();
  }
  return added;
}

/** Adds a recovery to the owner changes, if a chain has or had it as its head. */
async function addFinished(
  context: OwnersContext,
  account: AccountJson,
  { recovery, digest, keyId }: StoredRecovery,
): Promise<boolean> {
  if ((await readOwnerHistory(context.store, account)).steps.has(digest)) return false;
  try {
    await putOwnerChange(context, { keyId, network: null }, account, recovery);
    return true;
  } catch (error) {
    // No chain finished it.
    if (error instanceof AcctError && error.data.cause === "invalid_params") return false;
    throw error;
  }
}

/** Returns whether a recovery waits on a chain or can start there; true for unreachable chains. */
async function mayContinue(
  context: OwnersContext,
  account: AccountJson,
  { stored, chain, stops }: {
    readonly stored: StoredRecovery;
    readonly chain: OwnersOnChain;
    readonly stops: NamedVetoes;
  },
): Promise<boolean> {
  if (chain.deployed === null) return true;
  const call = signedRecoveryCall(account, stored, chain, stops);
  if (call === null) return false;
  if (call.at !== undefined) return true;
  const rejection = await rejectionOf(context.chains, chain, call).catch(failure);
  return typeof rejection !== "string";
}

/**
 * Requires a chain on which the recovery waits or can start.
 *
 * @throws {AcctError} that names the first rule that no chain meets
 */
async function requireAccepted(
  context: OwnersContext,
  account: AccountJson,
  stored: StoredRecovery,
): Promise<void> {
  const { recovery, signer, digest } = stored;
  const [all, vetoes] = await Promise.all([
    readChains(context, account),
    readVetoes(context.store, account),
  ]);
  const stops = vetoes.map(({ veto }) => veto);
  // The account starts a recovery to its own owners, but never finishes it. Indices without an owner
  // change nothing.
  const ownersOf = (words: readonly Hex[]) =>
    words.slice(0, words.findLastIndex((word) => word !== ZERO_WORD) + 1).join();
  const owners = ownersOf(wordsOf({ ...recovery, head: digest, delay: 0 }));
  let chains = all.filter((chain) => chain.deployed === true && !runsUnknown(chain));
  const keep = (field: string, detail: string, accepts: (chain: OwnersOnChain) => boolean) => {
    chains = chains.filter(accepts);
    if (chains.length > 0) return;
    // An unreachable chain may accept it.
    if (all.some(({ deployed }) => deployed === null)) throw new AcctError("chain_down");
    throw wrong(field, detail);
  };
  keep(
    "from",
    "No chain has the owners that it continues.",
    ({ head }) => recovery.from.includes(head),
  );
  keep(
    "signature",
    "Its signer is no recovery owner on these chains.",
    (chain) => chain.words.includes(signer),
  );
  keep(
    "next",
    "It must not be lower than the account's next index.",
    (chain) => recovery.next >= chain.words.length,
  );
  keep(
    "owners",
    "They are the account's owners already.",
    (chain) => ownersOf(chain.words) !== owners,
  );
  keep(
    "signature",
    "A full owner stopped it.",
    (chain) => !isStopped(stops, chain, [digest, signer]),
  );
  const answers = await Promise.all(chains.map((chain) => {
    const call = signedRecoveryCall(account, stored, chain, stops)!;
    return call.at === undefined ? rejectionOf(context.chains, chain, call).catch(failure) : null;
  }));
  if (answers.includes(null)) return;
  const [first] = answers;
  if (answers.some((answer) => answer instanceof AcctError)) throw new AcctError("chain_down");
  throw wrong("signature", first as string);
}

/** Returns the reason for which a chain rejects a call now; `null` if it accepts the call. */
export async function rejectionOf(
  chains: OwnersContext["chains"],
  { chainId, name }: OwnersOnChain,
  { to, data }: MissingCall,
): Promise<string | null> {
  try {
    await chains.get(Number(chainId))!.node.request("eth_call", [{ to, data }, "latest"]);
    return null;
  } catch (error) {
    if (!isRevert(error)) throw chainFailure(error);
    const answer = JSON.stringify(error.data ?? null);
    const known = rejections.find(([signature]) => answer.includes(toFunctionSelector(signature)));
    return known?.[1] ?? `The account on ${name} would reject it.`;
  }
}

/** Returns the failure of a chain; throws any other error. */
function failure(error: unknown): AcctError {
  if (error instanceof AcctError) return error;
  throw error;
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field: `params[0].recovery.${field}`, detail });
}
