import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { spawnService } from "./spawn.ts";

/** Writes a service's configuration for a database. */
async function configFor(folder: string, database: string): Promise<string> {
  const config = join(folder, `${crypto.randomUUID()}.json`);
  const url = "http://127.0.0.1:1";
  const chain = { id: 1, name: "Test", testnet: true, rpcUrl: url, bundlerUrl: url };
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database,
      log: "error",
      chains: [{ ...chain, transfers: "off" }],
    }),
  );
  return config;
}

Deno.test("lock: removing its file lets no second service in", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const config = await configFor(folder, database);
  const first = await spawnService(config);
  await Deno.remove(`${database}.lock`);
  await assertRejects(() => spawnService(config), Error, "Another service runs");
  assertEquals(await first.end("SIGTERM"), 0, first.output());
  const next = await spawnService(config);
  assertEquals(await next.end("SIGTERM"), 0, next.output());
  await Deno.remove(folder, { recursive: true });
});

Deno.test("lock: a service ends, and says so, once another has the lock's new file", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const service = await spawnService(await configFor(folder, database));
  // Another service would look whether the first takes the new file.
  await Deno.writeTextFile(join(folder, "other.lock"), "1\n");
  const other = await Deno.open(join(folder, "other.lock"), { write: true });
  await other.lock(true);
  await Deno.rename(join(folder, "other.lock"), `${database}.lock`);
  assertEquals(await service.ended(), 1);
  assertStringIncludes(service.output(), '"event":"lock_lost"');
  assertStringIncludes(service.output(), database);
  other.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("lock: of a folder that is moved it is kept, and the service ends and says why", async () => {
  const folder = await Deno.makeTempDir();
  const [data, moved] = [join(folder, "db"), join(folder, "db_moved")];
  await Deno.mkdir(data);
  const service = await spawnService(
    await configFor(folder, join(data, "service.sqlite")),
  );
  await Deno.rename(data, moved);
  await Deno.mkdir(data);
  // As long as it writes there, no other service does.
  let isOver = false;
  const ended = service.ended().finally(() => isOver = true);
  while (!isOver) {
    const lock = await Deno.open(join(moved, "service.sqlite.lock"), { read: true, write: true });
    const isFree = await lock.tryLock(true);
    const wasHeld = !isFree || await Promise.race([ended.then(() => true), soon()]);
    lock.close();
    assertEquals(wasHeld, true, "the lock was given up while the service ran");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assertEquals(await ended, 1, service.output());
  assertStringIncludes(service.output(), '"event":"database_lost"');
  assertStringIncludes(service.output(), join(data, "service.sqlite"));
  const next = await spawnService(await configFor(folder, join(moved, "service.sqlite")));
  assertEquals(await next.end("SIGTERM"), 0, next.output());
  await Deno.remove(folder, { recursive: true });
});

Deno.test("lock: a service ends, and says so, once its database is not at its path", async (t) => {
  const changes: Record<string, (database: string) => Promise<void>> = {
    "the file is moved": (database) => Deno.rename(database, `${database}.old`),
    "the file is removed": (database) => Deno.remove(database),
    "another file takes its place": async (database) => {
      await Deno.copyFile(database, `${database}.copy`);
      await Deno.rename(`${database}.copy`, database);
    },
    "a file takes its folder's place": async (database) => {
      await Deno.rename(dirname(database), `${dirname(database)}_moved`);
      await Deno.writeTextFile(dirname(database), "");
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    await t.step(name, async () => {
      const folder = await Deno.makeTempDir();
      const database = join(folder, "db", "service.sqlite");
      await Deno.mkdir(dirname(database));
      const service = await spawnService(await configFor(folder, database));
      await change(database);
      assertEquals(await service.ended(), 1);
      assertStringIncludes(service.output(), '"event":"database_lost"');
      assertStringIncludes(service.output(), database);
      await Deno.remove(folder, { recursive: true });
    });
  }
});

Deno.test("lock: a service ends once the link to its database leads to another file", async () => {
  const folder = await Deno.makeTempDir();
  const link = join(folder, "link");
  for (const name of ["a", "b"]) await Deno.mkdir(join(folder, name));
  await Deno.symlink("a", link);
  const service = await spawnService(await configFor(folder, join(link, "service.sqlite")));
  await Deno.symlink("b", join(folder, "next"));
  await Deno.rename(join(folder, "next"), link);
  assertEquals(await service.ended(), 1);
  assertStringIncludes(service.output(), '"event":"database_lost"');
  await Deno.remove(folder, { recursive: true });
});

Deno.test("lock: what keeps the database's file, or misses it for a moment, ends nothing", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const config = await configFor(folder, database);
  const service = await spawnService(config);
  // As one that rotates files does, and changes its mind.
  await Deno.rename(database, `${database}.old`);
  await Deno.rename(`${database}.old`, database);
  const copy = join(folder, "copy.sqlite");
  using other = new DatabaseSync(database);
  other.exec(`vacuum into '${copy}'`);
  other.exec("vacuum");
  await Deno.link(database, join(folder, "linked.sqlite"));
  // Several looks.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await assertRejects(() => spawnService(config), Error, "Another service runs");
  assertEquals(await service.end("SIGTERM"), 0, service.output());
  await Deno.remove(folder, { recursive: true });
});

/** Resolves with false, later than a process whose lock is free has ended. */
function soon(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), 3_000));
}
