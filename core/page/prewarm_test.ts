import { assertEquals } from "@std/assert";
import { Window } from "happy-dom";
import { prewarm } from "./prewarm.ts";
import { formatApiKey } from "../ground/api_key.ts";

const apiKey = formatApiKey({
  kind: "pk",
  environment: "live",
  host: "acct.example.com",
  random: new Uint8Array(16),
});

Deno.test("prewarm: exactly one hint of each kind per host", async () => {
  // On a server there is no connection to open.
  prewarm({ apiKey });
  const view = new Window({ url: "https://shop.example/" });
  Object.assign(globalThis, { document: view.document });
  try {
    const links = () =>
      [...view.document.head.querySelectorAll("link")].map((link) => [link.rel, link.href]);
    for (let time = 0; time < 3; time++) prewarm({ apiKey });
    assertEquals(links(), [
      ["dns-prefetch", "https://keys.acct.example.com/"],
      ["preconnect", "https://keys.acct.example.com/"],
    ]);
    prewarm({ apiKey: "opaque" });
    prewarm({ apiKey: "opaque", keysUrl: "javascript:alert(1)" });
    assertEquals(links().length, 2);
    prewarm({ apiKey: "opaque", keysUrl: "https://keys.own.example/path" });
    assertEquals(links().at(-1), ["preconnect", "https://keys.own.example/"]);
    assertEquals(view.document.querySelectorAll("iframe, script").length, 0);
  } finally {
    Reflect.deleteProperty(globalThis, "document");
    await view.happyDOM.close();
  }
});
