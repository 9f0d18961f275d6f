import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { lockFile } from "./file_lock.ts";

Deno.test("file lock: one service per file, and the next one after it", async () => {
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

Deno.test("file lock: a file has one lock, through any links", async () => {
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

Deno.test("file lock: a file has one lock, including through a link created before it", async () => {
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
  await assertRejects(() => lockFile(join(folder, "circle.sqlite")), Error, "cannot be opened");
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
