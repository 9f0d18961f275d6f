/**
 * Shows a device link in the page: QR code, link and the code to compare.
 *
 * @example
 * ```ts
 * import { Acct } from "@sdk/core/acct";
 * import { linkPanel } from "@sdk/ui/link";
 *
 * export function connectByLink(apiKey: string): Promise<readonly string[]> {
 *   const preference = { transport: "link", onLink: linkPanel() } as const;
 *   const { provider } = Acct.create({ apiKey, appName: "My shop", preference });
 *   return provider.request({ method: "eth_requestAccounts" });
 * }
 * ```
 *
 * @module
 */
import type { LinkView, ShowLink } from "@sdk/core/dialog";
import { encode } from "uqr";

export type { LinkView, ShowLink } from "@sdk/core/dialog";

const style = `:host { all: initial; }
div.panel { position: fixed; inset: 0; z-index: 2147483647; display: grid; place-items: center;
  padding: 16px; box-sizing: border-box; background: rgb(0 0 0 / .45);
  font: 16px/1.4 system-ui, sans-serif; }
section { box-sizing: border-box; inline-size: 100%; max-inline-size: 360px; max-block-size: 100%;
  overflow: auto; padding: 24px; border-radius: 28px; background: #fff; color: #17171c;
  display: grid; gap: 16px; justify-items: center; text-align: center; }
h2 { margin: 0; font-size: 22px; line-height: 1.25; font-weight: 600; }
p { margin: 0; font-size: 14px; color: #5b5b66; }
svg { inline-size: 100%; max-inline-size: 240px; background: #fff; }
output { font: 600 32px/1.1 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  letter-spacing: .08em; color: #17171c; }
nav { display: grid; gap: 8px; inline-size: 100%; }
a, button { font: inherit; font-weight: 550; box-sizing: border-box; min-block-size: 44px;
  padding: 10px 16px; border: 0; border-radius: 14px; cursor: pointer; text-decoration: none;
  background: #f0f0f4; color: #17171c; }
a { background: #4846d4; color: #fff; }
a:focus-visible, button:focus-visible { outline: 2px solid #4846d4; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  section { background: #24242c; color: #ececf1; }
  p { color: #b4b4c0; }
  output { color: #ececf1; }
  button { background: #33333d; color: #ececf1; }
}`;

/** Words of the panel. */
export interface PanelText {
  /** Titles and advice by state. */
  readonly states: Readonly<Record<LinkView["state"], readonly [title: string, advice: string]>>;
  /** Label of the QR code. */
  readonly qr: string;
  /** Button that opens the link. */
  readonly open: string;
  /** Button that copies the link. */
  readonly copy: string;
  /** Same button, after it copied. */
  readonly copied: string;
  /** Button that rejects the requests. */
  readonly cancel: string;
}

const english: PanelText = {
  states: {
    open: ["Use your phone", "Scan the code with your phone’s camera, or open the link."],
    compare: ["Compare the code", "Continue on your phone only if it shows the same code."],
    approve: ["Continue on your phone", "Open your wallet there if you closed it."],
  },
  qr: "QR code of the link",
  open: "Open the link here",
  copy: "Copy link",
  copied: "Copied",
  cancel: "Cancel",
};

/** Creates the panel for `preference.onLink`. It is in the page while a link is shown. */
export function linkPanel(text: PanelText = english): ShowLink {
  let place: HTMLElement | null = null;
  let drawn = "";
  return (view) => {
    const next = view === null ? "" : `${view.state} ${view.url} ${view.code}`;
    if (next === drawn) return;
    drawn = next;
    const hadFocus = place?.shadowRoot?.activeElement !== null;
    place?.remove();
    place = null;
    if (view === null) return;
    place = createPlace(view, text);
    document.body.append(place);
    if (hadFocus) place.shadowRoot!.querySelector<HTMLElement>("a, button")?.focus();
  };
}

function createPlace(view: LinkView, text: PanelText): HTMLElement {
  const place = document.createElement("div");
  place.dataset.sdkLink = view.state;
  const root = place.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const [title, advice] = text.states[view.state];
  const panel = create("div", { class: "panel" });
  const card = create("section", { "role": "dialog", "aria-modal": "true", "aria-label": title });
  card.append(create("h2", {}, title));
  if (view.code === null) card.append(qrCode(view.url, text.qr));
  else {
    const code = `${view.code.slice(0, 3)} ${view.code.slice(3)}`;
    card.append(create("output", { "data-testid": "sdk-link-code" }, code));
  }
  card.append(create("p", { role: "status" }, advice), actions(view, text));
  card.addEventListener("keydown", (event) => event.key === "Escape" && view.cancel());
  panel.append(card);
  root.append(panel);
  return place;
}

function actions(view: LinkView, text: PanelText): HTMLElement {
  const bar = create("nav", {});
  if (view.code === null) {
    bar.append(create("a", {
      "href": view.url,
      "target": "_blank",
      "rel": "noopener noreferrer",
      "data-testid": "sdk-link-open",
    }, text.open));
    const copy = create("button", { type: "button" }, text.copy);
    copy.addEventListener("click", () => {
      const done = (words: string) => copy.textContent = words;
      if (navigator.clipboard === undefined) return done(view.url);
      navigator.clipboard.writeText(view.url).then(() => done(text.copied), () => done(view.url));
    });
    bar.append(copy);
  }
  const cancel = create(
    "button",
    { "type": "button", "data-testid": "sdk-link-cancel" },
    text.cancel,
  );
  cancel.addEventListener("click", () => view.cancel());
  bar.append(cancel);
  return bar;
}

/** Draws a QR code, dark on white in any colour scheme. */
function qrCode(url: string, label: string): SVGElement {
  const { data, size } = encode(url, { ecc: "M", border: 3 });
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  const path = document.createElementNS(namespace, "path");
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => dark ? `M${x} ${y}h1v1h-1z` : []));
  path.setAttribute("d", dots.join(""));
  path.setAttribute("fill", "#111");
  svg.append(path);
  return svg;
}

function create(
  name: string,
  attributes: Readonly<Record<string, string>>,
  text = "",
): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value);
  }
  element.textContent = text;
  return element;
}
