/**
 * Small registries on this machine: one with JSR's protocol, and one for a scope of npm.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { Built } from "../../scripts/npm/mod.ts";

/** A registry that runs. */
export interface Registry extends AsyncDisposable {
  /** Address, with a trailing slash. */
  readonly url: string;
}

/** A published version. */
interface Release {
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** JSR: accepts uploads of `deno publish`, and serves them. */
export function startJsr(): Registry {
  const releases = new Map<string, Release>();
  return serve(async (request) => {
    const url = new URL(request.url);
    const path = url.pathname;
    const publish = /^\/api\/scopes\/(\w+)\/packages\/(\w+)\/versions\/([\w.]+)$/.exec(
      url.pathname,
    );
    if (publish !== null && request.method === "POST") {
      const [, scope, name, version] = publish;
      const files = untar(gunzipSync(await request.bytes()));
      const config = files.get(url.searchParams.get("config")!);
      const { exports } = JSON.parse(new TextDecoder().decode(config));
      releases.set(`@${scope}/${name}`, {
        version: version!,
        exports: typeof exports === "string" ? { ".": exports } : exports,
        files,
      });
      return Response.json({ id: "done", status: "success", error: null });
    }
    // Packages do not exist before they are published.
    if (publish !== null) return Response.json({ code: "packageVersionNotFound" }, { status: 404 });
    // Scopes, packages and the state of a publication: everything succeeds.
    if (path.startsWith("/api/")) return Response.json({ id: "done", status: "success" });
    const [, name = "", rest = ""] = /^\/(@\w+\/\w+)\/(.+)$/.exec(path) ?? [];
    const release = releases.get(name);
    if (release === undefined) return new Response(null, { status: 404 });
    const { version, exports, files } = release;
    if (rest === "meta.json") {
      const [scope, short] = name.slice(1).split("/");
      return Response.json({ scope, name: short, latest: version, versions: { [version]: {} } });
    }
    if (rest === `${version}_meta.json`) {
      const manifest = [...files].map(([path, body]) => [path, {
        size: body.length,
        checksum: `sha256-${createHash("sha256").update(body).digest("hex")}`,
      }]);
      return Response.json({ manifest: Object.fromEntries(manifest), exports });
    }
    const body = rest.startsWith(`${version}/`) ? files.get(rest.slice(version.length)) : undefined;
    if (body === undefined) return new Response(null, { status: 404 });
    const type = rest.endsWith(".tsx") ? "text/tsx" : "text/typescript";
    return new Response(body, { headers: { "content-type": type } });
  });
}

/** npm: serves these packages; the configuration must point their scope to it. */
export function startNpm(packages: readonly Built[]): Registry {
  return serve(async (request) => {
    const { pathname, origin } = new URL(request.url);
    const path = decodeURIComponent(pathname).slice(1);
    const pack = packages.find(({ name }) => path === name || path === `${name}/tarball.tgz`);
    if (pack === undefined) return new Response(null, { status: 404 });
    const body = await Deno.readFile(pack.tarball);
    if (path !== pack.name) return new Response(body);
    const dist = {
      tarball: `${origin}/${pack.name}/tarball.tgz`,
      integrity: `sha512-${createHash("sha512").update(body).digest("base64")}`,
    };
    return Response.json({
      name: pack.name,
      "dist-tags": { latest: pack.version },
      versions: { [pack.version]: { ...pack.manifest, dist } },
    });
  });
}

/** The files of a tarball by their paths, each with a slash in front. */
function untar(bytes: Uint8Array): Map<string, Uint8Array<ArrayBuffer>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const text = (from: number, length: number) =>
    new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, "").trim();
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const path = text(at, 100);
    const size = parseInt(text(at + 124, 12), 8);
    files.set(`/${path.replace(/^\.?\//, "")}`, bytes.slice(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

function serve(answer: (request: Request) => Promise<Response>): Registry {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
