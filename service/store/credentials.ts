/** Public keys of passkeys, so that another device finds the account. @module */
import type { Address, Hex } from "viem";
import type { AccountJson, GetCredentialResult } from "../../core/protocol/service/mod.ts";
import { ownerChangesOf } from "./owner_changes.ts";
import { serially, subjects } from "./serially.ts";
import type { Store } from "./store.ts";

/** The first proved keys of an id, which nothing that comes later can push out. */
const FIRST_PROVED = 16;
/** The latest keys of an id, proved or not. */
const LATEST = 16;

/** Stores a key; one that was unproved becomes proved, never the other way round. */
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
    // Bounded per id: a flood of wrong keys ends up pushing out other wrong keys.
    const kept = await tx.selectFrom("credentials").select(["id", "proved"])
      .where("credential_id", "=", entry.credentialId).orderBy("id").execute();
    if (kept.length <= FIRST_PROVED + LATEST) return;
    const keep = new Set([
      ...kept.filter((row) => row.proved === 1).slice(0, FIRST_PROVED),
      ...kept.slice(-LATEST),
    ]);
    const drop = kept.filter((row) => !keep.has(row)).map((row) => row.id);
    if (drop.length > 0) await tx.deleteFrom("credentials").where("id", "in", drop).execute();
  });
}

/** The keys of an id, proved ones first, then in order of arrival. */
export async function getCredential(
  store: Store,
  credentialId: string,
): Promise<GetCredentialResult> {
  const rows = await store.selectFrom("credentials").selectAll()
    .where("credential_id", "=", credentialId).orderBy("proved", "desc").orderBy("id").execute();
  const keys = rows.map(async (row) => {
    const changes = await ownerChangesOf(store, row.address as Address);
    return {
      publicKey: row.public_key as Hex,
      account: {
        address: row.address as Address,
        owners: JSON.parse(row.owners),
        nonce: row.nonce as Hex,
      },
      ...(changes.length > 0 && { changes }),
    };
  });
  return { keys: await Promise.all(keys) };
}
