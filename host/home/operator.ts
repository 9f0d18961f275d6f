/** Reads what the operator put into the page. @module */

/** A way to add funds. */
export interface FundingLink {
  /** Label; empty for the page's own. */
  readonly name: string;
  /** URL, opened in a tab of its own. */
  readonly url: string;
}

/** Most links beside the other actions. */
const MAX_LINKS = 2;

/** Lists the operator's ways to add funds; none by default. */
export function fundingLinks(): readonly FundingLink[] {
  try {
    const links: unknown = JSON.parse(content("acct-funding"));
    return Array.isArray(links) ? links.filter(isLink).slice(0, MAX_LINKS) : [];
  } catch {
    return [];
  }
}

/** Returns the path of the rescue page; `null` if it was not built. */
export function rescuePath(): string | null {
  const path = content("acct-rescue");
  return /^\/rescue-[0-9a-f]+\.html$/.test(path) ? path : null;
}

/** The build of the page, as its server describes it. */
export interface Build {
  /** Commit of its sources; empty if it is not known. */
  readonly commit: string;
  /** Hash of the manifest, as integrity metadata. */
  readonly manifest: string;
}

/** Returns the build of the page; `null` if its server does not describe it. */
export function readBuild(): Build | null {
  const [, commit, manifest] = /^([0-9a-f]*) (sha256-[\w+/]{43}=)$/.exec(content("acct-build")) ??
    [];
  return commit === undefined || manifest === undefined ? null : { commit, manifest };
}

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? "";
}

function isLink(value: unknown): value is FundingLink {
  const link = value as FundingLink | null;
  return typeof link === "object" && link !== null && typeof link.name === "string" &&
    typeof link.url === "string" && /^https:\/\//.test(link.url);
}
