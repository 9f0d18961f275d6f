/** A running wallet host compared with its sources: every change is found. */
import { assert, assertEquals } from "@std/assert";
import { type HostFiles, type HostSettings, serveHost } from "../host/mod.ts";
import { compareHost, type Comparison, withChangedByte, withHost } from "../scripts/verify_host.ts";

const text = (body: string) => new TextEncoder().encode(body);
const files: HostFiles = {
  html:
    '<meta name="acct-key" content="{{key}}"><meta name="acct-build" content="{{build}}"><meta name="acct-funding" content="{{funding}}">' +
    '<meta name="acct-related" content="{{related}}"><meta name="acct-continues" content="{{continues}}">' +
    '<script src="/main-1.js"></script>',
  assets: new Map([
    ["/main-1.js", { body: text("start()"), type: "text/javascript; charset=utf-8" }],
    ["/late-2.js", { body: text("later()"), type: "text/javascript; charset=utf-8" }],
  ]),
};
const differing = (compared: readonly Comparison[]) =>
  compared.filter(({ difference }) => difference !== null).map(({ name }) => name);

Deno.test("verify:host: an unchanged host has no differences", async () => {
  const compared = await withHost(files, (url) => compareHost(url, files));
  assertEquals(differing(compared), []);
  assert(compared.length > 8);
});

Deno.test("verify:host: names below localhost are this machine", async () => {
  const served = serveHost(files, { apiKey: () => "pk_test_verify" });
  const hosts = new Set<string | null>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    hosts.add(request.headers.get("host"));
    return served(request);
  });
  const host = `keys.localhost:${server.addr.port}`;
  const compared = await compareHost(new URL(`http://${host}`), files);
  await server.shutdown();
  assertEquals([differing(compared), [...hosts]], [[], [host]]);
});

Deno.test("verify:host: the page names its commit, for any commit here", async () => {
  const commit = "c0ffee".repeat(6) + "abcd";
  const elsewhere = { ...files, origin: { commit, lock: null } };
  const lines: string[] = [];
  const compared = await withHost(
    elsewhere,
    (url) => compareHost(url, files, (line) => void lines.push(line)),
  );
  assertEquals(differing(compared), []);
  assert(lines.some((line) => line.includes(commit)), lines.join());
  const page = await serveHost(elsewhere, { apiKey: () => "" })(
    new Request("http://keys.localhost/"),
  ).text();
  assert(page.includes(`<meta name="acct-build" content="${commit} sha256-`), page);
});

Deno.test("verify:host: a changed byte is found, including in lazily loaded files", async () => {
  for (const path of files.assets.keys()) {
    const other = withChangedByte(files, path);
    const compared = await withHost(other, (url) => compareHost(url, files));
    // The pages contain the hash of the manifest, so they differ too.
    assertEquals(differing(compared), [
      "/",
      "/popup",
      "/frame",
      path,
      "/.well-known/acct-host.json",
    ]);
  }
});

type Served = (request: Request) => Response;

/** Changes that a host could make, each with a path at which it must be found. */
const changes: readonly (readonly [path: string, (served: Served) => Deno.ServeHandler])[] = [
  ["/popup", (served) => async (request) => {
    const response = served(request);
    const body = await response.text();
    return new Response(body.replace("<script", "<script src=/x></script><script"), response);
  }],
  ["/late-2.js", (served) => (request) => {
    const { body, headers } = served(request);
    const policy = headers.get("content-security-policy")!;
    const open = new Headers(headers);
    open.set("content-security-policy", policy.replace("script-src 'self'", "script-src *"));
    return new Response(body, { headers: open });
  }],
  ["/", (served) => (request) => {
    const { body, headers, status } = served(request);
    const less = new Headers(headers);
    less.delete("cross-origin-opener-policy");
    return new Response(body, { headers: less, status });
  }],
  [
    "/main.js",
    (served) => (request) =>
      new URL(request.url).pathname === "/main.js" ? new Response("x()") : served(request),
  ],
  // Followed by a browser without the page.
  ...["refresh", "link", "speculation-rules", "origin-trial", "clear-site-data"].map((
    name,
  ): typeof changes[number] => ["/popup", (served) => (request) => {
    const response = served(request);
    response.headers.set(name, "0");
    return response;
  }]),
  // Sites and programs that could request the host's passkeys.
  ...[
    "/.well-known/webauthn",
    "/.well-known/assetlinks.json",
    "/.well-known/apple-app-site-association",
    "/apple-app-site-association",
  ].map((path): typeof changes[number] => [
    path,
    (served) => (request) =>
      new URL(request.url).pathname === path
        ? Response.json({ origins: ["https://evil.example"] })
        : served(request),
  ]),
  // The manifest's address is a part of the answer too.
  ["/.well-known/acct-host.json", (served) => (request) => {
    const response = served(request);
    if (new URL(request.url).pathname.endsWith(".json")) response.headers.set("refresh", "0");
    return response;
  }],
];

for (const [index, [path, change]] of changes.entries()) {
  Deno.test(`verify:host: a change of ${path} is found (${index + 1})`, async () => {
    const served = change(serveHost(files, { apiKey: () => "pk_test_verify" }));
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, served);
    const compared = await compareHost(new URL(`http://127.0.0.1:${server.addr.port}`), files);
    await server.shutdown();
    assert(differing(compared).includes(path), String(differing(compared)));
  });
}

Deno.test("verify:host: a host's own texts cannot control the terminal", async () => {
  const served = serveHost(files, { apiKey: () => "pk_test_verify" });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const response = served(request);
    if (!request.url.endsWith("acct-host.json")) return response;
    const { files } = await response.json();
    return Response.json({ files, commit: "\x1b[8m\u009b2J\n0 failed" }, response);
  });
  const lines: string[] = [];
  const url = new URL(`http://127.0.0.1:${server.addr.port}`);
  await compareHost(url, files, (line) => void lines.push(line));
  await server.shutdown();
  assertEquals(lines.length, 7);
  // deno-lint-ignore no-control-regex
  for (const line of lines) assert(!/[\x00-\x1f\x7f-\x9f]/.test(line), JSON.stringify(line));
});

/**
 * Compares a host with these settings, changed on the way. Returns the differences and the output.
 */
async function compareWith(
  settings: Omit<HostSettings, "apiKey">,
  change: (served: Served) => Deno.ServeHandler = (served) => served,
) {
  const served = serveHost(files, { ...settings, apiKey: () => "pk_test_verify" });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, change(served));
  const lines: string[] = [];
  const url = new URL(`http://127.0.0.1:${server.addr.port}`);
  const compared = await compareHost(url, files, (line) => void lines.push(line));
  await server.shutdown();
  return { differing: differing(compared), lines };
}

const related = ["https://keys.new.example"];

Deno.test("verify:host: sites that may use the passkeys are printed, and the host it continues", async () => {
  const none = await compareWith({});
  assertEquals(none.differing, []);
  for (const line of ["sites with its keys:  none", "continues the host:   none"]) {
    assert(none.lines.includes(line), none.lines.join());
  }
  const { differing, lines } = await compareWith({ related, continues: "keys.old.example" });
  assertEquals(differing, []);
  for (
    const line of [
      "sites with its keys:  https://keys.new.example",
      "continues the host:   keys.old.example",
    ]
  ) assert(lines.includes(line), lines.join());
});

/** Replaces the body of one path. */
const withBody =
  (path: string, body: unknown) => (served: Served): Deno.ServeHandler => (request) =>
    new URL(request.url).pathname === path
      ? Response.json(body, { headers: served(request).headers })
      : served(request);

Deno.test("verify:host: an invalid list is reported as unreadable", async () => {
  const path = "/.well-known/webauthn";
  for (const body of [null, { origins: "https://evil.example" }, [], "\u001b[2J"]) {
    const { differing, lines } = await compareWith({ related }, withBody(path, body));
    assertEquals(differing, [path], JSON.stringify(body));
    assert(lines.includes("sites with its keys:  unreadable (status 200)"), lines.join());
  }
});

Deno.test("verify:host: a list that the manifest does not name is a difference", async () => {
  const path = "/.well-known/webauthn";
  for (
    const origins of [
      [...related, "https://evil.example"],
      ["https://evil.example"],
      [],
    ]
  ) {
    const { differing, lines } = await compareWith({ related }, withBody(path, { origins }));
    assertEquals(differing, [path], String(origins));
    // The output lists the origins that browsers read.
    const sites = `sites with its keys:  ${origins.join(" ") || "none"}`;
    assert(lines.includes(sites), lines.join());
  }
  // A manifest that hides the list, or contains origins that every build rejects.
  const manifest = "/.well-known/acct-host.json";
  for (
    const named of [
      [],
      ["https://new.example/path"],
      Array.from({ length: 21 }, (_, n) => `https://keys${n}.new.example`),
    ]
  ) {
    const hides = withBody(manifest, {
      version: 1,
      commit: null,
      lock: null,
      files: {},
      related: named,
    });
    const { differing, lines } = await compareWith({ related }, hides);
    assert(differing.includes(path) && differing.includes(manifest), String(differing));
    assert(lines.includes("sites with its keys:  https://keys.new.example"), lines.join());
  }
});
