import { assertEquals } from "@std/assert";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openResults } from "./results.ts";

/** Makes a repository with one commit. */
async function makeRepository(): Promise<AsyncDisposable & { url: URL; commit(): Promise<void> }> {
  const url = pathToFileURL(`${await Deno.makeTempDir()}/`);
  const git = async (...args: string[]) => {
    const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    const command = new Deno.Command("git", {
      args: [...author, ...args],
      cwd: fileURLToPath(url),
      stdout: "null",
    });
    assertEquals((await command.output()).success, true, args.join(" "));
  };
  const commit = async () => {
    await git("add", ".");
    await git("commit", "--quiet", "--allow-empty", "--message", "change");
  };
  await git("init", "--quiet");
  await Deno.writeTextFile(new URL(".gitignore", url), ".local/\n");
  await commit();
  return {
    url,
    commit,
    [Symbol.asyncDispose]: () => Deno.remove(url, { recursive: true }),
  };
}

Deno.test("results: a part that passed is found on its commit, until started over", async () => {
  await using repository = await makeRepository();
  const open = (fresh = false) => openResults({ fresh, repository: repository.url });
  const first = (await open())!;
  assertEquals(await first.find("unit tests"), null);
  await first.keep("unit tests", 1_200);
  assertEquals(await (await open())!.find("unit tests"), 1_200);
  assertEquals(await (await open())!.find("tests"), null);
  assertEquals(await (await open(true))!.find("unit tests"), null);
  await first.keep("unit tests", 1_300);
  await repository.commit();
  assertEquals(await (await open())!.find("unit tests"), null, "another commit");
});

Deno.test("results: with changes there are none, and none are kept", async () => {
  await using repository = await makeRepository();
  const open = () => openResults({ repository: repository.url });
  const before = (await open())!;
  await Deno.writeTextFile(new URL("new.ts", repository.url), "");
  assertEquals(await open(), null);
  await before.keep("tests", 1);
  await Deno.remove(new URL("new.ts", repository.url));
  assertEquals(await before.find("tests"), null, "kept while a file differed");
});

Deno.test("results: a pass that may have skipped tests does not count if all are required", async () => {
  await using repository = await makeRepository();
  const open = (required: boolean) => openResults({ required, repository: repository.url });
  await (await open(false))!.keep("tests", 1);
  assertEquals(await (await open(true))!.find("tests"), null);
  await (await open(true))!.keep("tests", 2);
  assertEquals(await (await open(false))!.find("tests"), 2);
});
