/** Styles of the name field, loaded with its screen. @module */

/** Style rules. */
export const nameCss: string = `
.field > .name { display: flex; align-items: center; cursor: text; font-size: 1em; border: 1px solid var(--sdk-color-input);
  border-radius: var(--sdk-radius); background: var(--sdk-color-background); }
.name:has(:focus-visible) { outline: 2px solid var(--sdk-color-ring); border-color: var(--sdk-color-ring); }
${/* Browsers without this property show the domain at the end of the field. */ ""}
.field .name > input { flex: 0 1 auto; field-sizing: content; inline-size: auto; min-inline-size: 1.5em; border: 0;
  outline: none; padding-inline-end: 0; background: none; font-weight: 550; }
.field .name > span { font-weight: 450; max-inline-size: 60%; padding-block: 0.3em; padding-inline: 0 0.85em; overflow-wrap: anywhere;
  color: var(--sdk-color-muted-foreground); }
.state { display: flex; align-items: start; gap: 0.45em; overflow-wrap: anywhere; }
.state > svg { flex: none; margin-block-start: 0.1em; }
.state.refused { color: var(--sdk-color-destructive); }
.state[data-state="free"] { color: var(--sdk-color-success); font-weight: 550; }
.answer { min-block-size: 4.35em; }
.tries { display: flex; flex-wrap: wrap; gap: 0.4em; margin-block-start: 0.4em; }
.tries > button { min-block-size: 2em; padding: 0 0.8em; border-radius: 99em; font-size: 0.875em; font-weight: 550;
  background: var(--sdk-color-secondary); color: var(--sdk-color-secondary-foreground); }
`;
