/** Defines the URLs of the theme playground, which load its code. @module */

/** Prefix of the playground's URLs. */
export const THEME = "#theme";

/** Prefix of the URLs of its frames. */
export const PREVIEW = "#preview=";

/** Returns true if a URL fragment belongs to the playground. */
export function isThemeAddress(hash: string): boolean {
  return hash === THEME || hash.startsWith(`${THEME}=`);
}

/** Returns true if a URL fragment belongs to one of its frames. */
export function isPreviewAddress(hash: string): boolean {
  return hash.startsWith(PREVIEW);
}
