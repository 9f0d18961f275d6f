/** Styles of rows: a label and its value, a balance change, an address. @module */

/** The styles. */
export const rowCss = `dt, dd { min-inline-size: 0; }
.row { display: flex; justify-content: space-between; gap: 1em; align-items: start; }
${/* A value shrinks before its label; an address that is shortened already stays whole, below it if need be. */ ""}
.row > dt { flex: 0 1 auto; min-inline-size: auto; max-inline-size: 60%; overflow-wrap: break-word; hyphens: auto;
  padding-block-start: 0.1em; color: var(--sdk-color-muted-foreground); font-size: 0.875em; }
.row > dd {
  flex: 1 1000 auto; min-inline-size: 0; text-align: end; overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
}
.row > dd > small:not(.on), .block { display: block; }
.on::before { content: "·"; margin-inline: 0.4em; }
.address, .on { vertical-align: middle; }
.address { display: inline-flex; align-items: center; gap: 0.45em; max-inline-size: 100%; }
.address bdi { overflow-wrap: anywhere; } .address > .mono:not(.groups) { white-space: nowrap; }
.row:has(> dd .address > .mono:not(.groups)) { flex-wrap: wrap; row-gap: 0.2em; }
.row > dt:has(+ dd .address > .mono:not(.groups)) { flex: 1 1 0; max-inline-size: 100%; }
.row > dt + dd:has(.address > .mono:not(.groups)) { flex: 0 1 auto; margin-inline-start: auto; }
.groups { text-align: start; max-inline-size: calc(22ch + 2.4em); }
.groups > span { display: inline-block; margin-inline-end: 0.4em; }
`;
