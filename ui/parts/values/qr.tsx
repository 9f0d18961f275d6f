/** Draws a QR code in the page, without a service. @module */
import type { JSX } from "preact";
import { encode } from "uqr";

/** QR code of a text, dark on white in any color scheme, with the quiet zone that readers need. */
export function QrCode(props: { value: string; label: string; testid: string }): JSX.Element {
  const { data, size } = encode(props.value, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) => dark ? [`M${x} ${y}h1v1h-1z`] : [])
  ).join("");
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={props.label}
      shape-rendering="crispEdges"
      data-testid={props.testid}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#111" />
    </svg>
  );
}
