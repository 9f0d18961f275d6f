/** Tells which addresses are the theme playground's, whose code is loaded for them alone. @module */

/** Begin of the playground's addresses. */
export const THEME = "#theme";

/** Begin of the addresses of its frames. */
export const PREVIEW = "#preview=";

/** Returns true if an address is one of the playground. */
export function isThemeAddress(hash: string): boolean {
  return hash === THEME || hash.startsWith(`${THEME}=`);
}

/** Returns true if an address is one of its frames. */
export function isPreviewAddress(hash: string): boolean {
  return hash.startsWith(PREVIEW);
}
