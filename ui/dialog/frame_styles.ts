/** Styles of the card's fixed parts: header, body, notes, fee and buttons. @module */

/** Style rules. */
export const frameCss: string = `
.header {
  position: relative; z-index: 2; display: flex; align-items: center; gap: 0.75em; padding: 1em 1em 0.9em 1.25em; flex: none;
}
.app { flex: 1; min-inline-size: 0; display: flex; align-items: center; gap: 0.7em; }
.logo {
  flex: none; inline-size: 2.25em; block-size: 2.25em; border-radius: min(var(--sdk-radius), 10px);
  object-fit: cover; display: grid; place-items: center; overflow: hidden;
  background: var(--sdk-color-accent); color: var(--sdk-color-accent-foreground);
  font-weight: 650; font-size: 1em;
}
.app-words { min-inline-size: 0; display: grid; line-height: 1.3; }
.app-name {
  font-weight: 650; overflow: hidden; white-space: nowrap;
  text-overflow: ellipsis;
}
.origin {
  font-size: 0.8125em; color: var(--sdk-color-muted-foreground); overflow-wrap: anywhere;
  display: flex; align-items: center; gap: 0.3em;
}
.origin svg { flex: none; inline-size: 0.95em; block-size: 0.95em; }
.origin.insecure { color: var(--sdk-color-destructive); }
.icon-button {
  flex: none; align-self: start; inline-size: 2.25em; block-size: 2.25em; display: grid;
  place-items: center; border-radius: 99em; color: var(--sdk-color-muted-foreground);
  transition: background 120ms, color 120ms;
}
.icon-button:hover { background: var(--sdk-color-muted); color: var(--sdk-color-foreground); }
svg { display: block; inline-size: 1.2em; block-size: 1.2em; }

${/* Its child scrolls; a shade indicates hidden content. */ ""}
.scroller {
  min-block-size: 0; overflow-y: auto; overscroll-behavior: contain;
  padding-inline-start: var(--edge); border-block-start: 1px solid transparent;
  scrollbar-width: thin; scrollbar-color: var(--sdk-color-border) transparent;
}
${/* As wide with a scrollbar as without: the bar appears within the padding. */ ""}
.within { display: flex; flex-direction: column; inline-size: calc(100cqi - 2 * var(--edge)); }
.within > * { flex: none; }
.scroller::after {
  content: ""; display: block; position: sticky; inset-block-end: 0; block-size: 2.5em;
  margin-block-start: -2.5em; pointer-events: none; opacity: 0;
  background: linear-gradient(transparent, var(--sdk-color-background) 90%);
}
.scroller[data-below]::after { opacity: 1; }
.scroller[data-above] { border-block-start-color: var(--sdk-color-border); }
${/* Shrinks first, but keeps its headline and a row. */ ""}
.body { flex: 1 100000 auto; min-block-size: min(7em, 22%, var(--content, 100%)); }
.body > .within { gap: 1em; padding-block: 0.35em 1.1em; }
${/* Notes grow upwards over the body; the buttons below stay in place. Browsers measure layout shifts by the upper edge of a box: the boxes around the notes are invisible, and scroll only if needed. */ ""}
.notes { flex: 0 1 auto; max-block-size: 60%; overflow: visible; }
.notes, .notes > .within { visibility: hidden; }
.notes > .within > *, .notes .contents > *, .notes::after { visibility: visible; }
.notes[data-above], .notes[data-below] { overflow-y: auto; }
.notes > .within > *, .notes .contents > * { margin-block-end: 0.75em; }
.footer {
  flex: none; display: grid; gap: 0.75em; padding: 0.9em var(--edge) 1.25em;
  grid-template-columns: minmax(0, 1fr); border-block-start: 1px solid transparent;
}
.footer.lined { border-block-start-color: var(--sdk-color-border); }
.actions { display: flex; flex-wrap: wrap; gap: 0.6em; }
.actions > * { flex: 1 1 7em; }
.actions > .primary { flex-grow: 4; }
${/* The label of a secondary button stays: the other button gets the rest of the row. */ ""}
.actions:not(.even) > :is(.secondary, .plain) { flex: 1 0 auto; padding-inline: 0.9em; }
.actions.even > .primary { flex-grow: 1; }
`;
