/**
 * Pictures of tokens and of sites, only from this origin: nothing is fetched from other origins.
 *
 * @module
 */
import type { JSX } from "preact";
import { useMarks } from "../../ui/marks/use_marks.ts";

/**
 * Mark of a token that is known by its contract, or its first letter; its network, or another
 * badge, is in the corner.
 */
export function TokenDisc(
  props: {
    token: { readonly symbol: string; readonly address: string | null };
    network: { readonly id: number; readonly name: string };
    /** Replaces the network's mark. */
    badge?: JSX.Element;
    /** True in a headline. */
    large?: boolean;
  },
): JSX.Element {
  const { token, network, large = false } = props;
  const marks = useMarks();
  const mark = marks?.nameOfMark({ chainId: network.id, address: token.address });
  const badge = marks?.nameOfMark({ chainId: network.id });
  return (
    <span class={large ? "disc large" : "disc"} aria-hidden="true">
      {marks !== null && mark !== undefined ? <marks.Mark name={mark} /> : letter(token.symbol)}
      <span class="badge">
        {props.badge ??
          (marks !== null && badge !== undefined
            ? <marks.Mark name={badge} />
            : letter(network.name))}
      </span>
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
