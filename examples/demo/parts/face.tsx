/** The picture of an account, as the wallet draws it. @module */
// @ts-types="npm:@types/react@^19.2.0"
import type { JSX } from "react";
import { bloImage } from "blo";
import type { Address } from "viem";

/** Cells per half row; the other half mirrors them. */
const HALF = 4;

/** The picture. */
export function Face({ address }: { address: Address }): JSX.Element {
  const [cells, [back, ...inks]] = bloImage(address);
  const colorOf = ([hue, saturation, light]: Uint16Array) => `hsl(${hue} ${saturation}% ${light}%)`;
  const pathOf = (ink: number) =>
    [...cells].flatMap((cell, index) => {
      if (cell !== ink) return [];
      const [x, y] = [index % HALF, Math.floor(index / HALF)];
      return [x, 2 * HALF - 1 - x].map((at) => `M${at} ${y}h1v1h-1z`);
    }).join("");
  return (
    <svg className="avatar" viewBox="0 0 8 8" shapeRendering="crispEdges" aria-hidden="true">
      <rect width="8" height="8" fill={colorOf(back)} />
      {inks.map((ink, index) => <path key={index} d={pathOf(index + 1)} fill={colorOf(ink)} />)}
    </svg>
  );
}
