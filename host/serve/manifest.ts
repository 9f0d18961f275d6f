/** Describes the files of a build, so that a running host can be compared with its sources. @module */
import { createHash } from "node:crypto";
import { RELATED_ORIGINS_PATH, relatedOriginsJson } from "../../core/passkey/related.ts";
import type { BuildOrigin, HostFiles } from "./files.ts";

/** A manifest of the page. */
export interface HostManifest extends BuildOrigin {
  /** Version of the format. */
  readonly version: 1;
  /**
   * Integrity metadata of each file by path; `/index.html` is the page before the server's values
   * are inserted.
   */
  readonly files: Readonly<Record<string, string>>;
  /** Sites that may use the host's passkeys. */
  readonly related: readonly string[];
}

/** Describes a build. */
export function describeBuild(files: HostFiles): HostManifest {
  const { commit = null, lock = null } = files.origin ?? {};
  const { related = [] } = files;
  const all: [string, string | Uint8Array][] = [
    ["/index.html", files.html],
    ...(related.length === 0
      ? []
      : [[RELATED_ORIGINS_PATH, relatedOriginsJson(related)] as [string, string]]),
    ...[...files.assets].map(([path, { body }]): [string, Uint8Array] => [path, body]),
  ];
  all.sort(([a], [b]) => a < b ? -1 : 1);
  return {
    version: 1,
    commit,
    lock,
    files: Object.fromEntries(all.map(([path, body]) => [path, integrity(body)])),
    related,
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
