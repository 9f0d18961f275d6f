/**
 * nginx with the lines of docs/self-hosting/install.md, and a fetch that reaches it by its names.
 *
 * @module
 */
import { assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../scripts/stack/anvil.ts";
import { until } from "../../../scripts/stack/patience.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const host = "example.com";

/** A running nginx. */
export interface Nginx extends AsyncDisposable {
  /** Port of TLS. */
  readonly port: number;
  /** Certificate of the authority. */
  readonly ca: string;
  /**
   * Makes `fetch` reach it for `*.example.com`, by HTTP/2 only, until the result is disposed of.
   */
  fetchThrough(): Disposable;
}

/** Returns the first block of a language in docs/self-hosting/ that contains a text. */
export async function documentBlock(language: string, contains: string): Promise<string> {
  for (const page of ["install.md", "configuration.md"]) {
    const document = await Deno.readTextFile(join(root, "docs/self-hosting", page));
    const blocks = document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"));
    for (const [, block] of blocks) if (block!.includes(contains)) return block!;
  }
  throw new Error(`docs/self-hosting has no block ${language} with ${contains}`);
}

/** Replaces texts. Each of them must occur. */
function replaced(text: string, pairs: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(pairs)) {
    assertStringIncludes(text, from);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Creates a self-signed certificate for the subdomains of a name. */
async function createCertificate(folder: string): Promise<string> {
  const { success, stderr } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-days", "2", "-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:*.${host}`],
      ...["-addext", "basicConstraints=critical,CA:FALSE"],
      ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
    ],
  }).output();
  if (!success) throw new Error(`openssl failed: ${new TextDecoder().decode(stderr)}`);
  return await Deno.readTextFile(join(folder, "fullchain.pem"));
}

/**
 * Starts nginx with the configuration of docs/self-hosting/install.md in front of two processes.
 * Only ports and the certificate are replaced.
 */
export async function startNginx(ports: readonly [number, number]): Promise<Nginx> {
  await using started = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "acct-nginx-" });
  started.defer(() => Deno.remove(folder, { recursive: true }));
  // Workers run as another user and write large bodies to a folder below.
  await Deno.chmod(folder, 0o755);
  const port = await freePort(0);
  const ca = await createCertificate(folder);
  const server = replaced(await documentBlock("nginx", "upstream acct"), {
    "127.0.0.1:8080": `127.0.0.1:${ports[0]}`,
    "127.0.0.1:8081": `127.0.0.1:${ports[1]}`,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    [`/etc/letsencrypt/live/${host}`]: folder,
  });
  const file = join(folder, "nginx.conf");
  await Deno.writeTextFile(
    file,
    `daemon off; worker_processes auto; pid ${folder}/nginx.pid;
${await documentBlock("nginx", "worker_connections")}
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
  started.defer(async () => {
    child.kill("SIGTERM");
    await child.status;
  });
  const tunnel = started.use(openTunnel(port));
  let failed = false;
  void child.status.then(() => failed = true);
  await until("nginx accepts connections", async () => {
    if (failed) throw new Error(await Deno.readTextFile(join(folder, "error.log")));
    return await Deno.connect({ port }).then((open) => (open.close(), true), () => false);
  });
  const resources = started.move();
  return {
    port,
    ca,
    fetchThrough() {
      const proxy = { url: `http://127.0.0.1:${tunnel.port}` };
      return fetchWith(Deno.createHttpClient({ caCerts: [ca], proxy, http2: true, http1: false }));
    },
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}

/** A CONNECT proxy that leads every name to one port, because no resolver has the names. */
function openTunnel(port: number) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const tunnels = new Set<Promise<void>>();
  const connect = async (client: Deno.TcpConn) => {
    const bytes = new Uint8Array(4_096);
    let head = "";
    while (!head.includes("\r\n\r\n")) {
      const length = await client.read(bytes);
      if (length === null) return client.close();
      head += new TextDecoder().decode(bytes.subarray(0, length));
    }
    const server = await Deno.connect({ hostname: "127.0.0.1", port });
    await client.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"));
    await Promise.allSettled([
      client.readable.pipeTo(server.writable),
      server.readable.pipeTo(client.writable),
    ]);
  };
  const accept = async () => {
    for await (const client of listener) {
      const tunnel = connect(client).catch(() => {}).finally(() => tunnels.delete(tunnel));
      tunnels.add(tunnel);
    }
  };
  const accepted = accept();
  return {
    port: (listener.addr as Deno.NetAddr).port,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepted;
      await Promise.all(tunnels);
    },
  };
}

/** Makes `fetch` use a client for `*.example.com` until the result is disposed of. */
function fetchWith(client: Deno.HttpClient): Disposable {
  const own = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return own(input, new URL(url).hostname.endsWith(`.${host}`) ? { ...init, client } : init);
  };
  return {
    [Symbol.dispose]() {
      globalThis.fetch = own;
      client.close();
    },
  };
}
