import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const chain = {
  id: 1,
  name: "Test",
  rpcUrl: "http://127.0.0.1:1",
  bundlerUrl: "http://127.0.0.1:1",
};

/** Starts the service with a configuration; resolves with what it says on its way out. */
async function failToStart(config: string, args: string[] = []): Promise<string> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", "service/main.ts", "--config", config, ...args],
    cwd: root,
    stdout: "null",
    stderr: "piped",
  }).output();
  assertEquals(code, 1);
  return new TextDecoder().decode(stderr).trim();
}

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
      const text = await failToStart(path, args);
      for (const word of words) assertStringIncludes(text, word);
      assertEquals(/\n\s+at |Uncaught/.test(text), false, text);
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
  await write({});
  await says("a wrong role", ["--role"], ["--role", "king"]);
  await Deno.remove(folder, { recursive: true });
});
