/** Hosts of several names over TLS, and a browser that accepts them under those names. @module */
import { createHash, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { givePasskeys, type VirtualPasskeys } from "../../core/virtual/passkeys.ts";
import { PATIENCE_MS } from "../../scripts/stack/patience.ts";
import { installDebian, isInstalled } from "../../scripts/tools/debian.ts";
import type { User } from "./harness.ts";
import { type Browser, startBrowser } from "./playwright.ts";

/** Answers the requests for a name. */
export type Site = (request: Request) => Response | Promise<Response>;

/** Hosts below `.example`, on one port of this machine that browsers take for 443. */
export interface TlsNames extends AsyncDisposable {
  readonly browser: Browser;
  /** Answers of each name; one without an entry answers with 404. */
  readonly sites: Map<string, Site>;
}

/** Starts the listener and the browser. */
export async function startNames(names: readonly string[]): Promise<TlsNames> {
  await using scope = new AsyncDisposableStack();
  const { cert, key } = await certificate(names);
  const sites = new Map<string, Site>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert, key, onListen() {} },
    (request) =>
      sites.get(new URL(request.url).hostname)?.(request) ??
        new Response("There is nothing here.", { status: 404 }),
  );
  scope.defer(() => server.shutdown());
  // The list of related origins is fetched by the browser itself, so the certificate must be
  // accepted everywhere.
  const spki = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  const pin = createHash("sha256").update(spki).digest("base64");
  const { browser } = await startBrowser([
    `--host-resolver-rules=MAP *.example 127.0.0.1:${server.addr.port}`,
    `--ignore-certificate-errors-spki-list=${pin}`,
  ]);
  scope.defer(() => browser.close());
  const owned = scope.move();
  return { browser, sites, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Creates a user on a separate device.
 *
 * @param reachable URL of the service that the policies of all pages allow
 * @param from passkeys that the device initially has, like a synchronised one
 */
export async function visitor(
  { browser }: TlsNames,
  reachable: string,
  from?: VirtualPasskeys,
): Promise<User> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 760 } });
  const passkeys = await givePasskeys(context, reachable);
  for (const entry of from?.credentials ?? []) passkeys.credentials.set(...entry);
  const problems: string[] = [];
  context.on("page", (page) => {
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  });
  return {
    context,
    passkeys,
    posts: [],
    problems,
    async [Symbol.asyncDispose]() {
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

/** Creates a new certificate for names, with openssl. */
async function certificate(names: readonly string[]): Promise<{ cert: string; key: string }> {
  if (!await isInstalled("openssl")) {
    await installDebian(["openssl"], "openssl is missing: install it to run this test.");
  }
  const folder = await Deno.makeTempDir({ prefix: "acct-names-" });
  try {
    const [cert, key] = ["cert.pem", "key.pem"].map((name) => join(folder, name));
    const { success, stderr } = await new Deno.Command("openssl", {
      args: [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ...["-days", "2", "-subj", "/CN=names", "-keyout", key!, "-out", cert!],
        ...["-addext", `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`],
      ],
    }).output();
    if (!success) throw new Error(`openssl failed: ${new TextDecoder().decode(stderr)}`);
    return { cert: await Deno.readTextFile(cert!), key: await Deno.readTextFile(key!) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
