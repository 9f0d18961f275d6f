/** Mark of a token: its first letter on a neutral disc, so that nothing looks like a logo. @module */
import type { JSX } from "preact";
import type { TokenView } from "@sdk/core/dialog";

/** Mark of a token; decorative, beside its symbol. */
export function TokenIcon(
  props: { token: Pick<TokenView, "address" | "symbol">; large?: boolean },
): JSX.Element {
  const { address, symbol } = props.token;
  return (
    <span class={props.large ? "token large" : "token"} aria-hidden="true">
      {address === null && symbol === "ETH" ? <Ether /> : firstLetter(symbol)}
    </span>
  );
}

/** Ethereum's diamond. */
function Ether(): JSX.Element {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" focusable="false">
      <path d="M12 2.5l5.8 9.7L12 15.6l-5.8-3.4z" opacity="0.75" />
      <path d="M12 17.1l5.8-3.4L12 21.5l-5.8-7.8z" />
    </svg>
  );
}

/** Returns the first letter or digit. */
function firstLetter(symbol: string): string {
  return /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? "•";
}
