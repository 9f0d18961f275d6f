/** Entry of the popup: account, network, pending requests, connected sites and one setting. @module */
import { browserApi } from "../lib/browser.ts";
import type { PopupRequest, PopupView } from "../lib/popup_messages.ts";
import { shortAddress } from "../lib/short.ts";
import { chooseText } from "../text/mod.ts";
import { networkName } from "./networks.ts";

/** Interval of refreshes while the popup is open. */
const REFRESH_MS = 1_000;

const { runtime } = browserApi();
const { language, direction, text } = chooseText(navigator.languages);
const place = document.getElementById("popup")!;
document.documentElement.lang = language;
document.documentElement.dir = direction;
document.title = text.title;
/** The state that is shown, as text; the page is drawn again only after a change. */
let shown = "";

async function send(request: PopupRequest): Promise<void> {
  try {
    const view = await runtime.sendMessage(request) as PopupView;
    const state = JSON.stringify(view);
    place.ariaBusy = null;
    if (state === shown) return;
    shown = state;
    draw(view);
  } catch {
    shown = "";
    place.replaceChildren(element("p", { role: "alert" }, text.failed));
  }
}

function draw({ keysUrl, ethereum, sites, pending }: PopupView): void {
  const focused = document.activeElement?.id;
  const [newest] = sites;
  const head = element("header", {}, [
    ...(newest === undefined ? [] : [element("h2", {}, text.connected)]),
    element(
      "h1",
      { "data-testid": "account" },
      newest === undefined ? text.notConnected : shortAddress(newest.account),
    ),
    element(
      "p",
      { "data-testid": "network" },
      newest === undefined ? text.notConnectedHint : network(newest.chainId),
    ),
  ]);
  const parts = [head];
  if (pending.length > 0) {
    const origins = [...new Set(pending.map(({ origin }) => origin))];
    parts.push(section(
      text.pending,
      origins.map((origin) =>
        row("pending", origin, "", text.show, { acct: "popup", action: "show", origin })
      ),
    ));
  }
  if (sites.length > 0) {
    parts.push(section(
      text.sites,
      sites.map(({ origin, account, chainId }) =>
        row("site", origin, `${shortAddress(account)} · ${network(chainId)}`, text.disconnect, {
          acct: "popup",
          action: "disconnect",
          origin,
        })
      ),
    ));
  }
  parts.push(setting(ethereum), home(keysUrl));
  place.replaceChildren(...parts);
  if (focused) document.getElementById(focused)?.focus();
}

function network(id: number): string {
  return networkName(id) ?? text.network(id);
}

function section(title: string, rows: readonly HTMLElement[]): HTMLElement {
  return element("section", {}, [element("h2", {}, title), element("ul", {}, rows)]);
}

function row(
  kind: string,
  origin: string,
  detail: string,
  action: string,
  request: PopupRequest,
): HTMLElement {
  // The registrable domain of a site is part of its name; only the usual scheme is not shown.
  const site = origin.replace(/^https:\/\//, "");
  const button = element("button", {
    type: "button",
    id: `${kind}:${origin}`,
    "data-testid": kind,
    ...(action === text.disconnect && { "aria-label": text.disconnectFrom(site) }),
  }, action);
  button.addEventListener("click", () => void send(request));
  const name = element("div", {}, [
    element("bdi", {}, site),
    ...(detail === "" ? [] : [element("small", {}, detail)]),
  ]);
  return element("li", {}, [name, button]);
}

function setting(on: boolean): HTMLElement {
  const box = element("input", {
    type: "checkbox",
    id: "ethereum",
    "data-testid": "ethereum",
  }) as HTMLInputElement;
  box.checked = on;
  box.addEventListener(
    "change",
    () => void send({ acct: "popup", action: "ethereum", on: box.checked }),
  );
  const words = element("span", {}, [text.ethereum, element("small", {}, text.ethereumHint)]);
  return element("label", {}, [words, box]);
}

function home(keysUrl: string): HTMLElement {
  const link = { href: `${keysUrl}/`, target: "_blank", rel: "noopener noreferrer", id: "open" };
  return element("footer", {}, [element("a", link, text.open)]);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly (string | HTMLElement)[] = [],
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...(typeof content === "string" ? [content] : content));
  return made;
}

void send({ acct: "popup", action: "view" });
setInterval(() => void send({ acct: "popup", action: "view" }), REFRESH_MS);
