/**
 * `deno task test production`: follows docs/self-hosting: nginx with TLS in front of two processes,
 * a third that follows two chains, PostgreSQL and Redis; a rolling restart, a leaked key, a backup
 * that is restored.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallJson } from "../../core/wire/values.ts";
import { buildHost } from "../../scripts/build_host.ts";
import { freePort } from "../../scripts/stack/anvil.ts";
import { listen } from "../../scripts/stack/listen.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { startPostgres } from "../../scripts/stack/postgres.ts";
import { startRedis } from "../../scripts/stack/redis.ts";
import { installDebian, isInstalled } from "../../scripts/tools/debian.ts";
import { bundlerHandler } from "../../scripts/stack/bundler/serve.ts";
import { developmentPolicy } from "../../service/mod.ts";
import { type Reach, rpc, sendCalls, settled, user } from "../stack/support/client.ts";
import { documentBlock, startNginx } from "../stack/processes/nginx.ts";
import { hear } from "../stack/processes/replica.ts";
import { spawnService } from "../stack/support/spawn.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };

/** Runs a program to its end and returns its output. */
async function run(program: string, args: readonly string[], env = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: root,
    env,
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (!success) throw new Error(`${program} failed: ${text}${new TextDecoder().decode(stderr)}`);
  return text;
}

Deno.test("production: the operators' document, followed", async (t) => {
  for (const [program, name] of [["nginx", "nginx-light"], ["openssl", "openssl"]] as const) {
    if (!await isInstalled(program)) {
      await installDebian([name], `${program} is missing: install Debian's package \`${name}\`.`);
    }
  }
  await using scope = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "acct-production-" });
  scope.defer(() => Deno.remove(folder, { recursive: true }));
  const postgres = scope.use(await startPostgres({ installs: true, durable: true }));
  const redis = scope.use(await startRedis());
  const stack = scope.use(await startStack({ second: true }));
  const served = [[stack.chainId, stack], [stack.second!.id, stack.second!]] as const;
  const chains = served.map(([id, chain]) => {
    const bundler = listen(0, bundlerHandler(chain.bundler));
    scope.defer(() => bundler.stop());
    return {
      id,
      name: `Local ${id}`,
      testnet: true,
      rpcUrl: chain.rpcUrl,
      bundlerUrl: `http://127.0.0.1:${bundler.port}`,
      sponsor: { paymaster: stack.addresses.sponsor, signerKeyEnv: "SIGNER", name: "Example" },
    };
  });

  const page = join(folder, "page");
  await buildHost(page);
  const example = JSON.parse(await documentBlock("json", '"keysHostKey"'));
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const write = async (file: string, changes: object) => {
    const path = join(folder, file);
    const { keysHostFrames, trustProxy, log, host } = example;
    const own = { keysHostFrames, trustProxy, log, host, database: "ignored", keysHost: page };
    await Deno.writeTextFile(path, JSON.stringify({ ...own, chains, ...changes }));
    return path;
  };
  const keys = async (...args: string[]) =>
    await run(Deno.execPath(), [
      ...["run", "--quiet", "-A", "--no-check", "service/main/main.ts", "keys"],
      ...["--config", await write("keys.json", { port: 0 }), ...args],
    ], env);
  const policy = join(folder, "policy.json");
  await Deno.writeTextFile(policy, JSON.stringify(developmentPolicy));
  const keyOf = (printed: string) => /pk_\S+/.exec(printed)![0];
  const apiKey = keyOf(await keys("create", "--project", "shop", "--sponsor", policy));
  const hostKey = keyOf(await keys("create", "--project", "host"));

  const ports = [await freePort(0), await freePort(0)] as const;
  const start = async (role: string, port: number) => {
    const name = `${role}-${port}.json`;
    return await spawnService(await write(name, { port, keysHostKey: hostKey }), {
      args: ["--role", role],
      env,
    });
  };
  const replicas = [await start("api", ports[0]), await start("api", ports[1])];
  const indexer = await start("indexer", 0);
  scope.defer(async () => {
    for (const each of [...replicas, indexer]) assertEquals(await each.end("SIGTERM"), 0);
  });

  const nginx = scope.use(await startNginx(ports));
  scope.use(nginx.fetchThrough());
  const reach = (chainId: number, key = apiKey): Reach => ({
    serverUrl: "https://api.example.com",
    apiKey: key,
    chainId,
  });
  const [here, there] = chains.map(({ id }) => reach(id));
  await t.step("both names answer for themselves, with the headers of a wallet", async () => {
    const home = await fetch("https://keys.example.com/");
    assertEquals(home.status, 200);
    const html = await home.text();
    assertStringIncludes(html, `content="${hostKey}"`);
    assertStringIncludes(home.headers.get("strict-transport-security")!, "max-age=63072000");
    const csp = home.headers.get("content-security-policy")!;
    assertStringIncludes(csp, "connect-src https://api.example.com;");
    assert(!csp.includes("localhost"), csp);
    assertEquals((await fetch("https://keys.example.com/health")).status, 404);
    assertEquals((await fetch("https://api.example.com/")).status, 404);
    const ready = await (await fetch("https://api.example.com/ready")).json();
    assertEquals(ready.ok, true);
    const found = await (await fetch("https://api.example.com/.well-known/acct-configuration"))
      .json();
    assertEquals(found.keysUrl, "https://keys.example.com");
    assertEquals(found.chains.map(({ id }: { id: number }) => id), chains.map(({ id }) => id));
  });

  await t.step("users send on both chains, through whichever process answers", async () => {
    const people = [1400, 1401, 1402].map(user);
    const sent = await Promise.all(
      people.flatMap((who) => [here!, there!].map((at) => sendCalls(at, who, [ping]))),
    );
    for (const id of sent) assertEquals((await settled(here!, id)).status, 200);
  });

  await t.step("a change stream passes the proxy without buffering", async () => {
    const who = user(1405);
    await using stream = await hear(here!, who.account.address);
    const id = await sendCalls(here!, who, [ping]);
    await until(
      "it reports that the operation was included",
      () => stream.statuses().some((each) => each.id === id && each.status === 200),
    );
    assertEquals(stream.ended(), false);
  });

  await t.step("a client's own word for its address is not believed", async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => user(1430 + n).account.address);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => {
      const headers = { "x-forwarded-for": `10.0.0.${n}` };
      return rpc(here!, "acct_lookUpNames", { chainId: "0x1", addresses }, { headers });
    }));
    // 60 concurrent requests, and five a second, are the limit of one address.
    assert(replies.some(({ error }) => error?.code === -32005));
    assert(replies.some(({ error }) => error === undefined));
  });

  await t.step("a rolling restart loses and rejects no request", async () => {
    let stop = false;
    const ids: string[] = [];
    const sending = [1410, 1411].map(async (seed) => {
      const who = user(seed);
      while (!stop) ids.push(await sendCalls(here!, who, [ping]));
    });
    for (const index of [0, 1] as const) {
      await until("some are sent", () => ids.length > 2 * index);
      assertEquals(await replicas[index]!.end("SIGTERM"), 0);
      replicas[index] = await start("api", ports[index]);
    }
    const before = ids.length;
    await until("more are sent", () => ids.length > before + 2);
    stop = true;
    await Promise.all(sending);
    for (const id of ids) assertEquals((await settled(here!, id)).status, 200);
  });

  await t.step("drill: an API key leaked", async () => {
    const leaked = keyOf(await keys("create", "--project", "shop", "--sponsor", policy));
    const ask = async (key: string) => {
      const { status, error } = await rpc(reach(chains[0]!.id, key), "acct_none", []);
      return [status, error?.code];
    };
    const works = [200, -32601];
    assertEquals(await ask(leaked), works);
    const list = await keys("list", "--project", "shop");
    const line = list.split("\n").find((each) => each.includes(leaked.slice(-4)))!;
    const id = /^\S+/.exec(line)![0];
    const next = keyOf(await keys("rotate", id));
    await keys("revoke", id);
    await until("it is refused", async () => (await ask(leaked))[0] === 401);
    assertEquals(await ask(next), works);
  });

  await t.step("a backup, restored into another database, has the history", async () => {
    const dump = join(folder, "backup.sql");
    const binaries = (await Array.fromAsync(Deno.readDir("/usr/lib/postgresql")))
      .map(({ name }) => name).sort((a, b) => Number(b) - Number(a));
    const bin = `/usr/lib/postgresql/${binaries[0]}/bin`;
    const who = user(1420);
    const id = await sendCalls(here!, who, [ping]);
    assertEquals((await settled(here!, id)).status, 200);
    await run(`${bin}/pg_dump`, ["--file", dump, postgres.url]);
    await run(`${bin}/psql`, [postgres.url, "-c", "create database restored"]);
    const restored = postgres.url.replace(/[^/]*$/, "restored");
    await run(`${bin}/psql`, ["--quiet", "-v", "ON_ERROR_STOP=1", "--file", dump, restored]);
    const config = await write("restored.json", { port: 0, keysHostKey: hostKey });
    const restoredEnv = { ...env, DATABASE_URL: restored };
    const service = await spawnService(config, { env: restoredEnv });
    try {
      const at = { ...here!, serverUrl: service.url };
      assertEquals((await settled(at, id)).status, 200);
    } finally {
      assertEquals(await service.end("SIGTERM"), 0);
    }
    const printed = await run(Deno.execPath(), [
      ...["run", "--quiet", "-A", "--no-check", "service/main/main.ts", "rescan"],
      ...["--config", config, "--fix"],
    ], { ...restoredEnv, SIGNER: `0x${"01".repeat(32)}` });
    console.log(printed.trim());
  });
});
