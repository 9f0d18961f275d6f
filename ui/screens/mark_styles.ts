/** Defines styles of token and network marks, and of names next to addresses. @module */

/** The styles. */
export const markCss = `.token {
  position: relative; flex: none; inline-size: 2.25em; block-size: 2.25em; border-radius: 99em; display: grid;
  place-items: center; font-weight: 650; background: var(--sdk-color-muted);
  color: var(--sdk-color-muted-foreground);
}
.token.large { inline-size: 3.5em; block-size: 3.5em; }
.token > svg { inline-size: 100%; block-size: 100%; border-radius: 99em; }
.token > svg[data-mark="ETH"] { inline-size: 76%; block-size: 76%; border-radius: 0; }
.chain-badge {
  position: absolute; inset-inline-end: 0; inset-block-end: 0; inline-size: 1.35em; block-size: 1.35em;
  box-sizing: border-box; display: grid; place-items: center; overflow: hidden; border-radius: 32%;
  border: 2px solid var(--sdk-color-background); background: var(--sdk-color-foreground);
  color: var(--sdk-color-background); font-size: 0.9em; line-height: 1;
}
.chain-badge:not(:has(svg)) { font-size: 0.7em; inline-size: 1.75em; block-size: 1.75em; }
.chain-badge svg { inline-size: 100%; block-size: 100%; }
.inline-link { color: inherit; text-decoration: underline; text-underline-offset: 0.15em; white-space: nowrap; }
`;
