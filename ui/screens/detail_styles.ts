/**
 * Styles of operations, signatures and lists, which a connection does not show. They are loaded with
 * the screens that use them, and follow all others.
 *
 * @module
 */
import { markCss } from "./mark_styles.ts";

/** Style rules. */
export const detailCss: string = `
${markCss}.heading { display: flex; justify-content: space-between; align-items: baseline; gap: 1em; }
.gain { color: var(--sdk-color-success); font-weight: 650; }
.loss { font-weight: 650; }
.risk { color: var(--sdk-color-destructive); font-weight: 650; }
.check { display: flex; gap: 0.6em; align-items: start; padding-block-start: 0.5em;
  cursor: pointer; font-weight: 550; }
.check small { font-weight: 450; }
.check input {
  flex: none; inline-size: 1.25em; block-size: 1.25em; margin: 0.05em 0 0;
  accent-color: var(--sdk-color-primary);
}
.link { color: var(--sdk-color-accent-foreground); font-weight: 550; font-size: 0.875em;
  padding: 0.3em 0; text-decoration: underline; text-underline-offset: 0.2em;
  text-decoration-color: color-mix(in oklab, currentcolor 35%, transparent); }
dd > .link { display: inline-block; }
.skeletal { color: transparent; border-radius: 0.5em; background: var(--sdk-color-border);
  box-decoration-break: clone; -webkit-box-decoration-break: clone; user-select: none;
  forced-color-adjust: none; animation: pulse 1.3s ease-in-out infinite; }
.title.later { block-size: 3.5em; grid-template-rows: minmax(0, 1fr); }
.title.later > h1 { display: grid; align-content: safe center; }
h1.amount { font-size: 2em; line-height: 1.1; font-variant-numeric: tabular-nums; }
.title.effect { justify-items: center; text-align: center; gap: 0.75em; padding-block: 0.25em 0.5em; }
.title.effect.lines-2 > h1 { display: grid; align-content: center; }
.title.net:not(.left) { text-align: center; }
.title.net > h1 { display: grid; row-gap: 0.3em; }
.title.net.unnamed > h1 { min-block-size: 2.5em; align-content: center; }
.icons { display: flex; justify-content: center; gap: 0.5em; padding-block: 0.25em 0.5em; }
.icons > .avatar { inline-size: 3.5em; block-size: 3.5em; }
.token.item { border-radius: 0.9em; } .token.item svg { inline-size: 50%; block-size: 50%; }
.lines-2 > h1 { min-block-size: 2.5em; } .lines-3 > h1 { min-block-size: 3.75em; }
.title.net > p { font-size: 0.875em; min-block-size: 1.45em; text-wrap: balance; overflow-wrap: anywhere; }
.title.net > .expected { min-block-size: 1.75em; }
.title.net:not(.left) > .expected { font-size: 1em; }
.expected .token { display: inline-grid; vertical-align: -0.4em; margin-inline-end: 0.5em; inline-size: 1.5em; block-size: 1.5em; }
.title.counted > h1 { font-size: 1em; color: var(--sdk-color-muted-foreground); }
.receive > summary { padding: 0; min-block-size: 2.25em; }
.receive-at { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.75em; align-items: end; }
.receive-at label { font-size: 1em; }
.qr-room, .qr { display: block; inline-size: 7em; block-size: 7em; border-radius: 0.5em; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5em; }
.chips > .choice { inline-size: auto; min-block-size: 2.75em; padding: 0.4em 0.9em; }
.chips b { font-size: 0.875em; }
.pill { inline-size: 100%; }
.pill > summary { inline-size: fit-content; min-block-size: 2.25em; margin-inline: auto; padding: 0 0.9em; gap: 0.4em;
  border-radius: 99em; background: var(--sdk-color-muted); color: var(--sdk-color-muted-foreground); }
.pill > summary:focus-visible { border-radius: 99em; }
.pill > .field { padding-block-start: 0.75em; text-align: start; }
.pill .chevron { inline-size: 1em; block-size: 1em; }
a.row { align-items: center; min-block-size: 2.75em; color: inherit; text-decoration: none;
  border-block-start: 1px solid var(--sdk-color-border); margin-block-start: -1em; }
a.row > svg { color: var(--sdk-color-muted-foreground); }
.holdings { block-size: 8.25em; }
.holding .call-words > b { color: var(--sdk-color-foreground); font-weight: 450; }
.note .rows > * { padding: 0.2em 0; } .note .row > dt { padding: 0; }
.holdings > .none { display: grid; block-size: 100%; place-content: center; }
${/* As above: the padding holds the scrollbar. */ ""}
.holdings, .changes {
  overflow: hidden auto; scrollbar-width: thin; scrollbar-color: var(--sdk-color-border) transparent;
}
.holdings > *, .changes > * { inline-size: calc(100cqi - 2 * var(--edge)); }
.holdings > .many { inline-size: calc(100cqi - 2 * var(--edge) - 0.9em); }
.holdings > .rows > :first-child { border-block-start-width: 0; }
.spend { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.1em 1em; }
.whole { flex-basis: 100%; }
.delay { display: grid; gap: 0.2em; }
.delay > input { inline-size: 100%; min-block-size: 2.75em; margin: 0;
  accent-color: var(--sdk-color-primary); }
details.panel > summary + :not(.rows) { margin-block-end: 0.75em; }
.fees { display: grid; gap: 0.35em; border: 0; margin: 0; padding: 0 0 0.8em;
  min-inline-size: 0; }
.fees small { display: block; font-weight: 450; overflow-wrap: anywhere; }
.fees .check { min-block-size: 2.75em; }
.fees input:disabled + span > bdi { opacity: 0.55; }

.calls > li + li { border-block-start: 1px solid var(--sdk-color-border); }
${/* Only for long lists: short ones must have their final size from the start. */ ""}
.calls.many > li { content-visibility: auto; contain-intrinsic-size: auto 4.6em; }
.call-icon {
  flex: none; inline-size: 2em; block-size: 2em; border-radius: 99em; display: grid;
  place-items: center; background: var(--sdk-color-accent);
  color: var(--sdk-color-accent-foreground);
}
.call-icon svg { inline-size: 1.1em; block-size: 1.1em; }
.call-icon.danger {
  color: var(--sdk-color-destructive);
  background: color-mix(in oklab, var(--sdk-color-destructive) 12%, var(--sdk-color-background));
}
summary > .call-words + .muted { flex: none; }
.call-words > b { overflow-wrap: anywhere; }
.call-detail { padding: 0 0 0.8em; display: grid; gap: 0.5em; font-size: 0.875em;
  grid-template-columns: minmax(0, 1fr); }
.call-detail .row > dt, .call-detail .call-detail { font-size: 1em; } .call-detail h2 { font-size: 0.9286em; }
.call-rows { display: grid; gap: 0.5em; grid-template-columns: minmax(0, 1fr); }
.steps { display: grid; gap: 0.5em; grid-template-columns: minmax(0, 1fr);
  padding-inline-start: 0.7em; border-inline-start: 2px solid var(--sdk-color-border); }
.steps-list { display: grid; gap: 0.8em; grid-template-columns: minmax(0, 1fr); margin: 0;
  padding-inline-start: 1.6em; }
.steps .steps { margin-inline-start: -1.2em; }
${/* Nested steps are narrow: a value that does not fit beside its label stands below it. */ ""}
.steps .row { flex-wrap: wrap; gap: 0.1em 1em; } .steps .row > dd { flex-basis: 9em; }
.steps-list > li::marker { color: var(--sdk-color-muted-foreground); font-variant-numeric: tabular-nums; }
.said { padding: 0.7em 0.8em; border: 1px dashed var(--sdk-color-border);
  border-radius: min(var(--sdk-radius), 8px); }
.hex {
  display: block; max-block-size: 9em; overflow: auto; padding: 0.6em 0.75em; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--sdk-color-muted); border-radius: min(var(--sdk-radius), 8px);
}
${/* Within the line, so that a copy has no breaks between blocks. */ ""}
.hex > .block {
  display: inline-block; inline-size: 100%; vertical-align: top; content-visibility: auto;
  contain-intrinsic-size: auto 12em;
}
.text {
  max-block-size: 17em; overflow: auto; padding: 0.85em 0.95em; white-space: pre-wrap;
  overflow-wrap: anywhere; font-family: inherit; overscroll-behavior: auto;
  unicode-bidi: plaintext;
}
.mark {
  font-size: 0.8125em; padding: 0 0.3em; border-radius: 4px; color: var(--sdk-color-warning);
  border: 1px solid currentcolor; white-space: nowrap; direction: ltr;
}
.tree { position: relative; padding: 0.35em 0; }
.tree.virtual { max-block-size: 19em; overflow: auto; }
.node { display: flex; gap: 0.75em; padding: 0.22em 0.9em; align-items: baseline;
  padding-inline-start: calc(0.9em + var(--depth) * 1em); font-size: 0.875em;
  inline-size: 100%; border: 0; }
.node > .key { flex: none; max-inline-size: 45%; overflow-wrap: anywhere;
  color: var(--sdk-color-muted-foreground); }
.node > .val { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; text-align: end; }
.val > .name { font-family: var(--sdk-font-family); font-weight: 450; }
.tree.virtual .node { position: absolute; inset-inline: 0; block-size: 2em; white-space: nowrap;
  align-items: center; }
.tree.virtual .key, .tree.virtual .val { overflow: hidden; text-overflow: ellipsis; }
.node .chevron { inline-size: 1em; block-size: 1em; align-self: center; }
.node.pressable { cursor: pointer; }
.tree:focus-visible .node[data-active] { outline: 2px solid var(--sdk-color-ring, currentcolor); outline-offset: -2px; }
.node[aria-expanded="true"] .chevron { transform: rotate(180deg); }

.title.outcome { text-align: center; gap: 0.35em; padding-block: 0.5em; }
.outcome-mark {
  justify-self: center;  display: grid; place-items: center; inline-size: 3.5em; block-size: 3.5em; border-radius: 99em;
  background: var(--sdk-color-muted); color: var(--sdk-color-muted-foreground); margin-block-end: 0.4em;
}
.outcome-mark svg { inline-size: 1.75em; block-size: 1.75em; }
.outcome-mark.success { color: var(--sdk-color-success); }
.outcome-mark.danger { color: var(--sdk-color-destructive); }
.row.holding { align-items: center; }
.row.holding > dt { display: flex; align-items: center; gap: 0.6em; padding: 0; font-size: 1em; }
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
.bounds { min-block-size: 2.9em; }
.panel.changes { display: grid; grid-auto-rows: minmax(3.5em, 1fr); overflow: hidden auto; }
.panel.changes > .row { align-items: center; padding-block: 0.35em; gap: 0.75em; }
.panel.changes > .row:first-child { border-block-start-width: 0; }
.changes > .row > :last-child:not(:first-child) { margin-inline-start: auto; text-align: end; }
${/* The figure goes before the words beside it. */ ""}
.changes > .row > .muted { flex: 1 1 4em; }
.changes > .row > .wrap { flex: 0 1 auto; }
.changes.close { grid-auto-rows: minmax(min-content, 1fr); }
.panel.changes.close > .row { padding-block: 0; font-size: 0.875em; line-height: 1.4; }
.changes.close .token { display: none; }
.changes .link { padding: 0; flex: 1; }
.fee { display: flex; align-items: baseline; gap: 0.75em; min-block-size: 1.6em; }
.fee > .muted { flex: none; font-size: 0.875em; }
.figures { flex: 1; min-inline-size: 0; display: flex; flex-wrap: wrap; align-items: baseline;
  justify-content: flex-end; gap: 0 0.5em; overflow-wrap: anywhere; text-align: end;
  font-variant-numeric: tabular-nums; }
.figures:has(> .gain) { flex-wrap: nowrap; } .figures > .gain { flex: none; }
.gain + small { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details > summary.fee { padding: 0; min-block-size: 1.6em; }
.fee-token { flex: none; align-self: center; display: flex; align-items: center; gap: 0.25em;
  padding: 0.1em 0.4em 0.1em 0.7em; border-radius: 9em; background: var(--sdk-color-muted); font-size: 0.875em; }
.choosable[open] > .fees { max-block-size: 13em; overflow-y: auto; padding-block: 0.5em 0; }
`;
