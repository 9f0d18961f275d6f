import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "../../service/store/store.ts";
import { servicePermissions } from "./spawn.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

Deno.test("tool output: what could not be written is told, and a key that was made by its id", async (t) => {
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const database = join(folder, "service.sqlite");
  const chain = { id: 1, name: "A", rpcUrl: "http://node", bundlerUrl: "http://bundler" };
  await Deno.writeTextFile(
    config,
    JSON.stringify({ host: "example.com", port: 0, database, chains: [chain] }),
  );
  const program = ["run", "--quiet", "--no-check", ...await servicePermissions()];
  const commandOf = ([name, ...args]: readonly string[]) => [
    ...program,
    "service/main/main.ts",
    ...[name!, "--config", config, ...args],
  ];
  /** Runs a command whose reader has gone before it writes. */
  const unread = async (...command: string[]) => {
    const child = new Deno.Command(Deno.execPath(), {
      args: commandOf(command),
      cwd: root,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await child.stdout.cancel();
    const text = await new Response(child.stderr).text();
    return { code: (await child.status).code, text };
  };
  const ids = async () => {
    await using store = await openStore(database);
    const rows = await store.selectFrom("keys").select("id").orderBy("created_at").execute();
    return rows.map(({ id }) => id);
  };

  await t.step("create and rotate", async () => {
    const created = await unread("keys", "create", "--project", "shop");
    const [first] = await ids();
    assertEquals(created.code, 1, created.text);
    assertMatch(created.text, new RegExp(`could not be written.*${first}`));
    assertEquals(created.text.includes("shown only once"), false);
    const rotated = await unread("keys", "rotate", first!);
    const [, second] = await ids();
    assertEquals(rotated.code, 1, rotated.text);
    assertMatch(rotated.text, new RegExp(`could not be written.*${second}`));
    assertEquals(/\n\s+at |[ps]k_test_/.test(created.text + rotated.text), false);
  });

  await t.step("the others", async () => {
    const account = `0x${"11".repeat(20)}`;
    for (const command of [["keys", "list", "--project", "shop"], ["forget", account, "--yes"]]) {
      const { code, text } = await unread(...command);
      assertEquals(code, 1, text);
      assertStringIncludes(text, "could not be written");
      if (command[0] === "forget") assertStringIncludes(text, "deleted");
    }
  });

  await t.step("closed, or the null device: no key is made", async () => {
    const [id] = await ids();
    for (const to of [">&-", ">/dev/null"]) {
      for (const command of [["create", "--project", "shop"], ["rotate", id!]]) {
        const before = await ids();
        const { code, stderr } = await new Deno.Command("sh", {
          args: ["-c", `exec "$0" "$@" ${to}`, Deno.execPath(), ...commandOf(["keys", ...command])],
          cwd: root,
          stderr: "piped",
        }).output();
        assertEquals(code, 1);
        assertStringIncludes(new TextDecoder().decode(stderr), "No key was made");
        assertEquals(await ids(), before);
      }
    }
  });

  await t.step("a full disk", async () => {
    const { code, stderr } = await new Deno.Command("sh", {
      args: [
        ...["-c", `exec "$0" "$@" >/dev/full`, Deno.execPath()],
        ...commandOf(["keys", "create", "--project", "shop"]),
      ],
      cwd: root,
      stderr: "piped",
    }).output();
    assertEquals(code, 1);
    assertMatch(
      new TextDecoder().decode(stderr),
      new RegExp(`could not be written.*${(await ids()).at(-1)}`),
    );
  });
  await Deno.remove(folder, { recursive: true });
});
