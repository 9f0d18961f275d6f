import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { join } from "node:path";
import { zeroAddress } from "viem";
import { accountOf } from "../core/account/address.ts";
import { addressOwner } from "../core/account/owners/key.ts";
import { openFolder } from "./folder.ts";
import { main } from "./main.ts";
import { terminalLink } from "./terminal.ts";

async function withFolder(run: (path: string) => Promise<void>): Promise<void> {
  const parent = await Deno.makeTempDir();
  try {
    await run(join(parent, "acct"));
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

Deno.test("cli: all files are readable by their owner only", async () => {
  await withFolder(async (path) => {
    const folder = openFolder(path);
    assertEquals([folder.settings(), folder.session.get("a"), folder.grants()], [null, null, []]);
    await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
    folder.setSettings({ apiKey: "pk_live_x", name: "Test" });
    folder.session.set("a", "1");
    folder.session.set("b", "2");
    folder.setGrants([{
      account: zeroAddress,
      spender: zeroAddress,
      start: 0,
      end: 1,
      salt: "0x",
      calls: [],
      spends: [],
      watched: [],
      permissionId: "0x1",
      chainId: "0x1",
    }]);
    await folder.keys.get("default");
    assertEquals((await Deno.stat(path)).mode! & 0o777, 0o700);
    const names: string[] = [];
    for await (const { name } of Deno.readDir(path)) {
      names.push(name);
      assertEquals([name, (await Deno.stat(join(path, name))).mode! & 0o777], [name, 0o600]);
    }
    assertEquals(names.sort(), ["grants.json", "key.json", "session.json", "settings.json"]);
    const again = openFolder(path);
    assertEquals([again.session.get("a"), again.session.get("b")], ["1", "2"]);
    again.session.set("a", null);
    assertEquals(again.session.get("a"), null);
    again.forget();
    assertEquals([again.session.get("b"), again.grants()], [null, []]);
    assertEquals(again.settings()?.name, "Test");
  });
});

Deno.test("cli: the key is the same in each run, and cannot be exported from memory", async () => {
  await withFolder(async (path) => {
    const raw = async () => {
      const pair = await openFolder(path).keys.get("default");
      assertEquals(pair!.privateKey.extractable, false);
      return new Uint8Array(await crypto.subtle.exportKey("raw", pair!.publicKey as CryptoKey));
    };
    const first = await raw();
    assertEquals(await raw(), first);
    await openFolder(path).keys.remove("default");
    assertEquals((await raw()).join() === first.join(), false);
  });
});

Deno.test("cli: files and folders that others can reach are refused", async () => {
  await withFolder(async (path) => {
    const folder = openFolder(path);
    folder.setSettings({ apiKey: "pk_live_x", name: "Test" });
    await Deno.chmod(join(path, "settings.json"), 0o644);
    assertThrows(() => folder.settings(), Error, "chmod 600");
    await Deno.chmod(join(path, "settings.json"), 0o600);
    await Deno.chmod(path, 0o777);
    assertThrows(() => folder.session.set("a", "1"), Error, "chmod 700");
    await Deno.chmod(path, 0o700);
    await Deno.remove(join(path, "settings.json"));
    await Deno.symlink("/etc/hostname", join(path, "settings.json"));
    assertThrows(() => folder.settings(), Error, "symbolic link");
  });
});

Deno.test("cli: a command that cannot run says why, and stores nothing", async () => {
  await withFolder(async (path) => {
    const cases: [args: string[], message: RegExp][] = [
      [["fly"], /no command fly/],
      [["toString"], /no command toString/],
      [["accounts"], /Not connected\. Run: acct connect/],
      [["connect"], /needs --api-key/],
      [["accounts", "--chain", "one"], /--chain must be a chain id/],
    ];
    for (const [args, message] of cases) {
      const error = await assertRejects(() => main([...args, "--folder", path]), Error);
      assertMatch(error.message, message);
    }
    await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
  });
});

Deno.test("cli: the own key never spends from an account that was connected before", async () => {
  await withFolder(async (path) => {
    const folder = openFolder(path);
    const urls = { serverUrl: "http://localhost:1", keysUrl: "http://keys.localhost:1" };
    folder.setSettings({ apiKey: "pk_live_x", name: "Test", chainId: 1, ...urls });
    const account = accountOf(addressOwner(`0x${"a1".repeat(20)}`));
    const session = { account, chainId: 1, at: Date.now() };
    const key = `acct.session.1:CrossPlatform:${urls.serverUrl}:${urls.keysUrl}`;
    folder.session.set(key, JSON.stringify(session));
    const granted = {
      account: zeroAddress,
      spender: zeroAddress,
      start: 0,
      end: 2 ** 40,
      salt: "0x",
      calls: [],
      spends: [],
      watched: [],
      permissionId: "0x1",
      chainId: "0x1",
    } as const;
    folder.setGrants([granted]);
    await Deno.writeTextFile(join(path, "calls.json"), "[]");
    const args = ["send", "--own-key", "--calls", join(path, "calls.json"), "--folder", path];
    const error = await assertRejects(() => main(args), Error);
    assertMatch(error.message, /no permission/);
  });
});

Deno.test("cli: an error names the time until the next link", async () => {
  await using server = Deno.serve({ port: 0, onListen() {} }, () =>
    Response.json({
      error: {
        code: -32005,
        message: "Too many requests.",
        data: {
          cause: "limit_exceeded",
          advice: "Try again after data.retryAfter seconds.",
          retryAfter: 540,
        },
      },
    }, { status: 429 }));
  await withFolder(async (path) => {
    const url = (host: string) => `http://${host}:${server.addr.port}`;
    const run = async (...args: string[]) => {
      const program = ["run", "-A", "--config", "deno.local.json", "cli/main.ts", "connect"];
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...program,
          ...["--api-key", "pk_live_x", "--folder", path, ...args],
          ...["--server", url("localhost"), "--wallet", url("keys.localhost")],
        ],
        cwd: new URL("..", import.meta.url),
      }).output();
      return [code, new TextDecoder().decode(stderr).trim()] as const;
    };
    const limited = "Too many requests. Try again after 540 seconds.";
    assertEquals(await run(), [1, limited]);
    const [code, text] = await run("--json");
    assertEquals([code, JSON.parse(text).error.data.retryAfter], [1, 540]);
  });
});

Deno.test("cli: a link is shown once per state, as a QR code and as text", () => {
  const lines: string[] = [];
  const show = terminalLink((text) => lines.push(text));
  const url = "https://keys.example.com/link#abc";
  show({ state: "open", url, code: null });
  show({ state: "open", url, code: null });
  show({ state: "compare", url, code: "123456" });
  show(null);
  assertEquals(lines.length, 2);
  assertMatch(lines[0]!, /[█▀▄]/);
  assertMatch(lines[0]!, /https:\/\/keys\.example\.com\/link#abc$/);
  assertMatch(lines[1]!, /123 456$/);
});
