import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { developmentPolicy } from "../../service/mod.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

Deno.test("keys: made, listed and revoked from the command line", async () => {
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const policy = join(folder, "policy.json");
  const chain = { id: 1, name: "A", rpcUrl: "http://node", bundlerUrl: "http://bundler" };
  const database = join(folder, "service.sqlite");
  await Deno.writeTextFile(
    config,
    JSON.stringify({ host: "example.com", port: 0, database, chains: [chain] }),
  );
  await Deno.writeTextFile(policy, JSON.stringify(developmentPolicy));
  const keys = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "service/main/keys_command.ts",
        "--config",
        config,
        ...args,
      ],
      cwd: root,
    }).output();
    const text = new TextDecoder();
    return { code, out: text.decode(stdout).trim(), error: text.decode(stderr) };
  };
  const sponsor = ["--domain", "https://a.org", "--sponsor", policy];
  const made = await keys("create", "--project", "shop", ...sponsor);
  assertMatch(made.out, /^pk_test_\S+$/);
  const listed = await keys("list", "--project", "shop");
  assertStringIncludes(listed.out, "works  sponsored  https://a.org");
  assertEquals(listed.out.includes(made.out), false);
  assertStringIncludes(listed.out, "today 0/100000 operations");
  const id = listed.out.split("  ")[0]!;
  assertEquals((await keys("set", id, "--domain", "https://b.org")).code, 0);
  assertStringIncludes(
    (await keys("list", "--project", "shop")).out,
    "works  not sponsored  https://b.org",
  );
  assertMatch((await keys("rotate", id)).out, /^pk_test_\S+$/);
  assertEquals((await keys("list", "--project", "shop")).out.split("\n").length, 2);
  assertEquals((await keys("project", "--project", "shop", ...sponsor)).code, 0);
  assertEquals((await keys("set", "nobody")).code, 1);
  assertEquals((await keys("revoke", listed.out.split("  ")[0]!)).code, 0);
  assertStringIncludes((await keys("list", "--project", "shop")).out, "revoked");
  const wrong = await keys("create", "--project", "shop", "--domain", "a.org");
  assertEquals(wrong.code, 1);
  assertStringIncludes(wrong.error, "not an origin");
  await Deno.remove(folder, { recursive: true });
});
