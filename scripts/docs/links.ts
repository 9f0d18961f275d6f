/** Links and sections of documents, as forges and the site read them. @module */

/** Code without links: blocks and inline code. */
const code = /^( *)```[\s\S]*?^\1```$|`[^`\n]*`/gm;

/** Targets of links to other files or sections, without links to the web. */
export function linksOf(text: string): string[] {
  const prose = text.replace(code, "`");
  const inline = [...prose.matchAll(/\]\(([^)\s]+)\)/g)];
  const named = [...prose.matchAll(/^\[[\w-]+\]: (\S+)$/gm)];
  return [...inline, ...named].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link));
}

/** Names used in links to the sections of a document. */
export function anchorsOf(text: string): Set<string> {
  const prose = text.replace(/^( *)```[\s\S]*?^\1```$/gm, "");
  const found = new Set<string>();
  for (const [, title] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const name = slugOf(title!.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
    let free = name;
    for (let n = 1; found.has(free); n++) free = `${name}-${n}`;
    found.add(free);
  }
  return found;
}

/** The anchor of a section. The site's configuration contains this function as text. */
export function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
}

/** The text with links replaced outside of code; `null` keeps the words without a link. */
export function mapLinks(text: string, map: (link: string) => string | null): string {
  const targets = new Map(
    [...text.matchAll(/^\[([\w-]+)\]: (\S+)$/gm)].map(([, key, link]) => [key!, link!]),
  );
  const place = (words: string, link: string, picture: string) => {
    const next = /^[a-z]+:/.test(link) ? link : map(link);
    return next === null ? words : `${picture}[${words}](${next})`;
  };
  // Code comes first in the pattern, so that it is skipped unchanged; link texts may contain code.
  const parts =
    /^( *)```[\s\S]*?^\1```$|(!?)\[((?:[^[\]`]|`[^`\n]*`)*)\](?:\(([^)\s]+)\)|\[([\w-]+)\])|`[^`\n]*`/gm;
  return text.replace(/^\[[\w-]+\]: \S+\n?/gm, "")
    .replace(parts, (all, _indent, picture, words, link, key) => {
      if (words === undefined) return all;
      const target = link ?? targets.get(key);
      return target === undefined ? all : place(words, target, picture);
    });
}
