/**
 * Style sheet of the shadow root. It uses logical properties only, so that it mirrors in
 * right-to-left text, and sizes in `em` of the root, so that a text size set on the attribute
 * scales everything.
 *
 * @module
 */
import { frameCss } from "./frame_styles.ts";
import { mediaCss } from "./media_styles.ts";
import { rowCss } from "./row_styles.ts";

/** Style rules. */
export const css: string = `
:host {
  all: initial;
  display: block !important; position: absolute !important; inset: 0 !important;
  margin: 0 !important; padding: 0 !important; border: 0 !important;
  width: auto !important; height: auto !important;
  max-width: none !important; max-height: none !important;
  min-width: 0 !important; min-height: 0 !important;
  opacity: 1 !important; visibility: visible !important; pointer-events: auto !important;
  transform: none !important; translate: none !important; scale: none !important;
  rotate: none !important; filter: none !important; clip-path: none !important;
  clip: auto !important; mask: none !important; mix-blend-mode: normal !important;
  zoom: 1 !important; overflow: visible !important; background: none !important;
  content-visibility: visible !important; user-select: auto !important;
  animation: none !important; transition: none !important;
  line-height: 1.45;
}
.root {
  all: initial;
  position: absolute; inset: 0; display: grid; place-items: center;
  box-sizing: border-box; padding: 1em; overflow: hidden; overscroll-behavior: contain;
  font-family: var(--sdk-font-family); font-size: clamp(13px, 1em, 22px);
  font-weight: 450; line-height: 1.45; letter-spacing: inherit; word-spacing: inherit;
  font-style: inherit;
  color: var(--sdk-color-foreground); text-align: start;
  -webkit-font-smoothing: antialiased; -webkit-text-size-adjust: 100%;
  -webkit-tap-highlight-color: transparent;
}
.root *, .root *::before, .root *::after { box-sizing: border-box; }
.root * { unicode-bidi: isolate; }
.scrim {
  position: absolute; inset: 0; background: oklch(0.15 0.02 275 / 0.5);
  backdrop-filter: blur(3px); animation: fade 160ms ease-out;
}
.card {
  position: relative; display: flex; flex-direction: column; inline-size: 100%;
  max-inline-size: 25.5em; min-block-size: min(100%, 20em); max-block-size: min(100%, 47em);
  overflow: hidden; container-type: inline-size; --edge: 1.25em;
  background: var(--sdk-color-background); color: var(--sdk-color-foreground);
  border: 1px solid var(--sdk-color-border);
  border-radius: calc(var(--sdk-radius) * 1.6);
  box-shadow: 0 1px 2px oklch(0.2 0.02 275 / 0.08), 0 12px 24px -6px oklch(0.2 0.02 275 / 0.16),
    0 32px 64px -12px oklch(0.2 0.02 275 / 0.24);
  animation: rise 220ms cubic-bezier(0.2, 0.9, 0.3, 1);
}
.grip { display: none; }
h1, h2, p, ul, dl, dd, dt, pre, figure { margin: 0; padding: 0; }
ul { list-style: none; }
button, input, textarea { font: inherit; letter-spacing: inherit; color: inherit; margin: 0; }
button {
  appearance: none; border: 1px solid transparent; background: none; padding: 0; cursor: pointer;
  text-align: start; touch-action: manipulation;
}
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--sdk-color-ring); outline-offset: 2px; }
h1:focus-visible, [data-quiet]:focus-visible { outline: none; }
bdi.mono, .mono {
  font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
  font-variant-ligatures: none;
}
.muted { color: var(--sdk-color-muted-foreground); }
b, .strong { font-weight: 650; }
${/* Five sizes in all: 2, 1.375, 1, 0.875 and 0.8125 of the root's, without nesting. */ ""}
.small, .mono { font-size: 0.875em; }
small, .tag { font-size: 0.8125em; color: var(--sdk-color-muted-foreground); }
:is(.small, .note, .call-detail, .node, .field, small, .foot) :is(.small, .mono), .mono .mono { font-size: 1em; }
:is(.small, .note, .call-detail, .node, .close > .row) :is(small, .tag, .mark) { font-size: 0.9286em; }
.wrap { overflow-wrap: anywhere; }
.contents { display: contents; } .contents[hidden] { display: none; } .unseen { visibility: hidden; }
.hidden {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}

${frameCss}.title { display: grid; gap: 0.35em; text-wrap: pretty; }
h1 {
  font-size: 1.375em; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em;
  overflow-wrap: anywhere; text-wrap: balance;
}
h2 { font-size: 0.8125em; font-weight: 650; color: var(--sdk-color-muted-foreground); }
.stack { display: grid; gap: 0.6em; grid-template-columns: minmax(0, 1fr); }

.button {
  position: relative; display: grid; align-items: center;
  min-block-size: 2.875em; padding: 0.1em 0.8em; border-radius: var(--sdk-radius);
  font-weight: 650; line-height: 1.25; text-align: center; overflow: hidden;
  overflow-wrap: anywhere; hyphens: auto; -webkit-hyphens: auto;
  user-select: none; -webkit-user-select: none;
  transition: background 120ms, filter 120ms, transform 80ms, opacity 120ms;
}
.button:active:not([aria-disabled="true"]) { transform: scale(0.985); }
.button.primary {
  background: var(--sdk-color-primary); color: var(--sdk-color-primary-foreground);
  border-color: color-mix(in oklab, var(--sdk-color-primary) 82%, var(--sdk-color-foreground));
}
.button.danger {
  background: var(--sdk-color-destructive); color: var(--sdk-color-destructive-foreground);
  border-color: color-mix(in oklab, var(--sdk-color-destructive) 82%, var(--sdk-color-foreground));
}
.button.secondary {
  background: var(--sdk-color-secondary); color: var(--sdk-color-secondary-foreground);
}
.button.plain { color: var(--sdk-color-accent-foreground); min-block-size: 2.5em; }
@media (hover: hover) {
  .button.danger:hover:not([aria-disabled="true"]) {
    background: color-mix(in oklab, var(--sdk-color-destructive) 90%, var(--sdk-color-foreground));
  }
  .button.primary:not(.danger):hover:not([aria-disabled="true"]) {
    background: color-mix(in oklab, var(--sdk-color-primary) 90%, var(--sdk-color-foreground));
  }
  .button.secondary:hover:not([aria-disabled="true"]) {
    background: color-mix(in oklab, var(--sdk-color-secondary) 92%, var(--sdk-color-foreground));
  }
  .button.plain:hover { background: var(--sdk-color-accent); }
  .choice:hover { background: var(--sdk-color-accent); border-color: var(--sdk-color-ring); }
}
.button[aria-disabled="true"] { cursor: default; }
.button[data-idle][aria-disabled="true"], .button.secondary[aria-disabled="true"] {
  background: var(--sdk-color-muted); color: var(--sdk-color-muted-foreground); border-color: transparent;
}
.wait {
  position: absolute; inset: 0; background: var(--sdk-color-background);
  opacity: 0.45; transform-origin: 100% 50%; animation: drain 500ms linear forwards;
}
.root[dir="rtl"] .wait { transform-origin: 0 50%; }
${/* A button is as high as the longest label that it may have. */ ""}
.label, .button::after { grid-area: 1 / 1; }
.label { display: flex; align-items: center; justify-content: center; gap: 0.5em; }
.button::after { content: attr(data-room); visibility: hidden; padding-inline-start: 1.75em; }
.button svg { flex: none; inline-size: 1.25em; block-size: 1.25em; }

.field { display: grid; gap: 0.35em; grid-template-columns: minmax(0, 1fr); } .field + .field { margin-block-start: 1em; }
.field:has(> .button) { display: flex; flex-wrap: wrap; }
.field:has(> .button) > label { inline-size: 100%; } .field:has(> .button) > textarea { flex: 1 1 13.5em; }
.field label { font-size: 0.875em; font-weight: 550; }
.field :is(input, textarea) {
  inline-size: 100%; min-block-size: 2.875em; padding: 0.5em 0.85em; appearance: none;
  border: 1px solid var(--sdk-color-input); border-radius: var(--sdk-radius);
  background: var(--sdk-color-background); font-size: max(1em, 16px);
}
.field input::placeholder { color: var(--sdk-color-muted-foreground); opacity: 1; }
.field :is(input, textarea):focus-visible { outline-offset: 0; border-color: var(--sdk-color-ring); }
.field textarea {
  resize: none; padding-block: 0.65em; max-block-size: 9em; field-sizing: content;
  word-break: break-all; text-wrap: balance;
}

.choice {
  display: flex; align-items: center; gap: 0.8em; inline-size: 100%; padding: 0.75em 0.9em;
  border: 1px solid var(--sdk-color-border); border-radius: var(--sdk-radius);
  background: var(--sdk-color-card); color: var(--sdk-color-card-foreground);
  text-decoration: none; transition: background 120ms, border-color 120ms;
}
.choice[aria-disabled="true"] { cursor: default; }
.choice[aria-pressed="true"] { border-color: var(--sdk-color-primary); border-width: 2px; }
.choice[data-idle] > * { opacity: 0.55; }
.choice-words { flex: 1; min-inline-size: 0; display: grid; line-height: 1.35; }
.choice-words > b { overflow-wrap: anywhere; }
.choice > svg:last-child { flex: none; color: var(--sdk-color-muted-foreground); }
.root[dir="rtl"] .flip { transform: scaleX(-1); }
.avatar { flex: none; border-radius: 99em; overflow: hidden; inline-size: 2.25em;
  block-size: 2.25em; }
.finished > .avatar, .hero > .avatar { inline-size: 4em; block-size: 4em; }
.avatar.tiny { inline-size: 1.35em; block-size: 1.35em; }

.panel {
  background: var(--sdk-color-card); color: var(--sdk-color-card-foreground);
  border: 1px solid var(--sdk-color-border); border-radius: var(--sdk-radius); overflow: hidden;
}
${/* Rows need no box: a hairline above each, from one group to the next. */ ""}
.panel.rows { background: none; border-width: 0; border-radius: 0; overflow: visible; }
.panel.rows > * { padding: 0.75em 0; border-block-start: 1px solid var(--sdk-color-border); }
.panel.rows > details { padding: 0; }
.rows + .rows { margin-block-start: -1em; }
.rows > * { padding: 0.7em 0.9em; }
${rowCss}.section { display: grid; gap: 0.45em; grid-template-columns: minmax(0, 1fr); }

.note {
  display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.15em 0.65em;
  padding: 0.75em 0.9em; border-radius: var(--sdk-radius); font-size: 0.875em;
  border: 1px solid color-mix(in oklab, var(--ink) 35%, var(--sdk-color-background));
  background: color-mix(in oklab, var(--ink) 7%, var(--sdk-color-background));
  color: var(--sdk-color-foreground); --ink: var(--sdk-color-info); overflow-wrap: anywhere;
}
.note > svg { color: var(--ink); grid-row: span 3; margin-block-start: 0.05em; }
.note > b { line-height: 1.4; }
.roomy { display: grid; }
.roomy > *, .roomy::after { grid-area: 1 / 1; }
.roomy::after { content: attr(data-room); visibility: hidden; }
.note > span, .note > div { grid-column: 2; }
.note > span { color: var(--sdk-color-foreground); opacity: 0.86; }
${/* Folded, the title is all of it, and all of it can be pressed. */ ""}
.unfold { display: none; }
:is([data-folded] > .within .folds, .folded) { position: relative; padding-inline-end: 2.6em; }
:is([data-folded] > .within .folds, .folded) > span { display: none; }
:is([data-folded] > .within .folds, .folded) > .unfold {
  display: grid; position: absolute; inset: 0; justify-content: end; align-content: center;
  padding-inline-end: 0.8em; border-radius: inherit; color: var(--sdk-color-muted-foreground);
}
.note.neutral { --ink: var(--sdk-color-muted-foreground); }
.note.warning { --ink: var(--sdk-color-warning); }
.note.danger { --ink: var(--sdk-color-destructive); }
.note.success { --ink: var(--sdk-color-success); }
.panel.lines, details.panel {
  background: none; border-width: 1px 0 0; border-radius: 0; overflow: visible;
}
.rows + .section > .lines:first-child, :is(.rows, details.panel) + details.panel, .section:has(> .lines) + .rows, details.panel + .rows {
  margin-block-start: -1em;
}
details > summary {
  display: flex; align-items: center; gap: 0.75em; padding: 0.6em 0; cursor: pointer;
  list-style: none; min-block-size: 2.75em;
}
.call-words { flex: 1; min-inline-size: 0; display: grid; line-height: 1.35; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline-offset: -2px; border-radius: var(--sdk-radius); }
.chevron { flex: none; color: var(--sdk-color-muted-foreground); transition: transform 140ms; }
details[open] > summary .chevron { transform: rotate(180deg); }

.skeleton { display: inline-block; block-size: 1em; inline-size: var(--w, 6em); border-radius: 99em;
  vertical-align: -0.12em; background: var(--sdk-color-border);
  animation: pulse 1.3s ease-in-out infinite; }
.spinner { flex: none; inline-size: 1.15em; block-size: 1.15em; animation: turn 800ms linear
  infinite; }
.hero { display: grid; justify-items: center; gap: 0.9em; text-align: center;
  padding-block: 0.5em 0.25em; }
.hero .title { justify-items: center; text-wrap: balance; }
.hero-icon {
  inline-size: 4em; block-size: 4em; border-radius: 99em; display: grid; place-items: center;
  background: var(--sdk-color-accent); color: var(--sdk-color-accent-foreground);
}
.hero-icon svg { inline-size: 2em; block-size: 2em; }
.hero-icon.danger {
  color: var(--sdk-color-destructive);
  background: color-mix(in oklab, var(--sdk-color-destructive) 12%, var(--sdk-color-background));
}
[data-busy] .hero-icon { animation: breathe 1.6s ease-in-out infinite; }
.foot { display: block; font-size: 0.8125em; color: var(--sdk-color-muted-foreground); text-align: center;
  text-wrap: balance; }
a.foot { padding-block: 1em; margin-block: -0.9em; }
.foot svg { display: inline; inline-size: 1.1em; block-size: 1.1em; margin-inline-end: 0.4em; vertical-align: -0.15em; }
.tag { display: inline-block; line-height: 1.5; padding: 0 0.55em;
  border-radius: 99em; background: var(--sdk-color-muted);
  color: var(--sdk-color-muted-foreground); border: 1px solid var(--sdk-color-border);
  margin-inline-start: 0.4em; }

.finished {
  flex: 1; align-content: center;
  display: grid; justify-items: center; gap: 0.75em; padding: 0.5em var(--edge) 2.5em;
  text-align: center; overflow-wrap: anywhere; text-wrap: balance; animation: fade 100ms ease-out;
}
.finished > .button { inline-size: 100%; margin-block: 0.75em -1.25em; }
.finished > span { font-size: 1.375em; font-weight: 650; letter-spacing: -0.01em; line-height: 1.25; }
.drawn, .partly { inline-size: 3.5em; block-size: 3.5em; color: var(--sdk-color-success); }
.partly { color: var(--sdk-color-warning); }
.drawn path { stroke-dasharray: 1; animation: draw 320ms 60ms cubic-bezier(0.2, 0.8, 0.2, 1) backwards; }
.root[data-next] > .scrim { animation: none; }
.root[data-next] .card { animation: fade 160ms ease-out; }
@keyframes draw { from { stroke-dashoffset: 1 } }
@keyframes fade { from { opacity: 0 } }
@keyframes rise { from { opacity: 0; transform: translateY(10px) scale(0.98) } }
@keyframes slide { from { transform: translateY(100%) } }
@keyframes drain { to { transform: scaleX(0) } }
@keyframes pulse { 50% { opacity: 0.45 } }
@keyframes turn { to { transform: rotate(360deg) } }
@keyframes breathe { 50% { transform: scale(1.06) } }
${mediaCss}`;
