/** The file journal: its state after crashes, and access to it. */
import { assertEquals, assertRejects } from "@std/assert";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { openFileJournal } from "./file_journal.ts";
import { PaymentError } from "./error.ts";
import type { PaymentRecord } from "./journal.ts";

const record = (id: string, changes: Partial<PaymentRecord> = {}) =>
  ({ id, at: Date.now(), status: "signed", ...changes }) as PaymentRecord;

async function opened(path: string) {
  const journal = await openFileJournal(path);
  return { ...journal, [Symbol.asyncDispose]: journal.close };
}

async function folder(): Promise<{ path: string } & AsyncDisposable> {
  const dir = await Deno.makeTempDir();
  return {
    path: `${dir}/deep/payments.jsonl`,
    [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }),
  };
}

Deno.test("journal: stores the last state of each payment, and finished ones only temporarily", async () => {
  await using at = await folder();
  {
    await using journal = await opened(at.path);
    await Promise.all([
      journal.put(record("a")),
      journal.put(record("b", { at: 0, status: "paid" })),
      journal.put(record("c", { at: 0 })),
    ]);
    await journal.put(record("a", { status: "paid" }));
    assertEquals((await Deno.readTextFile(at.path)).split("\n").length, 5);
  }
  assertEquals((await Deno.stat(at.path)).mode! & 0o777, 0o600);
  await using journal = await opened(at.path);
  assertEquals((await journal.list()).map(({ id, status }) => [id, status]), [
    ["a", "paid"],
    ["c", "signed"],
  ]);
});

Deno.test("journal: a partial line at the end was not recorded; any other is reported", async () => {
  await using at = await folder();
  await (await openFileJournal(at.path)).close();
  const line = `${JSON.stringify(record("a"))}\n`;
  await Deno.writeTextFile(at.path, `${line}{"id":"b`);
  {
    await using journal = await opened(at.path);
    assertEquals((await journal.list()).length, 1);
  }
  await Deno.writeTextFile(at.path, `{"id":"b\n${line}`);
  await assertRejects(() => openFileJournal(at.path), Error, "Line 1");
  await Deno.writeTextFile(at.path, line);
  await (await openFileJournal(at.path)).close();
});

Deno.test("journal: one process at a time; a dead process does not block the next", async () => {
  await using at = await folder();
  {
    await using _journal = await opened(at.path);
    const error = await assertRejects(() => openFileJournal(at.path), PaymentError);
    assertEquals((error as PaymentError).reason, "journal_in_use");
  }
  const dead = new Deno.Command("true").spawn();
  await dead.status;
  await Deno.writeTextFile(`${at.path}.lock`, String(dead.pid));
  await (await openFileJournal(at.path)).close();
});

Deno.test("journal: of many processes that find a dead lock, one acquires it", async () => {
  await using at = await folder();
  await (await openFileJournal(at.path)).close();
  const dead = new Deno.Command("true").spawn();
  await dead.status;
  for (let round = 0; round < 30; round++) {
    await Deno.writeTextFile(`${at.path}.lock`, String(dead.pid));
    const tries = await Promise.allSettled(
      Array.from({ length: 2 }, () => openFileJournal(at.path)),
    );
    const open = tries.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
    assertEquals([round, open.length], [round, 1]);
    await open[0]!.close();
  }
  assertEquals((await Array.fromAsync(Deno.readDir(dirname(at.path)))).length, 1);
});

Deno.test({
  name: "journal: a process that died does not block the next one of the same number",
  // Containers use the same number for their first process each time.
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using at = await folder();
    await (await openFileJournal(at.path)).close();
    await Deno.writeTextFile(`${at.path}.lock`, `${Deno.pid} 1`);
    await using _journal = await opened(at.path);
    assertEquals((await Deno.readTextFile(`${at.path}.lock`)).split(" ")[0], String(Deno.pid));
    await assertRejects(() => openFileJournal(at.path), PaymentError);
  },
});

Deno.test({
  name: "journal: a write that the disk refuses damages nothing, and the next one goes on",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using at = await folder();
    // Its files are temporarily limited in size: like on a full disk, a partial line is written.
    const child = await new Deno.Command("bash", {
      args: ["-c", 'trap "" XFSZ; exec "$0" run --no-check -A "$1" "$2"', Deno.execPath()]
        .concat(
          fileURLToPath(new URL("../../tests/stack/agents/full_disk_child.ts", import.meta.url)),
        )
        .concat(at.path),
      stderr: "inherit",
    }).output();
    assertEquals(new TextDecoder().decode(child.stdout), "kept\nrefused\nkept\n");
    await using journal = await opened(at.path);
    assertEquals((await journal.list()).map(({ id }) => id), ["first", "last"]);
  },
});
