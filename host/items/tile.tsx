/**
 * Draws a picture of an item from its contract and its id. The images that collections name are on
 * untrusted servers, so they are never fetched.
 *
 * @module
 */
import type { JSX } from "preact";
import type { Address, Hex } from "viem";

/** Cells per side. */
const CELLS = 4;

/** Quarter discs in two tones, always equal for the same item. */
export function Tile({ address, id }: { address: Address; id: Hex }): JSX.Element {
  const next = numbersOf(`${address.toLowerCase()}${id}`);
  const hue = next() % 360;
  const path: string[] = [];
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const x = cell % CELLS;
    const y = Math.floor(cell / CELLS);
    const turn = next() % 5;
    if (turn === 4) continue;
    path.push(quarters[turn]!(x, y));
  }
  return (
    <svg
      class="tile"
      viewBox={`0 0 ${CELLS} ${CELLS}`}
      aria-hidden="true"
      style={{ "--hue": String(hue) }}
    >
      <path d={path.join("")} />
    </svg>
  );
}

const quarters: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x} ${y}h1a1 1 0 0 1-1 1z`,
  (x, y) => `M${x + 1} ${y}v1a1 1 0 0 1-1-1z`,
  (x, y) => `M${x + 1} ${y + 1}h-1a1 1 0 0 1 1-1z`,
  (x, y) => `M${x} ${y + 1}v-1a1 1 0 0 1 1 1z`,
];

/** Returns a generator of numbers seeded by a text (FNV-1a and xorshift). */
function numbersOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (const sign of text) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
