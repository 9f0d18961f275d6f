import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

Deno.test("tool database: only tools for the time before the first start create one, and report it", async () => {
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const database = join(folder, "service.sqlite");
  const chain = { id: 1, name: "A", rpcUrl: "http://node", bundlerUrl: "http://bundler" };
  const names = { chainId: 1, rpcUrl: "http://node", resolver: `0x${"22".repeat(20)}` };
  const configure = (path: string) =>
    Deno.writeTextFile(
      config,
      JSON.stringify({
        host: "example.com",
        port: 0,
        database: path,
        chains: [chain],
        names: { ...names, signerKeyEnv: "NAMES_KEY" },
      }),
    );
  const run = async (program: string, ...args: string[]) => {
    const [command, ...others] = args;
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", program, command!, "--config", config, ...others],
      cwd: root,
    }).output();
    const text = new TextDecoder();
    return { code, out: text.decode(stdout).trim(), error: text.decode(stderr) };
  };
  const keys = (...args: string[]) => run("service/main/keys_command.ts", ...args);
  const files = async () =>
    (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();

  await configure(database);
  const [main, list] = ["service/main/main.ts", ["list", "--project", "shop"]];
  const commands: [string, ...string[]][] = [
    ["service/main/keys_command.ts", ...list],
    ["service/main/keys_command.ts", "revoke", "abc"],
    ["service/main/keys_command.ts", "rotate", "abc"],
    ["service/main/keys_command.ts", "set", "abc"],
    ["service/main/names_command.ts", ...list],
    [main, "forget", `0x${"11".repeat(20)}`],
    [main, "rescan"],
  ];
  for (const [program, ...args] of commands) {
    const { code, error } = await run(program, ...args);
    assertEquals(code, 1, `${args}: ${error}`);
    assertStringIncludes(error, `There is no database at ${database}.`);
    assertEquals(/\n\s+at /.test(error), false, error);
    assertEquals(await files(), ["config.json"], `${args}`);
  }
  await configure(":memory:");
  assertStringIncludes((await keys("create", "--project", "shop")).error, "in the memory");

  await configure(database);
  const created = await keys("create", "--project", "shop");
  assertEquals(created.code, 0, created.error);
  assertMatch(created.out, /^pk_test_\S+$/);
  assertStringIncludes(created.error, `no database at ${database}: a new one was created`);
  const [id] = (await keys(...list)).out.split("  ");
  assertStringIncludes((await keys("revoke", "abc")).error, "There is no such key.");
  const revoked = await keys("revoke", id!);
  assertEquals(revoked, { code: 0, out: "", error: "" });
  for (const command of ["revoke", "rotate", "set"]) {
    assertMatch((await keys(command, id!)).error, /is revoked since 20\d\d-/);
  }
  await Deno.remove(folder, { recursive: true });
});
