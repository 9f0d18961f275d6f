/**
 * Draws a placeholder for the picture of an item. The images that collections name are on untrusted
 * servers, so they are never fetched.
 *
 * @module
 */
import type { JSX } from "preact";
import type { Address, Hex } from "viem";

/** A picture of hills below a sun; its color is always the same for the same item. */
export function Tile({ address, id }: { address: Address; id: Hex }): JSX.Element {
  return (
    <svg
      class="tile"
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={{ "--hue": String(hueOf(`${address.toLowerCase()}${id}`)) }}
    >
      <circle cx="16.4" cy="8" r="2.2" />
      <path d="M0 24v-5.5l6.5-6.5 12 12z" />
      <path class="near" d="M9 24l7.5-7.5 7.5 5v2.5z" />
    </svg>
  );
}

/** Hue in degrees (FNV-1a). */
function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % 360;
}
