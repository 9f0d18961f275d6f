/** Styles of lists, cards and banners. @module */

/** The styles. */
export const rows = `
.group { display: grid; gap: 0.75rem; grid-template-columns: minmax(0, 1fr); }
.group.near, .side + .column > .group { gap: 0.25rem; }
.group-head { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-block-size: 2rem; }
.group-head a { font-size: 0.875rem; font-weight: 550; color: var(--accent); text-decoration: none; padding: 0.25rem; }
.rows { list-style: none; display: grid; gap: 0; grid-template-columns: minmax(0, 1fr); }
.rows li { display: block; padding: 0; border: 0; border-radius: 0; background: none; }
.rows li.row, .row { display: flex; align-items: center; gap: 0.875rem; min-block-size: 4rem; box-sizing: border-box; padding: 0.5rem 0; inline-size: 100%; text-decoration: none; color: inherit; background: none; border-radius: 0.75rem; text-align: start; justify-content: flex-start; font-weight: 450; }
label.row { font-size: 1rem; }
.rows li.row.slim { min-block-size: 2.75rem; }
.rows li.row.tall, .row.tall { align-items: flex-start; padding-block: 0.875rem; }
.row.fixed { block-size: 4.75rem; overflow: hidden; }
.rows li > .link { margin-inline-start: 2.875rem; }
.row > .icon { color: var(--soft); }
[dir="rtl"] .row > .icon { transform: scaleX(-1); }
.tick { display: flex; color: var(--accent); }
.windowed { display: block; }
.day { display: flex; align-items: flex-end; block-size: 2.5rem; box-sizing: border-box; padding-block-end: 0.375rem; font-size: 0.8125rem; font-weight: 550; color: var(--soft); }
.row-text { flex: 1 1 auto; min-inline-size: 0; display: grid; gap: 0.125rem; overflow-wrap: anywhere; hyphens: auto; }
.row-text b { line-height: 1.3; }
.side + .column .row.fixed { block-size: auto; }
.row.fixed .row-text b { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.row.fixed b > bdi { display: inline-block; vertical-align: bottom; max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row.fixed .note { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.row-amount { margin-inline-start: auto; text-align: end; font-variant-numeric: tabular-nums; font-weight: 550; overflow-wrap: anywhere; min-inline-size: 0; max-inline-size: 60%; flex: none; }
.row-amount.in { color: var(--good); }
.row-amount.off { color: var(--soft); text-decoration: line-through; }
.row-amount > .note { display: block; }
.row-amount.note { font-weight: 450; }
.total { display: grid; justify-items: center; gap: 0.25rem; font-size: 2rem; line-height: 1.1; font-weight: 650; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; text-align: center; }
.total > .note { letter-spacing: 0; }
.total > summary { display: flex; justify-content: center; align-items: center; gap: 0.375rem; padding: 0; list-style: none; }
.total > summary::-webkit-details-marker { display: none; }
.total > summary > .icon { color: var(--soft); }
.row-actions { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; }
.welcome .row-actions { justify-content: center; }
.row-foot { position: relative; padding-block-start: 0.25rem; }
.row-foot summary { display: inline-flex; align-items: center; gap: 0.25rem; inline-size: fit-content; padding-block: 0.625rem; }
.row-foot .icon { inline-size: 1rem; block-size: 1rem; }
.row-foot .fold > .terms { margin: 0; }
.row-foot > .link { position: absolute; inset-block-start: 0.25rem; inset-inline-end: 0; }
@media (max-width: 22rem) { .row-foot > .link { position: static; } .row.fixed { gap: 0.5rem; } .row.fixed :is(b, .row-amount) { font-size: 0.875rem; } }
.via { display: flex; flex-wrap: wrap; column-gap: 0.25em; block-size: 1.4em; }
.via > span { display: flex; gap: 0.25em; max-inline-size: 100%; }
.host { direction: rtl; min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.origin { hyphens: none; }
.row.covered { position: relative; }
.row > .cover { position: absolute; inset: 0; opacity: 0; min-block-size: 0; block-size: 100%; cursor: pointer; }
.row:has(> .cover:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.found { display: flex; align-items: center; gap: 0.625rem; }
.found .avatar { flex: none; inline-size: 2rem; block-size: 2rem; border-radius: 50%; }
.found > span { display: grid; min-inline-size: 0; }
.terms { display: grid; gap: 0.5rem; padding-block-end: 0.5rem; }
.row-text > b + .left { margin-block-start: 0.375rem; }
.left { display: grid; gap: 0.375rem; padding-block: 0.25rem; font-variant-numeric: tabular-nums; }
.fold > summary { cursor: pointer; list-style: none; }
.fold > summary::-webkit-details-marker { display: none; }
.fold > summary > .icon { transition: rotate 160ms var(--motion); }
.fold[open] > summary > .icon { rotate: 180deg; }
.fold > :not(summary) { margin-inline-start: 3.375rem; }
.row-actions form { inline-size: 100%; padding-block: 0.5rem; }
.disc { position: relative; display: grid; place-items: center; inline-size: 2.5rem; block-size: 2.5rem; flex: none; border-radius: 50%; background: var(--fill); font-weight: 650; }
.disc.square { border-radius: 0.75rem; }
.disc.large { inline-size: 3.5rem; block-size: 3.5rem; font-size: 1.375rem; }
.disc .avatar { inline-size: 100%; block-size: 100%; border-radius: 50%; }
.disc.done { inline-size: 5rem; block-size: 5rem; background: var(--good); color: var(--page); }
.disc.done .icon { inline-size: 2.5rem; block-size: 2.5rem; }
.disc.good { color: var(--good); }
.disc.failed { color: var(--danger); background: var(--danger-fill); }
.disc.pending { animation: pulse 1.6s ease-in-out infinite; }
.badge { position: absolute; inset-inline-end: -0.3125rem; inset-block-end: -0.3125rem; display: grid; place-items: center; inline-size: 1.125rem; block-size: 1.125rem; border-radius: 50%; background: light-dark(var(--ink), var(--field)); color: light-dark(var(--page), var(--ink)); border: 2px solid var(--page); font-size: 0.8125rem; line-height: 1; font-weight: 650; overflow: hidden; }
.disc > svg[data-mark] { inline-size: 100%; block-size: 100%; }
.disc > svg[data-mark="ETH"] { inline-size: 76%; block-size: 76%; }
.badge svg { inline-size: 100%; block-size: 100%; background: light-dark(#fff, oklch(0.93 0.005 275)); }
.badge .icon { background: none; padding: 0.125rem; box-sizing: border-box; stroke-width: 2.5; }
.row.soft { color: var(--soft); }
.faces { display: flex; gap: 0.25rem; overflow-x: auto; padding: 0.25rem; margin-inline: -0.25rem; }
.face { display: grid; justify-items: center; align-content: start; gap: 0.375rem; flex: none; inline-size: 6rem; padding: 0.375rem 0.125rem; background: none; font-size: 0.8125rem; font-weight: 550; text-decoration: none; color: var(--soft); }
.face > bdi { max-inline-size: 100%; overflow: hidden; overflow-wrap: anywhere; text-align: center; line-height: 1.25; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.face > .short { display: block; overflow: visible; white-space: nowrap; }
.face .disc { inline-size: 3rem; block-size: 3rem; color: var(--ink); }
.tiles { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: 1rem 0.75rem; }
.tiles li { display: block; padding: 0; border: 0; background: none; }
.tiles a { display: grid; gap: 0.25rem; font-size: 0.875rem; text-decoration: none; color: inherit; overflow-wrap: anywhere; }
.tile { inline-size: 100%; max-inline-size: 10rem; aspect-ratio: 1; border-radius: 1rem; background: light-dark(oklch(0.92 0.05 var(--hue)), oklch(0.38 0.06 var(--hue))); fill: light-dark(oklch(0.8 0.08 var(--hue)), oklch(0.5 0.08 var(--hue))); }
.tile .near { fill: light-dark(oklch(0.68 0.11 var(--hue)), oklch(0.62 0.1 var(--hue))); }
.bone { display: block; block-size: 0.875rem; inline-size: 9rem; max-inline-size: 70%; border-radius: 0.375rem; background: var(--fill); }
.bone.short { inline-size: 5rem; block-size: 0.75rem; margin-block-start: 0.375rem; }
.skeleton { animation: late 0.15s both 0.15s, pulse 1.6s ease-in-out infinite 0.15s; }
@keyframes late { from { opacity: 0; } }
@keyframes pulse { 50% { opacity: 0.55; } }
@media (prefers-reduced-motion: reduce) { .skeleton, .disc.pending { animation: none; } }
.empty { display: grid; justify-items: center; align-content: center; gap: 0.375rem; min-block-size: min(24rem, 45dvh); padding-block: 1.5rem; text-align: center; text-wrap: balance; }
.empty :is(.button, button) { margin-block-start: 0.75rem; justify-self: center; }
.empty-title { font-weight: 650; }
.card, .panel { display: grid; gap: 0.75rem; padding: 1.25rem; border-radius: 1.25rem; background: var(--card); border: 1px solid var(--line); grid-template-columns: minmax(0, 1fr); box-sizing: border-box; }
:is(.card, .side) .badge { border-color: var(--card); }
.card.center > div { display: grid; gap: 0.25rem; }
.card.center { justify-items: center; text-align: center; padding-block: 1.5rem; gap: 1rem; }
.panel { gap: 0; padding: 0 1rem; list-style: none; }
.panel > li { display: block; padding: 0; border: 0; border-radius: 0; background: none; }
.panel > li + li { border-block-start: 1px solid var(--line); border-radius: 0; }
.panel .row, .panel > li.row { min-block-size: 3.5rem; padding-block: 0.75rem; font-size: 1rem; }
.panel .row-amount { font-weight: 450; color: var(--soft); max-inline-size: 45%; }
.panel label.row { display: flex; cursor: pointer; }
.panel .row.pick { position: relative; padding-block: 0; }
.pick select { inline-size: auto; min-inline-size: 0; max-inline-size: 55%; flex: 0 1 auto; margin-inline-start: auto; border: 0; background-color: transparent; color: var(--soft); text-align: end; text-align-last: end; padding-inline: 0.5rem 1.5rem; min-block-size: 2.75rem; text-overflow: ellipsis; background-position: right 0.375rem center, right 0 center; }
.pick select option { color: CanvasText; background: Canvas; }
[dir="rtl"] .pick select { background-position: left 0 center, left 0.375rem center; }
.center { text-align: center; text-wrap: balance; }
.center > .tools { justify-content: center; }
.center .pill { background: var(--fill); color: var(--ink); }
.qr { inline-size: min(15rem, 100%); block-size: auto; border-radius: 1rem; }
.who-line { display: flex; align-items: center; gap: 0.5rem; font-weight: 650; }
.who-line .avatar { inline-size: 1.5rem; block-size: 1.5rem; border-radius: 50%; }
.whole { display: inline-flex; flex-wrap: wrap; justify-content: center; gap: 0 1ch; max-inline-size: 28ch; user-select: all; }
.whole.start { justify-content: flex-start; }
.whole.end { justify-content: flex-end; }
.banner { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; padding: 0.875rem 1rem; border-radius: 1rem; background: var(--fill); font-size: 0.875rem; }
a.banner { text-decoration: none; }
.banner.danger { background: var(--danger-fill); color: var(--ink); }
.banner.warning { background: var(--warn-fill); }
.banner.danger > .icon { color: var(--danger); }
.notices { display: grid; gap: 0.75rem; }
.notices:not(:has(> :not(:empty))) { display: none; }
.notices:has(.banner) { margin-block-end: 1rem; }
.alarm { display: grid; justify-items: start; }
.alarm button { background: var(--danger); color: var(--page); margin-block-start: 0.5rem; }
.checklist { gap: 0.25rem; padding: 1.25rem 1rem 0.5rem; }
.checklist-head { display: grid; gap: 0.75rem; padding-block-end: 0.5rem; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
.checklist-head b { font-weight: 650; }
.checklist-head b { text-wrap: balance; }
.checklist .primary { margin-block: 0.25rem 0.75rem; }
.step { display: grid; gap: 0.625rem; padding-block-end: 1rem; }
.step > .rows .row { min-block-size: 3rem; }
.checklist .done .disc { background: var(--good); color: var(--card); }
.checklist .slim { min-block-size: 3rem; }
.checklist .slim .disc { inline-size: 1.75rem; block-size: 1.75rem; margin-inline: 0.375rem; }
.checklist .slim .disc .icon { inline-size: 1rem; block-size: 1rem; }
progress { appearance: none; inline-size: 100%; block-size: 0.375rem; border: 0; border-radius: 1rem; background: var(--fill); overflow: hidden; }
progress::-webkit-progress-bar { background: var(--fill); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 1rem; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 1rem; }
.entry { display: flex; gap: 0.875rem; align-items: flex-start; }
.entry > .icon { margin-block-start: 0.125rem; color: var(--soft); }
.confirm { display: flex; flex-wrap: wrap; gap: 0.5rem; padding-block-end: 1rem; }
.confirm p { inline-size: 100%; }
.steps { display: grid; gap: 1rem; padding-inline-start: 1.25rem; line-height: 1.5; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.875rem 1.5rem; align-items: baseline; }
.facts dt { color: var(--soft); font-size: 0.875rem; }
.facts dd { text-align: end; overflow-wrap: anywhere; display: grid; justify-items: end; gap: 0.25rem; }
.facts dd > button { justify-self: end; white-space: nowrap; }
.facts .bone { max-inline-size: none; }
@media (max-width: 22rem) { .facts { column-gap: 0.75rem; } .facts .pill { padding-inline: 0.5rem; } }
.receipt { display: grid; justify-items: center; gap: 0.375rem; text-align: center; overflow-wrap: anywhere; }
.receipt .disc { margin-block-end: 0.5rem; }
.site { gap: 0.5rem; padding-block: 0.75rem; }
.site .row.tall { padding-block: 0.5rem; }
.site > .row { min-block-size: 3rem; padding: 0; }
.site > .row.tall { padding-block: 0.5rem 0; }
details summary { cursor: pointer; padding-block: 0.25rem; }
`;
