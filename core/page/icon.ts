/**
 * Exports the wallet's icon.
 *
 * @example
 * ```ts
 * import { icon } from "@sdk/core/icon";
 *
 * export function showIcon(image: HTMLImageElement): void {
 *   image.src = icon;
 * }
 * ```
 *
 * @module
 */

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">` +
  `<rect width="64" height="64" rx="16" fill="#4846d4"/>` +
  `<g fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">` +
  `<circle cx="26" cy="23" r="8.5"/><path d="M11 49c0-9 6.6-15 15-15 2.4 0 4.6.4 6.6 1.2"/>` +
  `<circle cx="45" cy="33" r="6.5"/><path d="M45 39.5v14l4-3.2"/></g></svg>`;

/** A data URI of an SVG. */
export const icon: string = `data:image/svg+xml,${encodeURIComponent(svg)}`;
