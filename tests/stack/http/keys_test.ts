import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseApiKey } from "../../../core/ground/api_key.ts";
import { openToolStore } from "../../../service/store/tool_store.ts";
import { developmentPolicy } from "../../../service/mod.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

Deno.test("keys: made, listed and revoked from the command line", async () => {
  const folder = await Deno.makeTempDir();
  const config = join(folder, "config.json");
  const policy = join(folder, "policy.json");
  const chain = { id: 1, name: "A", rpcUrl: "http://node", bundlerUrl: "http://bundler" };
  const database = join(folder, "service.sqlite");
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "example.com",
      port: 0,
      database,
      chains: [chain, { ...chain, id: 84532, testnet: true }],
    }),
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
  // A test key names the first test network.
  assertEquals(parseApiKey(made.out).chainId, 84532);
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
  const rotated = (await keys("rotate", id)).out;
  assertMatch(rotated, /^pk_test_\S+$/);
  assertEquals(parseApiKey(rotated).chainId, 84532);
  const live = await keys("create", "--project", "live", "--live");
  assertEquals(parseApiKey(live.out).chainId, 1);
  assertEquals((await keys("list", "--project", "shop")).out.split("\n").length, 2);
  assertEquals((await keys("set", "nobody")).code, 1);
  assertEquals((await keys("revoke", listed.out.split("  ")[0]!)).code, 0);
  assertStringIncludes((await keys("list", "--project", "shop")).out, "revoked");

  // Usage as CSV: of this project's keys, for the requested days, by day and key.
  const day = (ago: number) => Math.floor(Date.now() / 86_400_000) - ago;
  const store = await openToolStore(database);
  await store.insertInto("counters").values(
    [
      ["operations", 3, 0],
      ["spent_gwei", 70, 0],
      ["operations", 2, 30],
      ["gwei", 9, 30],
      ["operations", 1, 31],
    ].map(([kind, used, ago]) => ({
      owner: id,
      day: day(ago as number),
      kind: kind as "operations",
      subject: "",
      used: used as number,
    })),
  ).execute();
  await store.insertInto("counters").values({
    owner: "another",
    day: day(0),
    kind: "operations",
    subject: "",
    used: 5,
  }).execute();
  await store.destroy();
  const dateOf = (ago: number) => new Date(day(ago) * 86_400_000).toISOString().slice(0, 10);
  assertEquals((await keys("usage", "--project", "shop")).out.split("\n"), [
    "day,key,operations,gwei,spent_gwei,returned_gwei",
    `${dateOf(30)},${id},2,9,0,0`,
    `${dateOf(0)},${id},3,0,70,0`,
  ]);
  assertEquals((await keys("usage", "--project", "shop", "--days", "1")).out.split("\n").length, 2);
  for (const days of ["0", "41", "1.5", "x"]) {
    const refused = await keys("usage", "--project", "shop", "--days", days);
    assertEquals([refused.code, refused.out], [2, ""]);
    assertStringIncludes(refused.error, "--days must be a whole number from 1 to 40");
  }

  const wrong = await keys("create", "--project", "shop", "--domain", "a.org");
  assertEquals(wrong.code, 1);
  assertStringIncludes(wrong.error, "not an origin");
  await Deno.remove(folder, { recursive: true });
});
