import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { lockFile } from "./file_lock.ts";

Deno.test("file lock: one service per file, and the next after it", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const first = await lockFile(database);
  const error = await assertRejects(() => lockFile(database), Error);
  assertStringIncludes(error.message, database);
  assertEquals(error.message.split("\n").length, 1);
  first[Symbol.dispose]();
  using _second = await lockFile(database);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: a file has one lock, by whatever links it is reached", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  await Deno.writeTextFile(database, "");
  const links = [join(folder, "link.sqlite"), join(folder, "folder")];
  await Deno.symlink(database, links[0]!);
  await Deno.symlink(folder, links[1]!);
  {
    using _lock = await lockFile(database);
    for (
      const path of [links[0]!, join(links[1]!, "service.sqlite"), `${folder}/./service.sqlite`]
    ) {
      await assertRejects(() => lockFile(path), Error, "Another service");
    }
  }
  using _lock = await lockFile(links[0]!);
  await assertRejects(() => lockFile(database), Error, "Another service");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: a file has one lock, also by a link to it from before it was made", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "real", "service.sqlite");
  await Deno.mkdir(join(folder, "real"));
  await Deno.symlink("service.sqlite", join(folder, "real", "beside.sqlite"));
  await Deno.symlink("real/../real/beside.sqlite", join(folder, "link.sqlite"));
  await Deno.symlink(join(folder, "circle.sqlite"), join(folder, "circle.sqlite"));
  {
    using _lock = await lockFile(join(folder, "link.sqlite"));
    await assertRejects(() => lockFile(database), Error, "Another service");
    await Deno.writeTextFile(database, "");
    await assertRejects(() => lockFile(database), Error, "Another service");
    await assertRejects(() => lockFile(join(folder, "link.sqlite")), Error, "Another service");
  }
  using _lock = await lockFile(database);
  await assertRejects(() => lockFile(join(folder, "link.sqlite")), Error, "Another service");
  await assertRejects(() => lockFile(join(folder, "circle.sqlite")), Error, "circle");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: one whose file is removed is taken again before another gets it", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  await Deno.writeTextFile(database, "");
  await Deno.writeTextFile(`${database}-wal`, "");
  let lost = 0;
  {
    using _lock = await lockFile(database, { onLost: () => lost++ });
    for (let n = 0; n < 2; n++) {
      await Deno.remove(`${database}.lock`);
      await assertRejects(() => lockFile(database), Error, "Another service");
    }
  }
  using _next = await lockFile(database);
  assertEquals(lost, 0);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: one that another has taken in a new file is lost, once", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const lost = Promise.withResolvers<void>();
  let count = 0;
  using _first = await lockFile(database, {
    onLost: ({ event }) => {
      assertEquals(event, "lock_lost");
      count++;
      lost.resolve();
    },
  });
  await Deno.remove(`${database}.lock`);
  {
    // Without a log of SQLite, no service uses a database there.
    using _second = await lockFile(database);
    // A look keeps no process.
    const alive = setInterval(() => {}, 1_000);
    await lost.promise;
    clearInterval(alive);
  }
  using _third = await lockFile(database);
  assertEquals(count, 1);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: a database that is missing for a look is waited for, and one that is gone is told, once", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const moved = join(folder, "moved.sqlite");
  const lost = Promise.withResolvers<void>();
  const losses: string[] = [];
  {
    using _lock = await lockFile(database, {
      onLost: ({ event }) => {
        losses.push(event);
        lost.resolve();
      },
    });
    await Deno.rename(database, moved);
    // One look or two, however late they are.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await Deno.rename(moved, database);
    // Its misses do not add up.
    await new Promise((resolve) => setTimeout(resolve, 600));
    assertEquals(losses, []);
    await Deno.rename(database, moved);
    await Deno.remove(`${database}.lock`);
    await Deno.writeTextFile(`${database}-wal`, "");
    const alive = setInterval(() => {}, 1_000);
    await lost.promise;
    clearInterval(alive);
    // The other file's lock is not taken, and what is held stays so while the service ends.
    using _other = await lockFile(database);
    assertEquals(losses, ["database_lost"]);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: one of a folder that was moved stays held until it is disposed of", async () => {
  const folder = await Deno.makeTempDir();
  const [data, moved] = [join(folder, "data"), join(folder, "moved")];
  await Deno.mkdir(data);
  const lost = Promise.withResolvers<string>();
  {
    using _lock = await lockFile(join(data, "service.sqlite"), {
      onLost: ({ event }) => lost.resolve(event),
    });
    await Deno.rename(data, moved);
    await Deno.mkdir(data);
    const alive = setInterval(() => {}, 1_000);
    assertEquals(await lost.promise, "database_lost");
    clearInterval(alive);
    await assertRejects(() => lockFile(join(moved, "service.sqlite")), Error, "Another service");
  }
  using _next = await lockFile(join(moved, "service.sqlite"));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: a process that is killed leaves it free", async () => {
  const folder = await Deno.makeTempDir();
  const database = join(folder, "service.sqlite");
  const module = new URL("./file_lock.ts", import.meta.url).href;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--quiet", "--allow-all", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(
    `import { lockFile } from "${module}";
     await lockFile(${JSON.stringify(database)});
     console.log("locked");
     setInterval(() => {}, 1000);`,
  ));
  await writer.close();
  const reader = child.stdout.getReader();
  assertStringIncludes(new TextDecoder().decode((await reader.read()).value), "locked");
  await assertRejects(() => lockFile(database), Error, "Another service");
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  using _ours = await lockFile(database);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("file lock: a folder that is missing is named", async () => {
  const error = await assertRejects(() => lockFile("/nowhere/at/all.sqlite"), Error);
  assertStringIncludes(error.message, "/nowhere/at/all.sqlite");
  assertStringIncludes(error.message, "folder");
});
