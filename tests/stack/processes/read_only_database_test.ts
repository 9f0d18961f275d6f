/**
 * A database that rejects writes: a demoted primary, a full disk. The process is not ready then.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import type { CallJson } from "../../../core/wire/values.ts";
import { freshDatabase } from "../../../scripts/stack/database.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { connect } from "../../../service/store/engine/postgres.ts";
import { prepare, tryPrepare, user } from "../support/client.ts";
import { testServer } from "../support/postgres.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };

Deno.test("read-only PostgreSQL: not ready, writes are storage_down, and it recovers", async () => {
  await using server = await testServer("read-only PostgreSQL");
  if (server === null) return;
  await using own = await freshDatabase(server.url);
  await using stack = await startStack({ database: own.database });
  const ready = async () => {
    const response = await fetch(`${stack.serverUrl}/ready`);
    return { status: response.status, ...await response.json() };
  };
  const name = new URL(own.database).pathname.slice(1);
  const admin = await connect(server.url);
  const setReadOnly = async (value: "on" | "off") => {
    await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  };
  try {
    assertEquals(await ready(), { status: 200, ok: true, database: true });
    await setReadOnly("on");
    await until("it is not ready", async () => (await ready()).status === 503);
    assertEquals(await ready(), { status: 503, ok: false, database: false });
    const { error } = await tryPrepare(stack, user(1_600), [ping]);
    assertEquals(error?.data?.cause, "storage_down");
    const metrics = await stack.service.admin(new Request("http://localhost/metrics"));
    assertStringIncludes(await metrics.text(), "\nacct_database_up 0\n");
    await setReadOnly("off");
    await until("it is ready again", async () => (await ready()).status === 200);
    assertEquals((await prepare(stack, user(1_600), [ping])).sponsor !== null, true);
  } finally {
    await admin.end();
  }
});

Deno.test("SQLite on a full disk: not ready until there is space", async () => {
  const [config, child] = ["../../../deno.json", "./full_database_child.ts"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url))
  ) as [string, string];
  const folder = await Deno.makeTempDir();
  try {
    // The signal of a too large file would terminate the process.
    const { success, stdout, stderr } = await new Deno.Command("bash", {
      args: ["-c", 'trap "" XFSZ; exec "$0" "$@"', Deno.execPath()].concat(
        ["run", "--quiet", "--no-check", "-A", "--config", config, child],
        `${folder}/service.sqlite`,
      ),
    }).output();
    assertEquals(success, true, new TextDecoder().decode(stderr));
    assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), [
      "ready 200",
      "write storage_full",
      "ready 503",
      "ready 200",
      "write done",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
