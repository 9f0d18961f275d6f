/** Derives the URL of the wallet host's service. @module */

/** Returns `api.{h}` for `keys.{h}`, the only host that the page's policy allows. */
export function serviceUrl({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol}//${host.replace(/^keys\./, "api.")}`;
}
