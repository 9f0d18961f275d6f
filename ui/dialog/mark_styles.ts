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
  box-sizing: border-box; display: grid; place-items: center; overflow: hidden; border-radius: 99em;
  border: 2px solid var(--sdk-color-background); background: var(--sdk-color-foreground);
  color: var(--sdk-color-background); font-size: 0.9em; line-height: 1;
}
.chain-badge:not(:has(svg)) { font-size: 0.7em; inline-size: 1.75em; block-size: 1.75em; }
.chain-badge svg { inline-size: 100%; block-size: 100%; }
.title.outcome { text-align: center; gap: 0.35em; padding-block: 0.5em; }
.outcome-mark {
  justify-self: center;  display: grid; place-items: center; inline-size: 3.5em; block-size: 3.5em; border-radius: 99em;
  background: var(--sdk-color-muted); color: var(--sdk-color-muted-foreground); margin-block-end: 0.4em;
}
.outcome-mark svg { inline-size: 1.75em; block-size: 1.75em; }
.outcome-mark.success { color: var(--sdk-color-success); }
.outcome-mark.danger { color: var(--sdk-color-destructive); }
.inline-link { color: inherit; text-decoration: underline; text-underline-offset: 0.15em; white-space: nowrap; }
.row.holding { align-items: center; }
.row.holding > dt { display: flex; align-items: center; gap: 0.6em; padding: 0; }
.row.holding .token { inline-size: 1.75em; block-size: 1.75em; font-size: 0.9em; }
.headline { block-size: 2.75em; inline-size: 100%; display: grid; grid-template-rows: 100%; }
.headline > h1 { display: grid; align-content: safe center; justify-items: center; }
.headline .skeleton { margin-inline: auto; }
.worth { min-block-size: 1.45em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.title.effect > .worth { margin-block-start: -0.6em; }
.party {
  display: flex; justify-content: flex-end; align-items: baseline; gap: 0.5em; min-inline-size: 0;
  block-size: 1.5em; white-space: nowrap;
}
.party-name { flex: none; max-inline-size: max(50% - 0.5em, 100% - 8em); font-weight: 650; overflow: hidden; text-overflow: ellipsis; }
.party > small { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; }
`;
