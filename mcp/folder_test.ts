/** The agent's folder: who may read its key, and what is read from its files. */
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

Deno.test("folder: a key is made once, and read by its owner alone", async () => {
  await using at = await temporary();
  const folder = openFolder(`${at.path}/agent`);
  const { address } = await folder.key();
  assertEquals((await folder.key()).address, address);
  const file = folder.path("key");
  assertEquals((await Deno.stat(file)).mode! & 0o777, 0o600);
  assertEquals((await Deno.stat(`${at.path}/agent`)).mode! & 0o777, 0o700);
  for (const mode of [0o640, 0o604, 0o660, 0o777]) {
    await Deno.chmod(file, mode);
    await assertRejects(() => folder.key(), Error, "can be read by others");
  }
  await Deno.chmod(file, 0o600);
  await Deno.rename(file, `${at.path}/elsewhere`);
  await Deno.symlink(`${at.path}/elsewhere`, file);
  await assertRejects(() => folder.key(), Error, "is a link");
  await Deno.remove(file);
  await Deno.writeTextFile(file, "0x12", { mode: 0o600 });
  await assertRejects(() => folder.key(), Error, "holds no key");
});

Deno.test("folder: one in which others may write is not used", async () => {
  await using at = await temporary();
  const folder = openFolder(at.path);
  await folder.key();
  // They could put another file of settings in its place.
  for (const mode of [0o770, 0o702, 0o777, 0o720]) {
    await Deno.chmod(at.path, mode);
    await assertRejects(() => folder.key(), Error, "can be changed by others");
  }
  await Deno.chmod(at.path, 0o755);
  await folder.key();
});

Deno.test("folder: of many that make its key at once all have the same", async () => {
  await using at = await temporary();
  for (let round = 0; round < 20; round++) {
    const path = `${at.path}/${round}`;
    const keys = await Promise.all([1, 2, 3, 4].map(() => openFolder(path).key()));
    assertEquals(new Set(keys.map(({ address }) => address)).size, 1);
    assertEquals([...Deno.readDirSync(path)].map(({ name }) => name), ["key"]);
  }
});

Deno.test("folder: nothing is written through links of others, or read that they can change", async () => {
  await using at = await temporary();
  const folder = openFolder(`${at.path}/agent`);
  await Deno.writeTextFile(`${at.path}/precious`, "precious");
  await Deno.mkdir(`${at.path}/agent`);
  await Deno.chmod(`${at.path}/agent`, 0o777);
  await Deno.symlink(`${at.path}/precious`, folder.path("agent.json.new"));
  await assertRejects(
    () => folder.write("agent.json", settings),
    Error,
    "can be changed by others",
  );
  assertEquals(await Deno.readTextFile(`${at.path}/precious`), "precious");
  await Deno.remove(folder.path("agent.json.new"));
  await Deno.chmod(`${at.path}/agent`, 0o755);
  await folder.write("agent.json", settings);
  for (const mode of [0o666, 0o620, 0o602]) {
    await Deno.chmod(folder.path("agent.json"), mode);
    await assertRejects(() => folder.settings(), Error, "can be changed by others");
  }
  // A folder that others cannot enter keeps them from its files.
  await Deno.chmod(`${at.path}/agent`, 0o700);
  assertEquals((await folder.settings()).name, "Ada");
});

Deno.test("folder: settings and permissions are read as what they are, and nothing else", async () => {
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
