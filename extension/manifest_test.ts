import { assertEquals } from "@std/assert";
import { chromiumId, manifest, type Target } from "./manifest.ts";

const made = (target: Target) =>
  manifest({
    target,
    name: "Acct",
    version: "1.0.0",
    keysUrl: "http://keys.localhost:8787",
    publicKey: "AAAA",
    firefoxId: "wallet@keys.localhost",
  });

Deno.test("manifest: one host may connect, no extension, and no file is public", () => {
  const { externally_connectable: connectable, ...chromium } = made("chromium");
  assertEquals(connectable, { matches: ["http://keys.localhost:8787/*"] });
  for (const each of [chromium, made("firefox")]) {
    assertEquals(each.permissions, ["storage", "scripting"]);
    assertEquals("web_accessible_resources" in each, false);
    assertEquals("externally_connectable" in each, false);
    assertEquals(each.incognito, "not_allowed");
  }
});

Deno.test("manifest: Firefox has an event page and the bridge of the wallet host", () => {
  const { background, content_scripts: scripts, browser_specific_settings: gecko } = made(
    "firefox",
  );
  assertEquals(background, { scripts: ["background.js"] });
  assertEquals((scripts as { js: string[]; matches: string[] }[]).at(-1), {
    js: ["host_bridge.js"],
    matches: ["http://keys.localhost/*"],
    run_at: "document_start",
  } as never);
  assertEquals((gecko as { gecko: { id: string } }).gecko.id, "wallet@keys.localhost");
});

Deno.test("manifest: the id follows from the public key", async () => {
  const id = await chromiumId("AAAA");
  assertEquals([/^[a-p]{32}$/.test(id), id], [true, await chromiumId("AAAA")]);
  assertEquals(id === await chromiumId("AAAB"), false);
});
