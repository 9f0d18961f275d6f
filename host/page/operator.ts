/** Reads the operator's settings from the page. @module */
import { readMeta } from "./meta.ts";

/** A way to add funds. */
export interface FundingLink {
  /** Label; empty to use the page's own. */
  readonly name: string;
  /** URL, opened in a separate tab. */
  readonly url: string;
}

/** Maximum number of links next to the other actions. */
const MAX_LINKS = 2;

/** Lists the operator's ways to add funds. Default: none. */
export function fundingLinks(): readonly FundingLink[] {
  try {
    const links: unknown = JSON.parse(readMeta("acct-funding"));
    return Array.isArray(links) ? links.filter(isLink).slice(0, MAX_LINKS) : [];
  } catch {
    return [];
  }
}

/** Returns the path of the rescue page; `null` if it was not built. */
export function rescuePath(): string | null {
  const path = readMeta("acct-rescue");
  return /^\/rescue-[0-9a-f]+\.html$/.test(path) ? path : null;
}

/** The build of the page, as described by its server. */
export interface Build {
  /** Commit of its sources; empty if unknown. */
  readonly commit: string;
  /** Hash of the manifest, as integrity metadata. */
  readonly manifest: string;
}

/** Returns the build of the page; `null` if its server does not describe it. */
export function readBuild(): Build | null {
  const [, commit, manifest] = /^([0-9a-f]*) (sha256-[\w+/]{43}=)$/.exec(readMeta("acct-build")) ??
    [];
  return commit === undefined || manifest === undefined ? null : { commit, manifest };
}

function isLink(value: unknown): value is FundingLink {
  const link = value as FundingLink | null;
  return typeof link === "object" && link !== null && typeof link.name === "string" &&
    typeof link.url === "string" && /^https:\/\//.test(link.url);
}
