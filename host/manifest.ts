/** Describes the files of a build, so that a running host can be compared with its sources. @module */
import { createHash } from "node:crypto";
import type { HostFiles } from "./serve.ts";

export { MANIFEST_PATH } from "./manifest_path.ts";

/** Commit and lock that a page was built from. */
export interface BuildOrigin {
  /** Commit of the sources; `null` if it is not known. */
  readonly commit: string | null;
  /** Integrity metadata of the lock of all packages; `null` if it is not known. */
  readonly lock: string | null;
}

/** A manifest of the page. */
export interface HostManifest extends BuildOrigin {
  /** Version of the format. */
  readonly version: 1;
  /** Integrity metadata of each file by path; `/index.html` is the page before it is filled in. */
  readonly files: Readonly<Record<string, string>>;
}

/** Describes a build. */
export function describeBuild(files: HostFiles): HostManifest {
  const { commit = null, lock = null } = files.origin ?? {};
  const all: [string, string | Uint8Array][] = [
    ["/index.html", files.html],
    ...[...files.assets].map(([path, { body }]): [string, Uint8Array] => [path, body]),
  ];
  all.sort(([a], [b]) => a < b ? -1 : 1);
  return {
    version: 1,
    commit,
    lock,
    files: Object.fromEntries(all.map(([path, body]) => [path, integrity(body)])),
  };
}

/**
 * Hashes bytes as integrity metadata.
 *
 * @see https://www.w3.org/TR/SRI/#integrity-metadata-description
 */
export function integrity(body: string | Uint8Array): string {
  return `sha256-${createHash("sha256").update(body).digest("base64")}`;
}
