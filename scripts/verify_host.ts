/**
 * `deno task verify [URL]`: builds the wallet host's page from these sources and compares it with a
 * running host: the page, every file that it can load, and the headers. It prints the operator's
 * settings: key, ways to add funds, sites that may frame the page or use its passkeys, and the host
 * that it continues.
 *
 * Without a URL it starts a host itself, compares it, and demonstrates that changes are found.
 *
 * @module
 */
import { FRAME_PATH, POPUP_PATH } from "../core/dialog/window.ts";
import {
  type BuildOrigin,
  type HostFiles,
  type HostSettings,
  MANIFEST_PATH,
  serveHost,
} from "../host/mod.ts";
import { integrity } from "../host/serve/manifest.ts";
import { PUSH_WORKER_PATH } from "../host/serve/push_worker.ts";
import { RELATED_ORIGINS_PATH } from "../core/passkey/related.ts";
import { relatedProblem } from "../service/lib/related_origins.ts";
import { readOrigin } from "./build_host.ts";
import { buildPage, hostPage } from "./stack/pages.ts";

/** Headers that protect the page, or that a browser obeys without it. */
const HEADERS = [
  "access-control-allow-credentials",
  "access-control-allow-origin",
  "activate-storage-access",
  "cache-control",
  "clear-site-data",
  "content-disposition",
  "content-security-policy",
  "content-type",
  "cross-origin-embedder-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "document-policy",
  "link",
  "origin-agent-cluster",
  "origin-trial",
  "permissions-policy",
  "referrer-policy",
  "refresh",
  "service-worker-allowed",
  "speculation-rules",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
] as const;

/** Bytes of an answer that are read: more than any file of the page has. */
const MAX_ANSWER_BYTES = 8_000_000;

/** Time for one answer. */
const TIMEOUT_MS = 20_000;

/** Result of a comparison. */
export interface Comparison {
  /** Path or part that was compared. */
  readonly name: string;
  /** The difference, or `null`. */
  readonly difference: string | null;
}

/** Compares a running host with a build. `say` receives the operator's settings. */
export async function compareHost(
  url: URL,
  files: HostFiles,
  print: (line: string) => void = () => {},
): Promise<Comparison[]> {
  const say = (line: string) => print(printable(line));
  const settings = await readSettings(url, say);
  // The page names the commit claimed by its server; the commit itself is only printed.
  const claimed = await readClaim(new URL(MANIFEST_PATH, url));
  const expected = serveHost({ ...files, origin: claimed }, {
    ...settings,
    related: claimed.related,
  });
  say(`sites with its keys:  ${await readSites(new URL(RELATED_ORIGINS_PATH, url))}`);
  const paths = [
    "/",
    POPUP_PATH,
    FRAME_PATH,
    PUSH_WORKER_PATH,
    ...files.assets.keys(),
    // No other file exists there.
    "/index.html",
    "/main.js",
    // With these, other sites and programs could request the host's passkeys: sites that the
    // manifest does not name, and any programs.
    RELATED_ORIGINS_PATH,
    "/.well-known/assetlinks.json",
    "/.well-known/apple-app-site-association",
    "/apple-app-site-association",
  ];
  const compared: Comparison[] = [];
  for (const path of paths) {
    const at = new URL(path, url);
    const difference = await compare(await get(at), expected(new Request(at)));
    compared.push({ name: path, difference });
  }
  say(
    `its commit:           ${claimed.commit ?? "not said"} (here: ${
      files.origin?.commit ?? "none"
    })`,
  );
  compared.push(await compareManifest(new URL(MANIFEST_PATH, url), expected, say));
  return compared;
}

/** Reads the operator's settings from the page itself. */
async function readSettings(url: URL, say: (line: string) => void): Promise<HostSettings> {
  const home = await get(url);
  const html = new TextDecoder().decode(home.body);
  const read = (name: string) =>
    new RegExp(`<meta name="acct-${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";
  const text = read("funding").replaceAll("&quot;", '"').replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
  const funding = JSON.parse(text === "" ? "[]" : text) as HostSettings["funding"];
  const frame = await get(new URL(FRAME_PATH, url));
  const [, sites = "'none'"] = /frame-ancestors ([^;]*)/.exec(
    frame.headers.get("content-security-policy") ?? "",
  ) ?? [];
  const key = read("key");
  say(`key of the home page: ${key}`);
  say(`ways to add funds:    ${funding?.map((each) => each.url).join(", ") || "none"}`);
  say(`sites that frame it:  ${sites}`);
  const continues = read("continues");
  say(`continues the host:   ${continues || "none"}`);
  return {
    apiKey: () => key,
    ...(funding && funding.length > 0 && { funding }),
    ...(sites !== "'none'" && { frames: sites.split(" ") }),
    ...(continues !== "" && { continues }),
  };
}

/** Parts of a manifest that are the host's own word. */
interface Claim extends BuildOrigin {
  /** Sites that may use the host's passkeys. */
  readonly related: readonly string[];
}

/** Reads the commit, lock and related sites claimed by a host. Missing claims are omitted. */
async function readClaim(url: URL): Promise<Claim> {
  const { status, body } = await get(url);
  let said: { readonly [name in keyof Claim]?: unknown } = {};
  try {
    if (status === 200) said = Object(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    // No manifest: the comparison reports it.
  }
  const text = (value: unknown) => typeof value === "string" ? value : null;
  const related: readonly string[] = Array.isArray(said.related) &&
      said.related.every((each) => typeof each === "string")
    ? said.related
    : [];
  return {
    commit: text(said.commit),
    lock: text(said.lock),
    // A list that every build rejects is a difference.
    related: relatedProblem(related) === null ? related : [],
  };
}

/** Describes the list that browsers read, independent of the manifest. */
async function readSites(url: URL): Promise<string> {
  const { status, body } = await get(url);
  if (status === 404) return "none";
  try {
    const { origins } = Object(JSON.parse(new TextDecoder().decode(body))) as {
      readonly origins?: unknown;
    };
    if (status === 200 && Array.isArray(origins)) return origins.join(" ") || "none";
  } catch {
    // No list: the comparison reports it.
  }
  return `unreadable (status ${status})`;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Gets an answer. Names below `localhost` are this machine (RFC 6761), as in browsers. Deno uses
 * the system's resolver, which may not resolve them.
 */
async function get(url: URL): Promise<Answer> {
  const isHere = url.protocol === "http:" && /(?:^|\.)localhost$/.test(url.hostname);
  const at = new URL(url);
  if (isHere) at.hostname = "127.0.0.1";
  using client = Deno.createHttpClient({ allowHost: true });
  const response = await fetch(at, {
    client,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { "accept-encoding": "identity", ...(isHere && { host: url.host }) },
  });
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.length > MAX_ANSWER_BYTES) throw new Error(`${url} answers with ${body.length} bytes.`);
  return { status: response.status, headers: response.headers, body };
}

/** Removes control characters for the terminal: the host chose the text. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, "?");
}

/** Returns the first difference. */
async function compare(found: Answer, expected: Response): Promise<string | null> {
  const difference = compareHead(found, expected);
  if (difference !== null) return difference;
  const body = new Uint8Array(await expected.arrayBuffer());
  const at = body.findIndex((byte, index) => found.body[index] !== byte);
  if (at >= 0) return `differs from byte ${at} on`;
  return found.body.length === body.length ? null : `has ${found.body.length} bytes`;
}

/** Returns the first difference of status and headers. */
function compareHead(found: Answer, expected: Response): string | null {
  if (found.status !== expected.status) {
    return `status ${found.status} instead of ${expected.status}`;
  }
  for (const name of HEADERS) {
    const [is, should] = [found.headers.get(name), expected.headers.get(name)];
    if (is !== should) return `${name}: ${is ?? "missing"} instead of ${should ?? "nothing"}`;
  }
  return null;
}

/** The files of a manifest must equal the files of the build. Its origin may be unknown. */
async function compareManifest(
  url: URL,
  expected: (request: Request) => Response,
  say: (line: string) => void,
): Promise<Comparison> {
  const found = await get(url);
  const answer = expected(new Request(url));
  const difference = compareHead(found, answer);
  const should = await answer.json();
  const is = found.status === 200 ? JSON.parse(new TextDecoder().decode(found.body)) : {};
  say(`its manifest:         ${integrity(found.body)}`);
  const parts = ({ files, related }: Record<string, unknown>) => JSON.stringify([files, related]);
  const same = parts(is) === parts(should);
  return { name: MANIFEST_PATH, difference: difference ?? (same ? null : "lists other files") };
}

/** Prints a comparison; returns the number of differences. */
function report(compared: readonly Comparison[]): number {
  const different = compared.filter(({ difference }) => difference !== null);
  for (const { name, difference } of different) {
    console.log(printable(`DIFFERS ${name}: ${difference}`));
  }
  return different.length;
}

/** Serves a build on a free port of this machine while `run` runs. */
export async function withHost<T>(files: HostFiles, run: (url: URL) => Promise<T>): Promise<T> {
  const settings = { apiKey: () => "pk_test_verify" };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    serveHost(files, settings),
  );
  try {
    return await run(new URL(`http://127.0.0.1:${server.addr.port}`));
  } finally {
    await server.shutdown();
  }
}

/** A copy of a build in which one byte of a file differs. */
export function withChangedByte(files: HostFiles, path: string): HostFiles {
  const { body, type } = files.assets.get(path)!;
  const changed = body.slice();
  changed[changed.length >> 1]! ^= 1;
  return { ...files, assets: new Map([...files.assets, [path, { body: changed, type }]]) };
}

if (import.meta.main) {
  const [given] = Deno.args;
  const files: HostFiles = { ...await buildPage(hostPage), origin: await readOrigin() };
  let [passed, failed] = [0, 0];
  if (given !== undefined) {
    const compared = await compareHost(new URL(given), files, console.log);
    failed = report(compared);
    passed = compared.length - failed;
  } else {
    const compared = await withHost(files, (url) => compareHost(url, files));
    failed = report(compared);
    passed = compared.length - failed;
    // A check that cannot fail is worthless: change one byte in the first and in the last loaded
    // file.
    for (const path of [...files.assets.keys()].filter((path) => path.endsWith(".js"))) {
      const other = withChangedByte(files, path);
      const differing = (await withHost(other, (url) => compareHost(url, files)))
        .filter(({ difference }) => difference !== null).map(({ name }) => name);
      if (differing.includes(path) && differing.includes(MANIFEST_PATH)) passed++;
      else {
        failed++;
        console.log(`NOT FOUND: a changed byte in ${path}`);
      }
    }
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  Deno.exit(failed === 0 ? 0 : 1);
}
