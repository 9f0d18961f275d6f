/** The agent's folder: access to its key, and validation of its files. */
import { assertEquals, assertRejects } from "@std/assert";
import { openFolder, readGranted, settingsShape } from "./folder.ts";

async function temporary(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

const settings = {
  name: "Ada",
  rpcUrl: "http://127.0.0.1:8545",
  token: `0x${"aa".repeat(20)}`,
  chainId: 1,
  perRequest: "10",
  page: "https://wallet.test/",
};

Deno.test("folder: a key is created once, and only its owner can read it", async () => {
  await using at = await temporary();
  const folder = openFolder(`${at.path}/agent`);
  const { address } = await folder.key();
  assertEquals((await folder.key()).address, address);
  const file = folder.path("key");
  assertEquals((await Deno.stat(file)).mode! & 0o777, 0o600);
  assertEquals((await Deno.stat(`${at.path}/agent`)).mode! & 0o777, 0o700);
  for (const mode of [0o640, 0o604, 0o660, 0o777]) {
    await Deno.chmod(file, mode);
    await assertRejects(() => folder.key(), Error, "Other users can read");
  }
  await Deno.chmod(file, 0o600);
  await Deno.rename(file, `${at.path}/elsewhere`);
  await Deno.symlink(`${at.path}/elsewhere`, file);
  await assertRejects(() => folder.key(), Error, "is a link");
  await Deno.remove(file);
  await Deno.writeTextFile(file, "0x12", { mode: 0o600 });
  await assertRejects(() => folder.key(), Error, "contains no key");
});

Deno.test("folder: a folder that others can write to is not used", async () => {
  await using at = await temporary();
  const folder = openFolder(at.path);
  await folder.key();
  // They could replace the settings file.
  for (const mode of [0o770, 0o702, 0o777, 0o720]) {
    await Deno.chmod(at.path, mode);
    await assertRejects(() => folder.key(), Error, "Other users can change");
  }
  await Deno.chmod(at.path, 0o755);
  await folder.key();
});

Deno.test("folder: concurrent processes that create its key get the same one", async () => {
  await using at = await temporary();
  for (let round = 0; round < 20; round++) {
    const path = `${at.path}/${round}`;
    const keys = await Promise.all([1, 2, 3, 4].map(() => openFolder(path).key()));
    assertEquals(new Set(keys.map(({ address }) => address)).size, 1);
    assertEquals([...Deno.readDirSync(path)].map(({ name }) => name), ["key"]);
  }
});

Deno.test("folder: links of others are not followed, and files that they can change are not read", async () => {
  await using at = await temporary();
  const folder = openFolder(`${at.path}/agent`);
  await Deno.writeTextFile(`${at.path}/precious`, "precious");
  await Deno.mkdir(`${at.path}/agent`);
  await Deno.chmod(`${at.path}/agent`, 0o777);
  await Deno.symlink(`${at.path}/precious`, folder.path("agent.json.new"));
  await assertRejects(
    () => folder.write("agent.json", settings),
    Error,
    "Other users can change",
  );
  assertEquals(await Deno.readTextFile(`${at.path}/precious`), "precious");
  await Deno.remove(folder.path("agent.json.new"));
  await Deno.chmod(`${at.path}/agent`, 0o755);
  await folder.write("agent.json", settings);
  for (const mode of [0o666, 0o620, 0o602]) {
    await Deno.chmod(folder.path("agent.json"), mode);
    await assertRejects(() => folder.settings(), Error, "Other users can change");
  }
  // A folder that other users cannot enter protects its files.
  await Deno.chmod(`${at.path}/agent`, 0o700);
  assertEquals((await folder.settings()).name, "Ada");
});

Deno.test("folder: settings and permissions are validated, and other values rejected", async () => {
  await using at = await temporary();
  const folder = openFolder(at.path);
  assertEquals(await folder.granted(), null);
  await assertRejects(() => folder.settings(), Error, "agent.json yet: acct-agent init");
  for (const name of ["agent.json", "granted.json"]) {
    await Deno.writeTextFile(folder.path(name), "{bad");
  }
  await assertRejects(() => folder.settings(), Error, "agent.json is not JSON.");
  await assertRejects(() => folder.granted(), Error, "granted.json is not JSON.");
  await folder.write("agent.json", settings);
  assertEquals((await folder.settings()).name, "Ada");
  assertEquals((await Deno.stat(folder.path("agent.json"))).mode! & 0o777, 0o600);
  for (
    const wrong of [
      { perRequest: 10 },
      { perRequest: "0" },
      { perRequest: "1.5" },
      { perRequest: "-1" },
      { hosts: ["*"] },
      { hosts: ["https://api.test"] },
      { recipients: ["ada.eth"] },
      { rpcUrl: "node" },
      { chainId: 0 },
      { token: "0x1" },
      { perRequests: "10" },
    ]
  ) {
    assertEquals([wrong, settingsShape.safeParse({ ...settings, ...wrong }).success], [
      wrong,
      false,
    ]);
  }
  await assertRejects(
    () => Promise.resolve().then(() => readGranted({ account: settings.token })),
    Error,
    "not a granted permission",
  );
});
