/** Pictures of tokens and of sites, drawn here: nothing is fetched from others. @module */
import type { JSX } from "preact";

/** Letter of a token on a neutral disc, with the first letter of its network as a badge. */
export function TokenDisc(props: { symbol: string; network?: string }): JSX.Element {
  const isEther = props.symbol === "ETH";
  return (
    <span class="disc" aria-hidden="true">
      {isEther ? <Ether /> : letter(props.symbol)}
      {props.network === undefined ? null : <span class="badge">{letter(props.network)}</span>}
    </span>
  );
}

/** Letter of a site on a soft square. */
export function SiteSquare(props: { name: string }): JSX.Element {
  return <span class="disc square" aria-hidden="true">{letter(props.name)}</span>;
}

/** First visible letter or digit. */
function letter(name: string): string {
  const [first = "?"] = name.match(/[\p{L}\p{N}]/u) ?? [];
  return first.toLocaleUpperCase();
}

/** The diamond of Ether. */
function Ether(): JSX.Element {
  return (
    <svg viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false">
      <path fill="currentColor" opacity="0.6" d="M12 3l5.5 9.2L12 15.4 6.5 12.2z" />
      <path fill="currentColor" d="M6.5 13.6L12 21l5.5-7.4-5.5 3.2z" />
    </svg>
  );
}
