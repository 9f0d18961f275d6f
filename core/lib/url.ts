/** Reads URLs and host names. @module */

/** Parses a URL; returns `null` if invalid. Some browsers with passkeys lack `URL.parse`. */
export function parseUrl(value: unknown): URL | null {
  try {
    return typeof value === "string" ? new URL(value) : null;
  } catch {
    return null;
  }
}

/** Returns true if a host (with or without port) is a loopback host. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:(?:.*\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}
