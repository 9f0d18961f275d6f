import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { openStore, type Store } from "../store/store.ts";
import { createKey, ensureProject, findKey, listKeys, revokeKey } from "./keys.ts";

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openTestStore();
  await ensureProject(store, "p", "Project");
  await work(store);
  await store.destroy();
}

const fresh = (store: Store, domains = ["https://app.org"]) =>
  createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "live",
    host: "example.com",
    domains,
    policy: null,
  });

Deno.test("keys: created, found, listed, revoked immediately", () =>
  withStore(async (store) => {
    const text = await fresh(store);
    const key = await findKey(store, text);
    assertEquals(key.domains, ["https://app.org"]);
    assertEquals((await listKeys(store, "p")).map((line) => line.hint), [text.slice(-4)]);
    assertEquals(await revokeKey(store, key.id), true);
    assertEquals(await revokeKey(store, key.id), false);
    const error = await assertRejects(() => findKey(store, text), AcctError);
    assertEquals(error.data.cause, "key_invalid");
    assertEquals((await listKeys(store, "p"))[0]!.revokedAt === null, false);
  }));

Deno.test("keys: invalid keys are rejected, and never repeated", () =>
  withStore(async (store) => {
    const text = await fresh(store);
    for (const wrong of ["", text.slice(0, -1), text + "A", text.replace("pk_", "sk_"), "x"]) {
      const error = await assertRejects(() => findKey(store, wrong), AcctError);
      assertEquals(error.data.cause, "key_invalid");
      assertEquals(wrong.length > 4 && JSON.stringify(error).includes(wrong), false);
    }
    await assertRejects(() => findKey(store, "a".repeat(1_000_000)), AcctError);
  }));

Deno.test("keys: the database contains neither the key nor its random bytes in any spelling", async () => {
  const path = await Deno.makeTempFile({ suffix: ".sqlite" });
  const store = await openStore(path);
  await ensureProject(store, "p", "Project");
  const random = crypto.getRandomValues(new Uint8Array(16));
  const key = { projectId: "p", environment: "live", host: "example.com", domains: [] } as const;
  const text = await createKey(store, { ...key, kind: "sk", policy: null, random });
  await store.destroy();
  const bytes = await Deno.readFile(path);
  const file = new TextDecoder("latin1").decode(bytes);
  const spellings = [
    text.slice(8),
    random.toHex(),
    random.toBase64({ omitPadding: true }),
    random.toBase64({ alphabet: "base64url", omitPadding: true }),
    new TextDecoder("latin1").decode(random),
  ];
  for (const spelling of spellings) assertEquals(file.includes(spelling), false, spelling);
  assertEquals(file.includes(text.slice(-4)), true, "all rows are in the file");
  await Deno.remove(path);
});

Deno.test("keys: an id is never parsed as a command line option", () =>
  withStore(async (store) => {
    for (const first of [0xf8, 0xfb, 0xfc, 0]) {
      const random = new Uint8Array(16).fill(first);
      const key = {
        projectId: "p",
        environment: "test",
        host: "example.com",
        domains: [],
      } as const;
      await createKey(store, { ...key, kind: "pk", policy: null, random });
    }
    const ids = (await listKeys(store, "p")).map(({ id }) => id);
    assertEquals(ids.filter((id) => /^[0-9a-f]{24}$/.test(id)).length, 4, ids.join());
  }));

Deno.test("keys: a wrong domain prevents the creation of a key", () =>
  withStore(async (store) => {
    const error = await assertRejects(() => fresh(store, ["example.com"]), AcctError);
    assertEquals(error.data.field, "domains");
  }));
