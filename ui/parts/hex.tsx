/** Shows bytes of any length. @module */
import type { JSX } from "preact";

/** Characters that are laid out together. */
const BLOCK = 1_024;

/**
 * Bytes in a box that scrolls. Long ones are in blocks, of which the browser lays out those in sight:
 * all the call data of a large request would keep the page from answering.
 */
export function Hex({ bytes }: { readonly bytes: string }): JSX.Element {
  const count = Math.ceil(bytes.length / BLOCK);
  return (
    <span class="hex mono" dir="ltr" tabIndex={0}>
      {count <= 1 ? bytes : Array.from(
        { length: count },
        (_, index) => (
          <span key={index} class="block">{bytes.slice(index * BLOCK, (index + 1) * BLOCK)}</span>
        ),
      )}
    </span>
  );
}
