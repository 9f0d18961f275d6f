import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import { formatApiKey } from "../../core/protocol/api_key.ts";
import { toBase64Url } from "../../core/lib/base64url.ts";
import { createKey, ensureProject, findKey, listKeys, revokeKey } from "../keys/keys.ts";
import { onKeyChange } from "../keys/changes.ts";
import { openStore } from "./store.ts";

Deno.test("key ids: those of before are renamed, and what is counted for them follows", async () => {
  const path = await Deno.makeTempFile({ suffix: ".sqlite" });
  try {
    const random = crypto.getRandomValues(new Uint8Array(16));
    const key = {
      projectId: "p",
      kind: "sk",
      environment: "live",
      host: "example.com",
      domains: [],
      policy: null,
      random,
    } as const;
    const text = formatApiKey(key);
    const old = toBase64Url(random);
    const before = await openStore(path);
    await ensureProject(before, "p", "Project");
    await createKey(before, key);
    await before.updateTable("keys").set({ id: old }).execute();
    const veto = { account: "0x1", digest: "0x2", owners: "[]", nonce: "0", veto: "{}" };
    for (const key_id of [old, "", "another"]) {
      await before.insertInto("vetoes")
        .values({ ...veto, digest: key_id, signer: "", key_id, day: 1, created_at: 1 }).execute();
      await before.insertInto("counters")
        .values({ owner: key_id, day: 1, kind: "operations", subject: "", used: 3 }).execute();
    }
    await sql`delete from kysely_migration where name = '0024_key_ids'`.execute(before);
    await before.destroy();

    await using store = await openStore(path);
    const { id } = await findKey(store, text);
    assertEquals(id.length, 24);
    const owners = await store.selectFrom("counters").select(["owner", "used"]).execute();
    assertEquals(owners.map(({ owner }) => owner).sort(), ["", id, "another"].sort());
    const vetoes = await store.selectFrom("vetoes").select("key_id").execute();
    assertEquals(vetoes.map(({ key_id }) => key_id).sort(), ["", id, "another"].sort());
    // Made once more, the change is announced for the id that it has.
    const told: string[] = [];
    const stop = onKeyChange(store, (changed) => told.push(changed));
    await createKey(store, key);
    stop();
    assertEquals(told, [id]);
    assertEquals((await listKeys(store, "p")).map((line) => line.id), [id]);
    assertEquals(await revokeKey(store, id), true);
  } finally {
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(path + end).catch(() => {});
  }
});
