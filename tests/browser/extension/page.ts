/** Pages for tests of the browser extension: foreign sites with strict headers. @module */

/** Headers of a site that allows no other origin. */
export const strictHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; script-src 'self'; frame-src 'self' data:",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

/** Script of the site: collects wallets and records events, as a dApp does it. */
const script = `
globalThis.wallets = new Map();
globalThis.events = [];
addEventListener("eip6963:announceProvider", ({ detail }) => {
  if (wallets.has(detail.info.name)) return;
  wallets.set(detail.info.name, detail.provider);
});
dispatchEvent(new Event("eip6963:requestProvider"));
globalThis.listen = (name) => {
  for (const event of ["connect", "accountsChanged", "chainChanged", "disconnect"]) {
    wallets.get(name).on(event, (payload) => events.push([event, payload?.code ?? payload]));
  }
};
globalThis.answers = [];
globalThis.ask = (name, method, params) => {
  const position = answers.push(null) - 1;
  wallets.get(name).request({ method, params }).then(
    (result) => answers[position] = { result: result ?? null },
    ({ code, message, data }) => answers[position] = { error: { code, message, data } },
  );
  return position;
};
`;

/** Serves a site with the headers; `/frame` is the same page without a heading. */
export function serveSite(
  headers: Readonly<Record<string, string>>,
  more = "",
): Deno.HttpServer<Deno.NetAddr> {
  const options = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
  return Deno.serve(options, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/site.js") {
      return new Response(script, { headers: { ...headers, "content-type": "text/javascript" } });
    }
    const html = `<!doctype html><html lang="en"><title>Your bank (official)</title>
      <script src="/site.js"></script><h1>Foreign site</h1>${pathname === "/" ? more : ""}</html>`;
    return new Response(html, { headers: { ...headers, "content-type": "text/html" } });
  });
}

/** Script of another wallet, which announces itself and sets `window.ethereum`. */
export const otherWallet = `(() => {
  const provider = {
    isMetaMask: true,
    request: async ({ method }) => "other wallet: " + method,
    on: () => {},
    removeListener: () => {},
  };
  const info = { uuid: crypto.randomUUID(), name: "Other", icon: "data:image/svg+xml,<svg/>", rdns: "org.other" };
  const detail = Object.freeze({ info, provider });
  const tell = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", tell);
  tell();
  globalThis.ethereum = provider;
})()`;
