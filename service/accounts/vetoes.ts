/** Stores vetoes of recoveries, after the checks that the account itself makes. @module */
import { encodeFunctionData, type Hex } from "viem";
import { stopsAt, vetoDigest } from "../../core/account/owners/veto.ts";
import { atIndex, signerOf } from "../../core/account/owners/signer.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { OwnersOnChain, VetoJson } from "../../core/wire/owners.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import { NodeError } from "../chain/node/node.ts";
import type { AccountsContext } from "./context.ts";
import { serially, subjects } from "../store/serially.ts";
import type { Store } from "../store/store.ts";
import { type MissingCall, readChains, today } from "./owners.ts";

/**
 * Maximum vetoes of an account per day. Its owner can start recoveries only to have them stopped.
 * Keys have no limit: other accounts could exhaust it while a recovery waits. Each veto costs the
 * operator less than starting the recovery costs the attacker.
 */
const MAX_PER_ACCOUNT_AND_DAY = 20;
/**
 * Vetoes that are kept per account: each may be needed again where its recovery is started later.
 */
const MAX_PER_ACCOUNT = 64;

/** A veto with a verified signature. */
export interface StoredVeto {
  readonly veto: VetoJson;
  /** Word of the owner who signed it. */
  readonly signer: Hex;
}

/**
 * Stores a veto. Storing it again has no effect.
 *
 * @throws {AcctError} `invalid_params` if it is not signed by a full owner of a chain with a
 * pending recovery that it names, or if the chain would reject it; `limit_exceeded`
 */
export async function putVeto(
  context: AccountsContext,
  keyId: string,
  account: AccountJson,
  veto: VetoJson,
): Promise<void> {
  const digest = vetoDigest(account.address, veto);
  // Check the signature before any chain or database access, so that unsigned requests cause no
  // load.
  const signer = await signerOf(digest, veto.signature);
  if (signer === null) throw wrong("signature", "No owner signed it.");
  const stored = { veto, signer };
  const { store } = context;
  if ((await readVetoes(store, account)).some((each) => isSame(each, stored))) return;
  const chains = await readChains(context, account);
  const stopped = chains.filter((chain) => stopsAt(veto, signer, chain));
  if (stopped.length === 0) {
    if (chains.some(({ deployed }) => deployed === null)) throw new AcctError("chain_down");
    throw wrong(
      "target",
      "No named recovery is pending on a chain where its signer is a full owner.",
    );
  }
  await Promise.all(stopped.map((chain) => requireAccepted(context, account, stored, chain)));
  await serially(store, [subjects.owners(account.address)], async (tx) => {
    const address = account.address.toLowerCase();
    const rows = await tx.selectFrom("vetoes").select(["digest", "day"])
      .where("account", "=", address).orderBy("created_at", "desc").execute();
    if (rows.some((row) => row.digest === digest)) return;
    if (rows.filter(({ day }) => day === today()).length >= MAX_PER_ACCOUNT_AND_DAY) {
      throw new AcctError("limit_exceeded", { retryAfter: 3_600, detail: "Too many vetoes." });
    }
    const old = rows.slice(MAX_PER_ACCOUNT - 1).map((row) => row.digest);
    if (old.length > 0) {
      await tx.deleteFrom("vetoes").where("account", "=", address).where("digest", "in", old)
        .execute();
    }
    await tx.insertInto("vetoes").values({
      account: address,
      digest,
      owners: JSON.stringify(account.owners),
      nonce: account.nonce,
      veto: JSON.stringify(veto),
      signer,
      key_id: keyId,
      day: today(),
      created_at: Date.now(),
    }).execute();
  });
}

/** Returns an account's vetoes. */
export async function readVetoes(
  store: Store,
  { address }: Pick<AccountJson, "address">,
): Promise<StoredVeto[]> {
  const rows = await store.selectFrom("vetoes").select(["veto", "signer"])
    .where("account", "=", address.toLowerCase()).execute();
  return rows.map(({ veto, signer }) => ({ veto: JSON.parse(veto), signer: signer as Hex }));
}

/** Returns the call that stops a recovery on a chain; `null` if none waits that a veto names. */
export function vetoCall(
  { address: to }: Pick<AccountJson, "address">,
  vetoes: readonly StoredVeto[],
  chain: OwnersOnChain,
): MissingCall | null {
  const found = vetoes.find(({ veto, signer }) => stopsAt(veto, signer, chain));
  if (found === undefined) return null;
  const { heads, target, signature } = found.veto;
  const placed = atIndex(signature, chain.words.indexOf(found.signer));
  const args = [{ heads, target }, placed] as const;
  const data = encodeFunctionData({ abi: ownersAbi, functionName: "vetoRecovery", args });
  // The account's own budget pays, so other accounts cannot exhaust it.
  return { to, data, payer: { keyId: `vetoes of ${to.toLowerCase()}` } };
}

async function requireAccepted(
  { chains }: AccountsContext,
  account: AccountJson,
  stored: StoredVeto,
  chain: OwnersOnChain,
): Promise<void> {
  const { to, data } = vetoCall(account, [stored], chain)!;
  try {
    await chains.get(Number(chain.chainId))!.node.request("eth_call", [{ to, data }, "latest"]);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    throw wrong("signature", `The account on ${chain.name} would reject it.`);
  }
}

function isSame(a: StoredVeto, b: StoredVeto): boolean {
  return a.signer === b.signer && a.veto.target === b.veto.target &&
    a.veto.heads.join() === b.veto.heads.join();
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field: `params[0].veto.${field}`, detail });
}
