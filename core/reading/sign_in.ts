/**
 * Recognizes sign-in texts (ERC-4361, CAIP-122 and similar), leniently: a site that relays another
 * site's text must not evade detection with another spelling.
 *
 * @module
 */
import { cleanText } from "../lib/text.ts";
import type { SignInView } from "../dialog/signing.ts";

/** Maximum characters of a text that are read. */
const MAX_READ_LENGTH = 30_000;

/** Maximum length of a domain name. */
const MAX_DOMAIN_LENGTH = 253;

/** The first sentence of ERC-4361 and CAIP-122 messages. */
const sentence =
  /(?:^|\n|\s)(\S{1,300})\s{1,9}wants\s{1,9}you\s{1,9}to\s{1,9}(?:sign|log)[\s-]{0,9}in\b/gi;

/** Lines that name a site, including lines in lists and JSON. */
const lines =
  /(?:^|[\n{,;])[\s"'*-]{0,40}(?:uri|url|domain|origin|website|site|d?app|host|realm)["'\s*]{0,9}(?:[:=]>?|-\s)[\s"'*]{0,9}([^\s"',;{}]{1,300})/gi;

/** Phrases of sign-in texts. */
const signsIn =
  /\b(?:sign|log|signing|logging)[\s-]?in(?:to)?\b|\blogin\b|\bauthenticat|\bnonce\b|\bverify\b.{0,40}\b(?:wallet|address|owner)|\bproof of ownership\b|anmeld|einlogg|connexion|iniciar sesi|войти|登录|登入|ログイン|로그인|تسجيل الدخول/i;

/**
 * Substrings of sign-in phrases, and letters that may replace others. A text without any of them is
 * not a sign-in.
 */
const maySignIn = /[^\n -~]|wants|sign|log|authent|nonce|verify|proof|anmeld|connexion|iniciar/i;

/** Addresses of sites within a text. */
const sites = /\b(?:https?:\/\/|www\.)([^\s"'<>()]{1,300})/gi;

/** Phrases before the bare name of a site: "sign in to bank.example". */
const named = new RegExp(
  "(?:^|\\s)(?:to|into|at|on|for|from|with|of|bei|auf|von|für|à|sur|pour|en|para|на|в|для)\\s{1,9}[\"'(]?" +
    "((?:[\\p{L}\\p{N}-]{1,63}\\.){1,9}\\p{L}{2,24}(?::\\d{1,5})?)(?![\\p{L}\\p{N}@])",
  "giu",
);

/**
 * Reads a sign-in text; returns `null` for other texts.
 *
 * @param origin origin of the page
 */
export function readSignIn(text: string, origin: string): SignInView | null {
  const read = text.slice(0, MAX_READ_LENGTH);
  if (!maySignIn.test(read)) return null;
  const plain = simplify(read);
  const host = hostOf(origin);
  const all = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([, site]) => site!);
  const first = all(sentence);
  const listed = all(lines).filter((each) => hostOf(each) !== null);
  if (first.length > 0) {
    const isOwn = (site: string) => host !== null && hostOf(site) === host;
    const others = [...first, ...listed].filter((each) => !isOwn(each));
    return view(others[0] ?? first[0]!, others.length === 0);
  }
  if (!signsIn.test(plain)) return null;
  const found = [...listed, ...all(sites), ...all(named)].filter((each) => hostOf(each) !== null);
  const [site] = found;
  if (site === undefined) return null;
  const own = found.filter((each) => belongsTo(host, hostOf(each)));
  // Texts may name further sites, such as the location of their terms; the requesting site is then
  // ambiguous.
  if (own.length > 0 && own.length < found.length) return null;
  return view(site, own.length > 0);
}

function view(domain: string, own: boolean): SignInView {
  return { domain: cleanText(hostOf(domain) ?? domain, MAX_DOMAIN_LENGTH), own };
}

/** Removes differences that are only visual: hidden characters, wide letters, unusual spaces. */
function simplify(text: string): string {
  const parts = text.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/);
  return parts.map((line) => cleanText(line.normalize("NFKC"), MAX_READ_LENGTH)).join("\n");
}

/** Returns the host, with its port, of a URL or a domain. */
function hostOf(site: string): string | null {
  const written = site.replace(/[.,;!?)\]}'"]+$/, "");
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`;
  try {
    const { host } = new URL(url);
    return host.includes(".") || /^(?:localhost|\[)/.test(host) ? host : null;
  } catch {
    return null;
  }
}

/** Returns whether a host is the page's, a parent domain or a subdomain of it. */
function belongsTo(page: string | null, host: string | null): boolean {
  if (page === null || host === null) return false;
  return page === host || host.endsWith(`.${page}`) ||
    (page.endsWith(`.${host}`) && host.split(".").length > 1);
}
