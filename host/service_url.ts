/** Where the service of this wallet host is. @module */

/** `api.{h}` beside `keys.{h}`; it is the only place that the page's policy lets it talk to. */
export function serviceUrl({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol}//${host.replace(/^keys\./, "api.")}`;
}
