import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freshDatabase } from "../../../scripts/stack/database.ts";
import { findKey } from "../../../service/keys/keys.ts";
import { connect } from "../../../service/store/engine/postgres.ts";
import { openStore } from "../../../service/store/store.ts";
import { testServer } from "../support/postgres.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

Deno.test("keys: a change that cannot be announced is reported as done, and a new key is shown", async () => {
  await using server = await testServer("keys without notices");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  await using store = await openStore(own.database);
  // Simulates a connection that breaks between the row and the notification, for all roles but the
  // owner.
  const admin = await connect(own.database);
  const role = `acct_${crypto.randomUUID().slice(0, 8)}`;
  await admin.query("revoke execute on function pg_notify(text, text) from public");
  await admin.query(`create role ${role} login password 'x'`);
  await admin.query(`grant all on all tables in schema public to ${role}`);
  const url = new URL(own.database);
  [url.username, url.password] = [role, "x"];
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const chain = { id: 1, name: "A", rpcUrl: "http://node", bundlerUrl: "http://bundler" };
  await Deno.writeTextFile(
    config,
    JSON.stringify({ host: "example.com", port: 0, database: url.href, chains: [chain] }),
  );
  const keys = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "service/main/keys_command.ts",
        "--config",
        config,
        ...args,
      ],
      cwd: root,
    }).output();
    const text = new TextDecoder();
    return { code, out: text.decode(stdout).trim(), error: text.decode(stderr) };
  };
  try {
    const created = await keys("create", "--project", "shop");
    assertEquals(created.code, 0, created.error);
    assertMatch(created.out, /^pk_test_\S+$/);
    assertStringIncludes(created.error, "could not be told");
    const { id } = await findKey(store, created.out);
    const rotated = await keys("rotate", id);
    assertEquals(rotated.code, 0, rotated.error);
    assertMatch(rotated.out, /^pk_test_\S+$/);
    assertStringIncludes(rotated.error, "could not be told");
    const set = await keys("set", id, "--domain", "https://b.org");
    assertEquals(set.code, 1);
    assertStringIncludes(set.error, `The key ${id} is changed.`);
    assertEquals((await findKey(store, created.out)).domains, ["https://b.org"]);
    const revoked = await keys("revoke", id);
    assertEquals(revoked.code, 1);
    assertStringIncludes(revoked.error, `The key ${id} is revoked.`);
    assertStringIncludes(revoked.error, "could not be told");
    const rows = await store.selectFrom("keys").select("revoked_at").where("id", "=", id).execute();
    assertEquals(rows[0]!.revoked_at === null, false);
  } finally {
    await admin.query(`drop owned by ${role}`);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await Deno.remove(folder, { recursive: true });
  }
});
