/** Buttons of pages without React, with a result each. @module */

const root = document.getElementById("root")!;

/** Shows a text under a name. */
export function show(name: string, text: string): void {
  const shown = root.querySelector(`[data-testid=${name}]`) ?? document.createElement("p");
  shown.setAttribute("data-testid", name);
  shown.textContent = text;
  root.append(shown);
}

/** Adds a button; its result appears under its name. */
export function button(name: string, press: () => Promise<unknown>): void {
  const made = document.createElement("button");
  made.setAttribute("data-testid", name);
  made.textContent = name;
  made.onclick = () => {
    show(`${name}-result`, "");
    press().then(
      (result) => show(`${name}-result`, String(result)),
      (error) => show(`${name}-result`, `failed: ${error?.shortMessage ?? error?.message ?? error}`),
    );
  };
  root.append(made);
}
