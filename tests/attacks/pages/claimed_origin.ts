/**
 * A page that claims to be another page: in the address of the window, and in every message.
 *
 * @module
 */
import { introduce, offer, say, setup } from "./opener.ts";

const windows: Window[] = [];

/** Opens one more window. */
function openAlso(fragment: string): void {
  windows.push(open(`${setup.keysUrl}/popup#${fragment}`, "_blank", "popup")!);
}

/** Introduces itself with all of them, and sends the request. */
function sayToAll(): void {
  for (const window of windows) {
    const app = { name: "Bank", logoUrl: null, origin: setup.appUrl };
    const params = { chainId: setup.chainId, testnets: true };
    for (
      const message of [
        { acct: "init", version: 1, key: setup.apiKey, app, origin: setup.appUrl },
        { acct: "request", id: `${performance.now()}`, method: "wallet_connect", params },
      ]
    ) window.postMessage(message, setup.keysUrl);
  }
}

/** Introduces itself as another site, in every field for a name or an origin. */
function claim(): void {
  const origin = "https://bank.example";
  introduce({
    name: `\u202e${origin}\u200b <img src=x onerror=alert(1)>`,
    logoUrl: "javascript:alert(1)",
    origin,
    url: origin,
    host: "bank.example",
    siteName: "Bank",
  }, { origin, source: null, lastEventId: origin, ports: [] });
  say({
    acct: "request",
    id: "claimed",
    method: "wallet_connect",
    origin,
    app: { name: "Bank", origin },
    params: { chainId: setup.chainId, testnets: true, origin, app: { name: "Bank", origin } },
  });
}

offer({ openAlso, sayToAll, claim });
