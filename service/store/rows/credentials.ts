/** Stores public keys of passkeys, so that another device finds the account. @module */
import type { Address, Hex } from "viem";
import type { GetCredentialResult } from "../../../core/protocol/service/mod.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import { changesOf, readOwnerHistory } from "./owner_changes.ts";
import { serially, subjects } from "../serially.ts";
import type { Store } from "../store.ts";

/** First proved keys of an id; later ones never evict them. */
const MAX_FIRST_PROVED = 16;
/** Latest keys of an id, proved or not. */
const MAX_LATEST = 16;

/** Stores a key. An unproved key can become proved, never the reverse. */
export async function putCredential(
  store: Store,
  entry: {
    readonly credentialId: string;
    readonly publicKey: Hex;
    readonly account: AccountJson;
    readonly proved: boolean;
  },
): Promise<void> {
  const proved = entry.proved ? 1 : 0;
  await serially(store, [subjects.credential(entry.credentialId)], async (tx) => {
    await tx.insertInto("credentials").values({
      credential_id: entry.credentialId,
      public_key: entry.publicKey.toLowerCase(),
      address: entry.account.address.toLowerCase(),
      owners: JSON.stringify(entry.account.owners),
      nonce: entry.account.nonce,
      proved,
      created_at: Date.now(),
    }).onConflict((on) =>
      on.columns(["credential_id", "public_key", "address"]).doUpdateSet({ proved })
        .where("credentials.proved", "<", proved)
    ).execute();
    // Limit keys per id: a flood of wrong keys evicts other wrong keys.
    const kept = await tx.selectFrom("credentials").select(["id", "proved"])
      .where("credential_id", "=", entry.credentialId).orderBy("id").execute();
    if (kept.length <= MAX_FIRST_PROVED + MAX_LATEST) return;
    const keep = new Set([
      ...kept.filter((row) => row.proved === 1).slice(0, MAX_FIRST_PROVED),
      ...kept.slice(-MAX_LATEST),
    ]);
    const drop = kept.filter((row) => !keep.has(row)).map((row) => row.id);
    if (drop.length > 0) await tx.deleteFrom("credentials").where("id", "in", drop).execute();
  });
}

/** Returns the keys of an id, proved ones first, then in order of arrival. */
export async function getCredential(
  store: Store,
  credentialId: string,
): Promise<GetCredentialResult> {
  const rows = await store.selectFrom("credentials").selectAll()
    .where("credential_id", "=", credentialId).orderBy("proved", "desc").orderBy("id").execute();
  const keys = rows.map(async (row) => {
    const account: AccountJson = {
      address: row.address as Address,
      owners: JSON.parse(row.owners),
      nonce: row.nonce as Hex,
    };
    const changes = changesOf(await readOwnerHistory(store, account));
    return {
      publicKey: row.public_key as Hex,
      account,
      ...(changes.length > 0 && { changes }),
    };
  });
  return { keys: await Promise.all(keys) };
}
