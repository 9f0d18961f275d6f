/** Reads the origin of a site from the browser's report. @module */
import { parseUrl } from "../../core/lib/url.ts";
import type { Sender } from "./browser.ts";

/**
 * Returns the origin of the document that opened a port; `null` for documents that can have no
 * wallet: sandboxed frames, `data:` URLs, files, and pages of extensions.
 *
 * @param ownId id of this extension: only its content scripts may open a port
 */
export function siteOrigin(sender: Sender | undefined, ownId: string): string | null {
  if (sender === undefined || sender.id !== ownId || sender.tab?.id === undefined) return null;
  const { origin } = sender;
  const url = parseUrl(origin);
  if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
  return origin;
}
