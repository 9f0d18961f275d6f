/** Reads the settings that the server writes into the page. @module */

/** Returns the content of a `meta` element; empty if it is missing. */
export function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? "";
}
