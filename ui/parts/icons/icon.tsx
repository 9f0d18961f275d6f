/** Draws icons on a 24 by 24 grid; all are decorative, next to text. @module */
import type { JSX } from "preact";

/** An icon. */
export type Icon = (props: { class?: string }) => JSX.Element;

/** Creates an icon from paths. */
export const icon = (...paths: readonly string[]): Icon => (props) => (
  <svg
    class={props.class ?? "icon"}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {paths.map((d) => <path key={d} d={d} />)}
  </svg>
);
