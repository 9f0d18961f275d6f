import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const chain = {
  id: 1,
  name: "Test",
  rpcUrl: "http://127.0.0.1:1",
  bundlerUrl: "http://127.0.0.1:1",
};

/** Runs the service's program. Resolves with its exit code and its last output. */
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", "service/main/main.ts", ...args],
    cwd: root,
    stdout: "null",
    stderr: "piped",
  }).output();
  return { code, text: new TextDecoder().decode(stderr).trim() };
}

const hasStack = (text: string) => /\n\s+at |Uncaught/.test(text);

Deno.test("start errors: each is a sentence that names the cause, without a stack", async (t) => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "service.json");
  const write = (config: object) =>
    Deno.writeTextFile(
      path,
      JSON.stringify({
        host: "localhost:1",
        port: 0,
        database: ":memory:",
        chains: [chain],
        ...config,
      }),
    );
  const says = async (name: string, words: readonly string[], args?: string[]) =>
    await t.step(name, async () => {
      const { code, text } = await run("--config", path, ...args ?? []);
      assertEquals(code, 1);
      for (const word of words) assertStringIncludes(text, word);
      assertEquals(hasStack(text), false, text);
    });

  await says("no file", [path]);
  await Deno.writeTextFile(path, "{");
  await says("no JSON", ["JSON"]);
  await write({ port: "x" });
  await says("a wrong field", ["port"]);
  const sponsor = { paymaster: `0x${"11".repeat(20)}`, signerKeyEnv: "NO_SUCH_KEY", name: "x" };
  await write({ chains: [{ ...chain, sponsor }] });
  await says("a missing secret", ["NO_SUCH_KEY"]);
  await write({ database: join(folder, "missing", "file.sqlite") });
  await says("a missing folder", [join(folder, "missing", "file.sqlite"), "folder"]);
  const damaged = join(folder, "damaged.sqlite");
  await Deno.writeTextFile(damaged, "no database ".repeat(1_000));
  await write({ database: damaged });
  await says("a damaged database", [damaged]);
  await write({ keysHost: join(folder, "no page") });
  await says("a missing page", [join(folder, "no page")]);
  await write({ descriptors: join(folder, "none.json") });
  await says("missing descriptors", [join(folder, "none.json"), "descriptors"]);
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr as Deno.NetAddr;
  await write({ port });
  await says("a port that is taken", [`127.0.0.1:${port}`, "taken"]);
  await write({ admin: { port } });
  await says("an admin port that is taken", [`127.0.0.1:${port}`, "admin"]);
  taken.close();
  await write({ hostname: "no such address" });
  await says("an address that is none", ["hostname", "no such address"]);
  await write({});
  await says("a wrong role", ["--role"], ["--role", "king"]);
  await says("a wrong port", ["--port must be a port"], ["--port", "80a"]);
  await says("a wrong admin port", ["--admin-port must be a port"], ["--admin-port", "65536"]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("start errors: unknown options, in one line", async (t) => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "service.json");
  const config = { host: "localhost:1", port: 0, database: ":memory:", chains: [chain] };
  await Deno.writeTextFile(path, JSON.stringify(config));
  const rows: readonly (readonly [args: readonly string[], code: number, word: string])[] = [
    [["--help"], 2, "usage"],
    [["--confg", path], 2, "--confg"],
    [["--config"], 2, "--config"],
    [["keys", "--foo"], 2, "--foo"],
    [["rescan", "--foo"], 2, "--foo"],
    [["forget", "--foo"], 2, "--foo"],
    [["rescan", "--config", join(folder, "none.json")], 1, "none.json"],
    // A chain that does not exist matches in every row.
    [["rescan", "--config", path, "--chain", "5"], 2, "chain 5"],
    [["rescan", "--config", path, "--chain", "base"], 2, "base"],
  ];
  for (const [args, code, word] of rows) {
    await t.step(args.map((arg) => arg.replace(folder, "")).join(" "), async () => {
      const ended = await run(...args);
      assertEquals([ended.code, hasStack(ended.text)], [code, false], ended.text);
      assertStringIncludes(ended.text, word);
    });
  }
  await Deno.remove(folder, { recursive: true });
});
