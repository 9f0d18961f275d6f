/**
 * Searches the chains for an account by its passkey. It loads on demand, because few sign-ins need
 * it.
 *
 * @module
 */
import "../../chunks/engine.ts";
import { type Address, type Hex, isAddressEqual } from "viem";
import { accountOf } from "../../account/address.ts";
import { accountsOfKey } from "../../account/owners/find.ts";
import { stepsBetween, unchanged } from "../../account/owners/history.ts";
import { historyOnChain, readPast } from "../../account/owners/on_chain.ts";
import { cleanText } from "../../lib/text.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AccountJson } from "../../wire/values.ts";
import type { WalletContext } from "../context/context.ts";

export { recoverKey } from "../../passkey/recover_key.ts";

/**
 * Finds an account on the chains by a passkey that owns it on one of them. A chain is ignored if a
 * later owner change exists on another chain: a passkey that was removed there is treated as
 * removed.
 *
 * @throws {AcctError} `passkey_unknown` if the passkey was removed from the account, `chain_down`
 * if a chain that may have the account could not be reached; the key's own account needs only one
 * reachable chain
 */
export async function findOnChains(
  context: WalletContext,
  { publicKey, only }: { readonly publicKey: Hex; readonly only: Address },
  signal: AbortSignal,
): Promise<{ readonly account: AccountJson; readonly ownerIndex: number } | null> {
  const { chains } = await context.service.configuration(signal);
  const searches = await Promise.allSettled(chains.map(async ({ id, name }) => {
    const read = (method: string, params: readonly unknown[]) =>
      context.service.chain(id, method, params, signal);
    const [found] = await accountsOfKey(read, publicKey, only, cleanText(name, 60));
    return found === undefined ? null : { found, read };
  }));
  const failed = searches.find((search) => search.status === "rejected");
  const answers = searches.flatMap((search) =>
    search.status === "fulfilled" && search.value !== null ? [search.value] : []
  );
  if (answers.length === 0) {
    const isOwn = isAddressEqual(only, accountOf(publicKey).address);
    const answered = searches.some(({ status }) => status === "fulfilled");
    if (failed !== undefined && !(isOwn && answered)) throw failed.reason;
    return null;
  }
  const owning = answers.filter(({ found }) => found.ownerIndex >= 0);
  if (owning.length === 0) throw new AcctError("passkey_unknown");
  const { account } = owning[0]!.found;
  // If the passkey is no longer an owner here, these owners may be newer than the owners on
  // the other chains.
  const pasts = await Promise.all(
    answers.filter(({ found }) => found.ownerIndex < 0)
      .map(({ read }) => readPast(read, account.address)),
  );
  const best = owning.find(({ found }) => !pasts.some((past) => past.has(found.head)));
  if (best === undefined) throw new AcctError("passkey_unknown");
  // If the registry does not have the passkey, it also lacks the changes that made it an owner.
  void (async () => {
    const history = await historyOnChain(best.read, account);
    for (const { change } of stepsBetween(history, unchanged, best.found.head) ?? []) {
      await context.service.call("acct_putOwnerChange", { account, change });
    }
  })().catch(() => {});
  return { account, ownerIndex: best.found.ownerIndex };
}
