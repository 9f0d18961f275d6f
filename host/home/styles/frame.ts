/** Styles of the frame: colors, header, actions, tabs and pages. @module */

/** The styles. Text has five sizes and three weights. */
export const frame = `
:root {
  --ink: light-dark(oklch(0.2 0.02 275), oklch(0.965 0.004 275));
  --soft: light-dark(oklch(0.47 0.025 275), oklch(0.76 0.02 275));
  --page: light-dark(oklch(0.977 0.004 275), oklch(0.205 0.014 275));
  --card: light-dark(oklch(1 0 0), oklch(0.245 0.016 275));
  --fill: light-dark(oklch(0.95 0.008 275), oklch(0.305 0.02 275));
  --line: light-dark(oklch(0.912 0.008 275), oklch(0.335 0.018 275));
  --field: light-dark(oklch(0.65 0.018 275), oklch(0.55 0.02 275));
  --accent: light-dark(oklch(0.5 0.21 275), oklch(0.7 0.15 278));
  --on-accent: light-dark(oklch(0.99 0.005 275), oklch(0.16 0.04 278));
  --danger: light-dark(oklch(0.5 0.19 27), oklch(0.77 0.13 25));
  --danger-fill: light-dark(oklch(0.955 0.02 27), oklch(0.3 0.06 25));
  --warn: light-dark(oklch(0.47 0.1 65), oklch(0.83 0.11 80));
  --warn-fill: light-dark(oklch(0.955 0.035 85), oklch(0.31 0.045 75));
  --good: light-dark(oklch(0.47 0.12 155), oklch(0.78 0.14 158));
  --motion: cubic-bezier(.2, .8, .2, 1);
  background: var(--page);
  color: var(--ink);
  font: 450 1rem/1.45 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif;
  -webkit-text-size-adjust: 100%;
}
/* A control that is scrolled to stays clear of the tabs. */
html { scroll-padding-block: 5rem; }
body { margin: 0; }
#page {
  box-sizing: border-box;
  max-inline-size: 30rem;
  min-block-size: 100dvh;
  margin-inline: auto;
  padding: 1rem 1.25rem calc(6rem + env(safe-area-inset-bottom));
  display: flex;
  flex-direction: column;
}
main { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); padding: 0; max-inline-size: none; inline-size: 100%; margin: 0; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
h1 { font-size: 1.375rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; outline: none; overflow-wrap: anywhere; }
h2 { font-size: 1rem; font-weight: 650; }
.split, .column { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
.split:has(> .side), .side, .side + .column { row-gap: 1rem; }
b { font-weight: 550; }
a { color: inherit; }
.icon { inline-size: 1.25rem; block-size: 1.25rem; flex: none; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.note { color: var(--soft); font-size: 0.875rem; line-height: 1.4; font-weight: 450; }
.note.warning { color: var(--warn); }
.note.danger, .danger { color: var(--danger); }
.quiet-line:empty { display: none; }
code { font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }

.who .settings { position: absolute; justify-content: center; inset: 0 -0.75rem auto auto; padding: 0; color: var(--soft); }
.who.small .settings { position: static; margin-inline: auto -0.75rem; }
[dir=rtl] .who .settings { inset: 0 auto auto -0.75rem; }
.who { position: relative; display: grid; grid-template-columns: auto minmax(0, 1fr); justify-items: start; align-items: center; column-gap: 0.25rem; padding-inline-end: 2rem; }
.who > .avatar { grid-row: span 2; }
.who a { display: inline-flex; align-items: center; gap: 0.25rem; text-decoration: none; padding: 0.25rem 0.5rem; border-radius: 0.75rem; }
.who .avatar { inline-size: 3rem; block-size: 3rem; border-radius: 50%; }
.who.small { display: flex; align-items: center; justify-content: flex-start; padding: 0; }
.who.small .avatar { inline-size: 2rem; block-size: 2rem; flex: none; }
.who.small :is(h1, a) { font-size: 1rem; font-weight: 650; }
.who.small { margin-block-end: 1.5rem; }
.who.first { grid-template-columns: minmax(0, 1fr); justify-items: center; row-gap: 0.25rem; padding: 2rem 0 0; }
.who.first .avatar { inline-size: 6rem; block-size: 6rem; }
.who.first .pill { margin: 0; justify-self: center; }
.brand, .actions > .for-wide { display: none; }
.pill { display: inline-flex; align-items: center; gap: 0.375rem; min-block-size: 2.25rem; padding: 0 0.875rem; border: 0; border-radius: 2rem; background: var(--fill); color: var(--soft); font-weight: 550; font-size: 0.875rem; line-height: 1; }
.who .pill { min-block-size: 1.75rem; margin-inline-start: 0.5rem; padding: 0; border-radius: 0.5rem; background: none; }
.center .pill { justify-self: center; }
.pill .icon { inline-size: 1rem; block-size: 1rem; }

.actions { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 7.5rem); justify-content: center; }
.actions > * { display: grid; justify-self: stretch; justify-items: center; align-content: start; gap: 0.5rem; text-align: center; font-size: 0.875rem; font-weight: 550; text-decoration: none; }
.actions button { padding: 0; border-radius: 0; background: none; align-content: start; }
.round { display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; border-radius: 50%; color: inherit; flex: none; }
.round.filled { inline-size: 3rem; block-size: 3rem; background: var(--accent); color: var(--on-accent); transition: transform 160ms var(--motion); }
.actions > :active .round { transform: scale(0.94); }
[dir="rtl"] .page-head .icon { transform: scaleX(-1); }

.tabs { position: fixed; inset-inline: 0; inset-block-end: 0; z-index: 2; display: flex; justify-content: center; padding: 0.375rem 0.25rem calc(0.375rem + env(safe-area-inset-bottom)); background: color-mix(in oklab, var(--page) 92%, transparent); backdrop-filter: blur(16px); border-block-start: 1px solid var(--line); }
.tabs a { flex: 1 1 auto; max-inline-size: 7rem; display: grid; justify-items: center; gap: 0.125rem; padding: 0.375rem 0; border-radius: 0.75rem; font-size: 0.8125rem; font-weight: 550; text-decoration: none; color: var(--soft); white-space: nowrap; }
.tabs a[aria-current] { color: var(--accent); }
.tabs .icon { inline-size: 1.5rem; block-size: 1.5rem; }

.page { gap: 1.5rem; }
.page-head { display: flex; align-items: center; gap: 0.5rem; margin-inline-start: -0.75rem; }
.page-more { margin-inline-start: auto; padding: 0.75rem 0.5rem; margin-inline-end: -0.5rem; font-size: 0.875rem; font-weight: 550; color: var(--accent); text-decoration: none; }
.page-head h2 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
#page[aria-busy="true"]:has(.last-seen)::after { content: none; }
.last-seen > h1 { padding: 0.25rem 0 8.25rem 3.75rem; }
[dir=rtl] .last-seen > h1 { padding: 0.25rem 3.75rem 8.25rem 0; }
.welcome { margin-block: auto; justify-items: center; text-align: center; gap: 1rem; padding-block: 3rem; }
.welcome h1 { font-size: 2rem; line-height: 1.15; max-inline-size: 16ch; text-wrap: balance; }
.welcome p { color: var(--soft); max-inline-size: 34ch; text-wrap: balance; overflow-wrap: anywhere; }
.welcome .primary { margin-block-start: 1.5rem; }
.mark { display: grid; place-items: center; inline-size: 4.5rem; block-size: 4.5rem; border-radius: 1.375rem; background: var(--accent); color: var(--on-accent); }
.mark .icon { inline-size: 2.25rem; block-size: 2.25rem; }
.link-code { font-size: 2rem; line-height: 1.1; font-weight: 650; letter-spacing: 0.06em; font-variant-numeric: tabular-nums; padding-block: 0.75rem; }
.friend-code { font-size: 1.375rem; font-weight: 650; letter-spacing: 0.06em; font-variant-numeric: tabular-nums; }
.link-return { font-weight: 650; overflow-wrap: anywhere; }
.quiet { justify-self: center; color: var(--soft); font-size: 0.875rem; padding: 0.75rem; text-decoration: none; }

button, .button { display: inline-flex; align-items: center; justify-content: center; justify-self: start; gap: 0.5rem; box-sizing: border-box; font: inherit; font-weight: 550; min-block-size: 2.75rem; padding: 0.5rem 1.125rem; border-radius: 0.875rem; border: 0; background: var(--fill); color: inherit; cursor: pointer; text-decoration: none; text-align: center; }
.primary { background: var(--accent); color: var(--on-accent); }
button:disabled { background: var(--fill); color: var(--soft); cursor: default; }
button[aria-busy="true"]::after { content: ""; inline-size: 1rem; block-size: 1rem; box-sizing: border-box; border: 2px solid; border-block-start-color: transparent; border-radius: 50%; animation: turn 0.9s linear infinite; }
.wide { inline-size: 100%; min-block-size: 3.25rem; border-radius: 1rem; }
.link { min-block-size: 2.75rem; padding: 0 0.5rem; margin-inline: -0.5rem; background: none; color: var(--accent); font-size: 0.875rem; border-radius: 0.5rem; text-decoration: none; }
.link.danger { color: var(--danger); }
button.danger:not(.link) { background: var(--danger-fill); color: var(--danger); }
.chip { min-block-size: 2.25rem; padding: 0 0.5625rem; border-radius: 2rem; font-size: 0.875rem; color: var(--soft); }
.chip[aria-pressed="true"] { background: var(--ink); color: var(--page); }
.end { margin-inline-start: auto; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: 0.5rem; inline-size: 100%; }
.pair > * { inline-size: 100%; min-block-size: 3.25rem; border-radius: 1rem; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem; }
:is(a, button, input, select, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

form { display: grid; gap: 0.75rem; grid-template-columns: minmax(0, 1fr); }
label { display: grid; gap: 0.375rem; font-size: 0.875rem; font-weight: 550; flex: initial; }
input, select { box-sizing: border-box; inline-size: 100%; font: inherit; font-size: 1rem; font-weight: 450; min-block-size: 3rem; padding: 0 0.875rem; border-radius: 0.875rem; border: 1px solid var(--field); background: var(--card); color: inherit; }
input[type="checkbox"] { appearance: none; position: relative; inline-size: 1.375rem; block-size: 1.375rem; min-block-size: 0; margin: 0; padding: 0; flex: none; border-radius: 0.375rem; }
input[type="checkbox"]:checked { background: var(--accent); border-color: var(--accent); }
input:not([role]):checked::after { content: ""; position: absolute; inset: 15% 35% 28%; border: solid var(--on-accent); border-width: 0 2px 2px 0; rotate: 45deg; }
input[type="checkbox"][role="switch"] { inline-size: 3rem; block-size: 1.75rem; border-radius: 1rem; background: var(--field); border: 0; cursor: pointer; transition: background 160ms; }
input[role="switch"]::before { content: ""; position: absolute; inset-block-start: 0.1875rem; inset-inline-start: 0.1875rem; inline-size: 1.375rem; block-size: 1.375rem; border-radius: 50%; background: #fff; border: 1px solid transparent; box-sizing: border-box; transition: inset-inline-start 160ms var(--motion); }
input[type="checkbox"][role="switch"]:checked { background: var(--accent); }
input[role="switch"]:checked::before { inset-inline-start: 1.4375rem; }
input[dir="ltr"] { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; font-size: 0.875rem; }
[dir="rtl"] input[dir="ltr"] { text-align: end; }
[dir="rtl"] input:placeholder-shown { direction: rtl; }
.sum { justify-items: center; padding-block: 1rem 0; }
.worth { min-block-size: 1.25rem; margin-block-start: -0.25rem; text-align: center; }
.worth + .beside { margin-block-start: -0.75rem; }
.amount { font-size: 2rem; font-weight: 650; min-block-size: 4rem; border: 0; background: none; text-align: center; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.beside { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 0.75rem; }
.beside > .link { margin: 0; }
select { appearance: none; padding-inline-end: 2.5rem; background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%); background-position: right 1.25rem center, right 0.9rem center; background-size: 0.375rem 0.375rem; background-repeat: no-repeat; }
[dir="rtl"] select { background-position: left 0.9rem center, left 1.25rem center; }
input[aria-invalid="true"]:not(.amount) { border-color: var(--danger); }
.amount[aria-invalid="true"] { color: var(--danger); }

@media (min-width: 48rem) {
  html { scrollbar-gutter: stable; }
  #page { max-inline-size: 34rem; padding-block: 6.5rem 3rem; }
  .tabs { inset-block: 0 auto; border-block-end: 1px solid var(--line); border-block-start: 0; gap: 0.25rem; padding-block: 0.75rem; }
  .tabs a { flex: none; max-inline-size: none; grid-auto-flow: column; align-items: center; gap: 0.5rem; padding: 0.5rem 1rem; font-size: 0.875rem; }
  .tabs a[aria-current] { background: var(--fill); color: var(--ink); }
  .tabs .icon { inline-size: 1.25rem; block-size: 1.25rem; }
}
@media (min-width: 60rem) {
  #page { max-inline-size: 60rem; }
  main:not(:has(> .split), .last-seen, .welcome) { max-inline-size: 35rem; margin-inline: auto; }
  main.welcome { max-inline-size: 24rem; margin: auto; }
  .split, .last-seen { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); gap: 3rem; align-items: start; }
  .who:not(.small) { grid-template-columns: minmax(0, 1fr); justify-items: center; row-gap: 0.375rem; padding: 0; }
  .who:not(.small) .pill { justify-self: center; margin: 0; }
  .side { position: sticky; inset-block-start: 6rem; box-sizing: border-box; padding: 2rem 1.5rem; border: 1px solid var(--line); border-radius: 1.75rem; background: var(--card); }
  .tabs { justify-content: flex-start; padding-inline: max(1.25rem, 50% - 28.75rem); }
  .actions { margin-inline: -1rem; }
  .actions > * { font-size: 0.8125rem; }
  .actions > .for-wide { display: grid; }
  .brand { display: flex; align-items: center; gap: 0.5rem; margin-inline-end: 1rem; font-weight: 650; }
  .brand .icon { color: var(--accent); }
  .who.small { position: fixed; z-index: 3; inset-block-start: 0; inset-inline-end: max(1.25rem, 50% - 28.75rem); block-size: 3.875rem; max-inline-size: 17rem; margin: 0; }
  .who.small :is(h1, a) { min-inline-size: 0; }
  .who.small h1 > a { max-inline-size: 100%; box-sizing: border-box; }
  .who.small bdi { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .who.small .settings { margin-inline: 0 -0.75rem; }
}
@media (max-width: 59.99rem) { .who.over { display: none; } .side:has(.first) + .column .empty { min-block-size: 0; } }
@media (max-width: 47.99rem) { .over ~ .tabs { display: none; } }
@media (prefers-reduced-motion: no-preference) {
  main:not(.welcome) { animation: rise 240ms var(--motion); }
}
@media (forced-colors: active) {
  input[role="switch"] { border: 1px solid ButtonText; }
  input[role="switch"]::before { background: ButtonText; }
  input[type="checkbox"]:not([role]) { appearance: auto; }
}
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
`;
