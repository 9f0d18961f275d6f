/** Draws the picture of an address, so that users can distinguish accounts. @module */
import { bloImage } from "blo";
import type { JSX } from "preact";
import type { Address } from "viem";

/** Draws the picture without a URL, so that a strict CSP allows it. */
export function Identicon(props: { address: Address; tiny?: boolean }): JSX.Element {
  const [pixels, palette] = bloImage(props.address);
  const color = ([h, s, l]: Uint16Array) => `hsl(${h} ${s}% ${l}%)`;
  // 4 by 8 cells, mirrored to the other half.
  const cells: JSX.Element[] = [];
  pixels.forEach((pixel, index) => {
    if (pixel === 0) return;
    const fill = color(palette[pixel === 1 ? 1 : 2]);
    const x = index % 4;
    const y = Math.floor(index / 4);
    cells.push(<rect x={x} y={y} width="1.02" height="1.02" fill={fill} />);
    cells.push(<rect x={7 - x} y={y} width="1.02" height="1.02" fill={fill} />);
  });
  return (
    <svg
      class={props.tiny ? "avatar tiny" : "avatar"}
      viewBox="0 0 8 8"
      aria-hidden="true"
      shape-rendering="crispEdges"
    >
      <rect width="8" height="8" fill={color(palette[0])} />
      {cells}
    </svg>
  );
}
