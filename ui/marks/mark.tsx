/** Draws the marks of known tokens and networks; loaded after the first paint. @module */
import type { JSX } from "preact";
import { drawings } from "./drawings.ts";
import { chainMarks, tokenMarks } from "./tokens.ts";

/** Meaning of a mark: a token of a network, its currency (`null`), or the network itself. */
export interface Marked {
  readonly chainId: number;
  /** Contract, or `null` for the currency; absent for the network. */
  readonly address?: string | null;
}

/** Returns the name of a drawing; `undefined` for tokens that are not known by their address. */
export function nameOfMark({ chainId, address }: Marked): string | undefined {
  return address === undefined
    ? chainMarks[chainId]
    : tokenMarks[`${chainId}:${address?.toLowerCase() ?? ""}`];
}

/** The drawing; empty if it does not exist. */
export function Mark(props: { name: string }): JSX.Element | null {
  const paths = drawings[props.name];
  if (paths === undefined) return null;
  return (
    <svg viewBox="3 3 18 18" fill="none" data-mark={props.name}>
      {paths.map(([fill, d, evenOdd]) => (
        <path
          key={d}
          fill={fill}
          d={d}
          {...(evenOdd && { "fill-rule": "evenodd", "clip-rule": "evenodd" })}
        />
      ))}
    </svg>
  );
}
