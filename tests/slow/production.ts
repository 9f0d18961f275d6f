/**
 * `deno task test:production`: what docs/service.md says, done as it says: nginx with TLS in front of
 * two processes, a third that follows two chains, PostgreSQL and Redis; a rolling restart, a leaked
 * key, a backup that is restored.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Buffer } from "node:buffer";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_KEY_HEADER, type CallJson } from "../../core/protocol/service/mod.ts";
import { buildHost } from "../../scripts/build_host.ts";
import { freePort } from "../../scripts/stack/anvil.ts";
import { listen } from "../../scripts/stack/listen.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { startPostgres } from "../../scripts/stack/postgres.ts";
import { startRedis } from "../../scripts/stack/redis.ts";
import { installDebian, isInstalled } from "../../scripts/tools/debian.ts";
import { bundlerHandler } from "../../service/bundler/dev/serve.ts";
import { developmentPolicy } from "../../service/mod.ts";
import { type Reach, rpc, sendCalls, settled, user } from "../stack/client.ts";
import { spawnService } from "../stack/spawn.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };

/** Runs a program to its end; returns what it printed. */
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

/** The block of a language in the operators' document, the first one that holds a text. */
async function blockOf(language: string, holds: string): Promise<string> {
  const document = await Deno.readTextFile(join(root, "docs/service.md"));
  const blocks = document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"));
  for (const [, block] of blocks) if (block!.includes(holds)) return block!;
  throw new Error(`docs/service.md has no block ${language} with ${holds}`);
}

/** Puts one text in place of another, which must be there. */
function replaced(text: string, pairs: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(pairs)) {
    assertStringIncludes(text, from);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** A fetch to names that no resolver knows, at a port of this machine, with a certificate of ours. */
function fetchAt(port: number, ca: string): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const { hostname, pathname, search } = new URL(asked.url);
    const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer());
    return await new Promise((resolve, reject) => {
      const sent = httpsRequest({
        host: "127.0.0.1",
        port,
        servername: hostname,
        ca,
        method: asked.method,
        path: `${pathname}${search}`,
        headers: { ...Object.fromEntries(asked.headers), host: hostname },
        agent: false,
      }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(answer.headers)) {
            headers.set(name, String(value));
          }
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode!, headers }));
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  };
}

/** An account's change stream through the proxy, and what has come of it so far. */
function streamAt(port: number, ca: string, { apiKey }: Reach, address: string) {
  const state = { text: "", status: 0, ended: false };
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const sent = httpsRequest({
    host: "127.0.0.1",
    port,
    servername: "api.example.com",
    ca,
    path: `/v1/events?address=${address}`,
    headers: { host: "api.example.com", [API_KEY_HEADER]: apiKey },
    agent: false,
  }, (answer) => {
    state.status = answer.statusCode!;
    answer.setEncoding("utf8");
    answer.on("data", (text: string) => state.text += text);
    answer.on("end", () => state.ended = true);
  });
  sent.on("error", () => state.ended = true);
  sent.on("close", () => resolve());
  sent.end();
  return {
    state,
    async [Symbol.asyncDispose]() {
      sent.destroy();
      await closed;
    },
  };
}

/** Certificate of a name and its sub-domains. */
async function certificate(folder: string, name: string): Promise<void> {
  await run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-days", "2", "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:*.${name}`],
    ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
  ]);
}

/** nginx with the document's lines, in a folder of its own. */
async function startNginx(folder: string, server: string): Promise<AsyncDisposable> {
  const file = join(folder, "nginx.conf");
  await Deno.writeTextFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${server}
}`,
  );
  const child = new Deno.Command("nginx", {
    args: ["-c", file, "-e", join(folder, "error.log")],
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
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
  const example = JSON.parse(await blockOf("json", '"keysHostKey"'));
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
      ...["run", "--quiet", "-A", "--no-check", "service/main.ts", "keys"],
      ...["--config", await write("keys.json", { port: 0 }), ...args],
    ], env);
  const policy = join(folder, "policy.json");
  await Deno.writeTextFile(policy, JSON.stringify(developmentPolicy));
  const keyOf = (printed: string) => /pk_\S+/.exec(printed)![0];
  const apiKey = keyOf(await keys("create", "--project", "shop", "--sponsor", policy));
  const hostKey = keyOf(await keys("create", "--project", "host"));

  const ports = [await freePort(0), await freePort(0)];
  const start = async (role: string, port: number) => {
    const name = `${role}-${port}.json`;
    return await spawnService(await write(name, { port, keysHostKey: hostKey }), {
      args: ["--role", role],
      env,
    });
  };
  const replicas = [await start("api", ports[0]!), await start("api", ports[1]!)];
  const indexer = await start("indexer", 0);
  scope.defer(async () => {
    for (const each of [...replicas, indexer]) assertEquals(await each.end("SIGTERM"), 0);
  });

  const tls = await freePort(0);
  await certificate(folder, "example.com");
  const lines = replaced(await blockOf("nginx", "upstream acct"), {
    "127.0.0.1:8080": `127.0.0.1:${ports[0]}`,
    "127.0.0.1:8081": `127.0.0.1:${ports[1]}`,
    "listen 443 ssl": `listen 127.0.0.1:${tls} ssl`,
    "/etc/ssl/example.com": folder,
  });
  scope.use(await startNginx(folder, lines));
  const ca = await Deno.readTextFile(join(folder, "fullchain.pem"));
  const own = globalThis.fetch;
  const through = fetchAt(tls, ca);
  globalThis.fetch = (input, init) => {
    const { url } = new Request(input, init);
    return new URL(url).hostname.endsWith(".example.com") ? through(input, init) : own(input, init);
  };
  scope.defer(() => void (globalThis.fetch = own));
  const reach = (chainId: number, key = apiKey): Reach => ({
    serverUrl: "https://api.example.com",
    apiKey: key,
    chainId,
  });
  const [here, there] = chains.map(({ id }) => reach(id));
  await until(
    "the proxy answers",
    async () => (await fetch("https://api.example.com/health").catch(() => null))?.status === 200,
  );

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

  await t.step("a change stream goes through the proxy as it comes", async () => {
    const who = user(1405);
    await using stream = streamAt(tls, ca, here!, who.account.address);
    const { state } = stream;
    // A proxy that buffers would hold back the few bytes with which it begins.
    await until("it begins", () => state.text.includes("retry: "));
    assertEquals([state.status, state.text.includes("event: ")], [200, false]);
    const id = await sendCalls(here!, who, [ping]);
    const heard = () =>
      [...state.text.matchAll(/^event: callsStatusChanged\ndata: (.*)$/gm)]
        .map(([, data]) => JSON.parse(data!))
        .some((change) => change.id === id && change.status === 200);
    await until("it tells that the operation has landed", heard);
    assertEquals(state.ended, false);
  });

  await t.step("a client's own word for its address is not believed", async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => user(1430 + n).account.address);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => {
      const headers = { "x-forwarded-for": `10.0.0.${n}` };
      return rpc(here!, "acct_lookUpNames", { chainId: "0x1", addresses }, { headers });
    }));
    // 60 at once, and five a second, are the limit of one address.
    assert(replies.some(({ error }) => error?.code === -32005));
    assert(replies.some(({ error }) => error === undefined));
  });

  await t.step("a rolling restart loses nothing and refuses nothing", async () => {
    let stop = false;
    const ids: string[] = [];
    const sending = [1410, 1411].map(async (seed) => {
      const who = user(seed);
      while (!stop) ids.push(await sendCalls(here!, who, [ping]));
    });
    for (const index of [0, 1]) {
      await until("some are sent", () => ids.length > 2 * index);
      assertEquals(await replicas[index]!.end("SIGTERM"), 0);
      replicas[index] = await start("api", ports[index]!);
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

  await t.step("a backup, restored into another database, knows the history", async () => {
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
      ...["run", "--quiet", "-A", "--no-check", "service/main.ts", "rescan"],
      ...["--config", config, "--fix"],
    ], { ...restoredEnv, SIGNER: `0x${"01".repeat(32)}` });
    console.log(printed.trim());
  });
});
