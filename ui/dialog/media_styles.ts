/** Styles for screen sizes and for the user's system settings. @module */

/** Style rules that follow all others. */
export const mediaCss: string = `
@media (max-width: 480px), (pointer: coarse) and (max-width: 640px) {
  .root { padding: 0; place-items: end stretch; }
  .card {
    max-inline-size: none; min-block-size: min(92%, 22em); max-block-size: 92%; border-end-start-radius: 0; border-end-end-radius: 0;
    border-inline: 0; border-block-end: 0; animation-name: slide; animation-duration: 280ms;
    padding-block-end: env(safe-area-inset-bottom);
  }
  .grip { display: block; flex: none; inline-size: 2.25em; block-size: 0.25em; border-radius: 99em;
    margin: 0.5em auto -0.35em; background: var(--sdk-color-border); }
}
@media (max-width: 340px) {
  .button { font-size: 0.875em; } .figures { font-size: 0.8125em; } .fee { gap: 0.4em; }
  details > summary.fee { gap: 0.3em; } .fee-token { padding-inline: 0.5em 0.1em; gap: 0; font-size: 0.8125em; }
}
@media (max-width: 400px) {
  .button { padding-inline: 0.3em; }
  .actions > * { flex-basis: 6em; } .actions > .primary { flex-grow: 6; }
}
${/* Where there is space, the shade below the body leaves the headline legible. */ ""}
@media (min-height: 641px) {
  .body { min-block-size: min(9.25em, 27%, var(--content, 100%)); }
}
@media (max-height: 400px), (max-height: 580px) and (max-width: 360px) {
  .hero-icon { display: none; }
}
@media (max-height: 580px) {
  .header { padding-block: 0.8em 0.5em; }
  .note { padding: 0.55em 0.7em; font-size: 0.8125em; }
  .notes > .within > *, .notes .contents > * { margin-block-end: 0.5em; }
}
${/* Strong zoom: there is no space for parts with a fixed place. */ ""}
@media (max-height: 420px) {
  .root { padding: 0; place-items: stretch; }
  .card { max-inline-size: none; min-block-size: 0; max-block-size: 100%; border-radius: 0; border: 0;
    overflow-y: auto; scrollbar-gutter: stable; scrollbar-width: thin; display: block; }
  .scroller { overflow: visible; max-block-size: none; }
  .scroller::after { display: none; }
}
@media (max-width: 280px) {
  .card { --edge: 0.75em; }
  .header { padding-inline: 0.75em; }
  .row { flex-wrap: wrap; } .row > dd { text-align: start; }
}
@media (prefers-reduced-motion: reduce) {
  .root *, .root *::before, .root *::after { animation-duration: 1ms !important;
    animation-delay: 0s !important; animation-iteration-count: 1 !important; transition: none !important; }
  .root .wait { animation-duration: 500ms !important;
    animation-timing-function: step-end !important; }
  .button:active { transform: none !important; }
}
@media (prefers-reduced-transparency: reduce), (prefers-contrast: more) {
  .scrim { backdrop-filter: none; background: oklch(0.15 0.02 275 / 0.8); }
}
@media (forced-colors: active) {
  .card, .panel, .panel.rows, .panel.lines, details.panel, .note, .button, .choice, .icon-button,
  .logo { border: 1px solid ButtonBorder; }
  .token { border: 1px solid CanvasText; }
  .button.primary { forced-color-adjust: none; background: Highlight; color: HighlightText;
    border-color: Highlight; }
  .button[aria-disabled="true"] { color: GrayText; background: ButtonFace; opacity: 1;
    border-color: GrayText; }
  :focus-visible { outline-color: Highlight; }
  .skeleton { border: 1px solid GrayText; }
  .avatar { forced-color-adjust: none; }
}
`;
