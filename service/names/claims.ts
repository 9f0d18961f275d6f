/** Stores claimed names. Tables' constraints keep them unique under concurrent claims. */
import type { Address } from "viem";
import type { TextRecord } from "../../core/names/claim.ts";
import type { LabelRefusal } from "../../core/wire/names.ts";
import { networkBlock } from "../lib/client_address.ts";
import type { Use } from "../store/rows/counters.ts";
import type { Store } from "../store/store.ts";
import type { Label } from "./label.ts";
import type { NamePolicy } from "./policy.ts";

/** Name of an account. */
export interface Claim {
  readonly label: string;
  readonly account: Address;
  readonly texts: readonly TextRecord[];
}

/** Result of a claim. */
export type Claimed =
  | { readonly status: "stored" | "repeated" }
  | { readonly status: Extract<LabelRefusal, "taken" | "similar"> }
  /** The account has another name below this domain. */
  | { readonly status: "has_name"; readonly label: string };

/** Finds the claim of a label. */
export async function findClaim(
  store: Store,
  domainId: string,
  label: string,
): Promise<Claim | null> {
  const row = await store.selectFrom("name_claims").selectAll().where("domain_id", "=", domainId)
    .where("label", "=", label).executeTakeFirst();
  return row === undefined
    ? null
    : { label, account: row.account as Address, texts: JSON.parse(row.texts) };
}

/** Returns whether a label or a look-alike is claimed. */
export async function labelStatus(
  store: Store,
  domainId: string,
  { label, skeleton }: Label,
): Promise<"free" | "taken" | "similar"> {
  const row = await store.selectFrom("name_claims").select("label")
    .where("domain_id", "=", domainId).where("skeleton", "=", skeleton).executeTakeFirst();
  return row === undefined ? "free" : row.label === label ? "taken" : "similar";
}

/**
 * Stores a claim, unless the label, a look-alike or the account already has one. First come, first
 * served.
 */
export async function putClaim(
  store: Store,
  domainId: string,
  { label, skeleton }: Label,
  { account, texts }: { readonly account: Address; readonly texts: readonly TextRecord[] },
): Promise<Claimed> {
  const { numInsertedOrUpdatedRows } = await store.insertInto("name_claims").values({
    domain_id: domainId,
    label,
    skeleton,
    account: account.toLowerCase(),
    texts: JSON.stringify(texts),
    created_at: Date.now(),
  }).onConflict((on) => on.doNothing()).executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return { status: "stored" };
  const own = await accountLabel(store, domainId, account);
  if (own === label) return { status: "repeated" };
  if (own !== null) return { status: "has_name", label: own };
  const status = await labelStatus(store, domainId, { label, skeleton });
  return { status: status === "free" ? "taken" : status };
}

/** Returns the label of an account below a domain. */
export async function accountLabel(
  store: Store,
  domainId: string,
  account: Address,
): Promise<string | null> {
  const row = await store.selectFrom("name_claims").select("label")
    .where("domain_id", "=", domainId).where("account", "=", account.toLowerCase())
    .executeTakeFirst();
  return row?.label ?? null;
}

/** Lists the counters that a claim uses, with their limits. */
export function claimUses(
  policy: NamePolicy,
  { isNew, network }: {
    /** True for an account that is on no chain yet. */
    readonly isNew: boolean;
    /** Network of the user; null for servers. */
    readonly network: string | null;
  },
): Use[] {
  const most = policy.claimsPerDay;
  const uses: Omit<Use, "by">[] = [{ kind: "claims", subject: "", limit: most }];
  if (isNew) {
    const limit = policy.claimsPerDayByNewAccounts ?? Math.ceil(most * NEW_PERCENT / 100);
    uses.push({ kind: "new_claims", subject: "", limit });
  }
  if (network !== null) {
    const share = Math.ceil(most * policy.percentPerNetworkBlock / 100);
    uses.push(
      { kind: "network", subject: network, limit: policy.claimsPerNetworkPerDay },
      { kind: "block", subject: networkBlock(network), limit: share },
    );
  }
  return uses.map((use) => ({ ...use, by: 1 }));
}

/** Default percentage of the names per day for new accounts. */
const NEW_PERCENT = 80;
